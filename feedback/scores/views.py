"""The scoreboard, on a desk and in the corridor."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.access import managed_contest
from contests.contest.models import Contest
from contests.people.access import own_membership
from contests.people.models import Membership
from contests.people.selectors import collective_progress
from feedback.scores import selectors
from feedback.scores.errors import NothingScored, NotOver
from feedback.scores.services import declare_final
from web.charts import Chart, Series, chart_response, lines

# What the server calls the moment when another run is shown.
NEW_RUN = "palio:run"


def _contest(request: SignedInRequest, contest_id: int) -> Contest:
    return get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)


def _member(request: SignedInRequest, contest: Contest) -> Membership | None:
    members = contest.memberships.present().annotators()
    return members.filter(user=request.user).first()


def _context(request: SignedInRequest, contest: Contest) -> dict[str, object]:
    sort = request.GET.get("sort", "rank")
    member = _member(request, contest)
    return {
        "contest": contest,
        "membership": member,
        "managing": Contest.objects.managed_by(request.user).filter(pk=contest.pk).exists(),
        "board": selectors.scoreboard(contest, member, sort=sort),
        "sort": sort if sort in selectors.SORTS else "rank",
        "progress": collective_progress(contest),
    }


@login_required
def scoreboard(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show where people and teams stand."""
    context = _context(request, _contest(request, contest_id))
    return render(request, "feedback/scores/scoreboard.html", context)


@login_required
def screen(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show the same to who passes by: large, without anything to press."""
    context = _context(request, _contest(request, contest_id))
    return render(request, "feedback/scores/scoreboard_screen.html", context)


@login_required
def standings(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Return the standings alone; nothing while they are those that the page has."""
    contest = _contest(request, contest_id)
    run = selectors.shown_run(contest)
    if request.GET.get("run", "") == str(run.number if run else ""):
        return HttpResponse(status=204)
    template = "_screen" if request.GET.get("on") == "screen" else "_standings"
    response = render(request, f"feedback/scores/{template}.html", _context(request, contest))
    response["HX-Trigger-After-Settle"] = NEW_RUN
    return response


@login_required
def history(request: SignedInRequest, contest_id: int, whose: str, measure: str) -> HttpResponse:
    """Return how a measure went from run to run."""
    contest = _contest(request, contest_id)
    if whose not in ("people", "teams") or measure not in selectors.MEASURES:
        raise Http404
    series = selectors.history(contest, of_teams=whose == "teams", measure=measure)
    return chart_response(request, _drawn(series, measure), name=f"{whose}-{measure}")


def _drawn(series: list[Series], measure: str) -> Chart:
    words = {"tasks": _("accepted tasks"), "quality": _("quality"), "rank": _("place")}
    return lines(
        series,
        x="",
        y=words[measure],
        percent=measure == "quality",
        ranks=measure == "rank",
    )


@login_required
@require_POST
def declare(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Take the latest run's scores for the final ones."""
    contest = managed_contest(request, contest_id)
    try:
        final = declare_final(contest=contest, actor=actor_of(request))
    except NotOver:
        messages.error(request, _("The contest still runs. Close it first."))
    except NothingScored:
        messages.error(request, _("No run has been scored yet. Wait for the first one."))
    else:
        messages.success(
            request, _("The scores of run %(number)d are final now.") % {"number": final.run.number}
        )
    return redirect("feedback:scoreboard", contest_id=contest.pk)


@login_required
def own_standing(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Return where this person and their team stand, for the contest's home."""
    member = own_membership(request, contest_id)
    context = {
        "contest": member.contest,
        "membership": member,
        "own": selectors.own_score(member),
        "team": selectors.own_team_score(member),
    }
    return render(request, "feedback/scores/_own_standing.html", context)
