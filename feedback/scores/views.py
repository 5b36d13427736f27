"""The scoreboard, its full-screen view and charts."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.access import for_managers, for_participants
from contests.contest.models import Contest
from contests.people.access import for_annotators
from contests.people.models import Membership
from contests.people.selectors import collective_progress, days_left
from feedback.scores import selectors
from feedback.scores.domain import FACTORS, INDEX
from feedback.scores.services import declare_final
from web.charts import chart_response, lines
from web.errors import attempt

# The event that htmx triggers when another run is shown.
NEW_RUN = "palio:run"


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
        "sort": sort if sort in selectors.sorts() else "rank",
        "progress": collective_progress(contest),
        "days_left": days_left(contest, now=timezone.now()),
    }


@for_participants("GET")
def scoreboard(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the scoreboard."""
    return render(request, "feedback/scores/scoreboard.html", _context(request, contest))


@for_participants("GET")
def screen(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show a full-screen scoreboard for a wall display."""
    return render(request, "feedback/scores/scoreboard_screen.html", _context(request, contest))


@for_participants("GET")
def standings(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the standings alone, or 204 if the page already shows this run."""
    run = selectors.shown_run(contest)
    if request.GET.get("run", "") == str(run.number if run else ""):
        return HttpResponse(status=204)
    template = "_screen" if request.GET.get("on") == "screen" else "_standings"
    response = render(request, f"feedback/scores/{template}.html", _context(request, contest))
    response["HX-Trigger-After-Settle"] = NEW_RUN
    return response


@for_participants("GET")
def history(request: SignedInRequest, contest: Contest, whose: str, measure: str) -> HttpResponse:
    """Return the chart of a measure over the runs."""
    factor = next((each for each in FACTORS if each.key == measure), None)
    if whose not in ("people", "teams") or (factor is None and measure != "rank"):
        raise Http404
    series = selectors.history(contest, of_teams=whose == "teams", measure=measure)
    chart = lines(
        series,
        x="",
        y=_(factor.title) if factor else _("rank"),
        percent=factor is not None and factor.unit == INDEX,
        ranks=factor is None,
    )
    return chart_response(request, chart, name=f"{whose}-{measure}")


@for_managers("POST")
def declare(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Make the scores of the latest run final."""
    with attempt(request):
        final = declare_final(contest=contest, actor=actor_of(request))
        messages.success(
            request, _("The scores of run %(number)d are now final.") % {"number": final.run.number}
        )
    return redirect("feedback:scoreboard", contest_id=contest.pk)


@for_annotators("GET")
def own_standing(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Return the standing of this person and the teams, for the contest's home."""
    board = selectors.scoreboard(member.contest, member)
    teams = board.teams
    context = {
        "contest": member.contest,
        "membership": member,
        "own": next((row for row in board.people if row.is_own), None),
        "team": next((row for row in teams if row.is_own), None),
        # In the order of the scoreboard, with its figures.
        "teams": teams,
        "most_tasks": max((row.score.values["tasks"] for row in teams), default=0) or 1,
    }
    return render(request, "feedback/scores/_own_standing.html", context)
