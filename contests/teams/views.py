"""Groups, teams and arms of a contest, and the categories that people mix up."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers
from contests.contest.domain import ARRANGE, DESCRIBE
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.teams import services
from contests.teams.domain import READY_DESIGNS, ReadyDesign, group_designs
from contests.teams.forms import AssigningForm, PairForm, TeamForm
from contests.teams.selectors import missing_steps, team_designs, teams_with_progress
from contests.teams.services import apply_design
from web.confirm import Question, ask, is_confirmed
from web.errors import attempt


@for_managers("GET", "POST")
def teams(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show groups and teams with what their experiments lack, and add a team."""
    form = TeamForm(request.POST or None, contest=contest)
    if request.method == "POST" and form.is_valid() and _add(request, contest, form):
        return redirect("contests:setup_teams", contest.pk)
    return _show(request, contest, form, PairForm(contest=contest))


def _add(request: SignedInRequest, contest: Contest, form: TeamForm) -> bool:
    with attempt(form, "name"):
        services.create_team(contest=contest, actor=actor_of(request), **form.values)
        messages.success(request, _("The team is added."))
        return True
    return False


def _show(
    request: SignedInRequest, contest: Contest, form: TeamForm, pair_form: PairForm
) -> HttpResponse:
    kinds = {group.number: group.kind for group in group_designs(team_designs(contest))}
    rows: dict[int, list[object]] = {}
    for team in teams_with_progress(contest).select_related("group").order_by("group", "name"):
        rows.setdefault(team.group.number, []).append(team)
    context = {
        "contest": contest,
        "form": form,
        "pair_form": pair_form,
        "categories": categories_by_label(contest),
        "assigning_form": AssigningForm(
            initial={"assigns_teams": "yes" if contest.assigns_teams else "no"}
        ),
        "groups": [(number, kinds[number], members) for number, members in rows.items()],
        "findings": list(missing_steps(contest)),
        "designs": READY_DESIGNS.values(),
        "has_members": contest.memberships.exclude(team=None).exists(),
        "may_arrange": contest.permits(ARRANGE),
        "may_rename": contest.permits(DESCRIBE),
        "proposed": contest.inputs.exclude(proposals=[]).count(),
        "inputs": contest.inputs.count(),
    }
    return render(request, "contests/teams/teams.html", context)


@for_managers("GET", "POST")
def edit_team(request: SignedInRequest, contest: Contest, team_id: int) -> HttpResponse:
    """Change a team."""
    team = get_object_or_404(contest.teams.select_related("group"), pk=team_id)
    form = TeamForm(request.POST or None, contest=contest, team=team)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            services.change_team(team=team, actor=actor_of(request), **form.values)
            messages.success(request, _("The team is changed."))
            return redirect("contests:setup_teams", contest.pk)
    context = {
        "contest": contest,
        "team": team,
        "form": form,
        "may_rename": contest.permits(DESCRIBE),
        "may_delete": contest.permits(ARRANGE) and not team.memberships.exists(),
    }
    return render(request, "contests/teams/team_edit.html", context)


@for_managers("POST")
def delete_team(request: SignedInRequest, contest: Contest, team_id: int) -> HttpResponse:
    """Delete a team that nobody belongs to."""
    team = get_object_or_404(contest.teams, pk=team_id)
    back = reverse("contests:setup_teams", args=[contest.pk])
    if not is_confirmed(request):
        question = Question(
            title=_("Delete the team “%(team)s”?") % {"team": team.name},
            words=_("Nobody belongs to it. It can be added anew."),
            yes=_("Delete the team"),
            back=back,
        )
        return ask(request, question, contest=contest)
    with attempt(request):
        services.delete_team(team=team, actor=actor_of(request))
        messages.success(request, _("The team is deleted."))
    return redirect(back)


@for_managers("POST")
def add_pair(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Declare two categories that people mix up."""
    form = PairForm(request.POST, contest=contest)
    if not form.is_valid():
        return _show(request, contest, TeamForm(contest=contest), form)
    pair = [form.cleaned_data["first"], form.cleaned_data["second"]]
    _set_pairs(request, contest, [*contest.confusable_pairs, pair])
    return redirect("contests:setup_teams", contest.pk)


@for_managers("POST")
def remove_pair(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Forget a pair of categories."""
    gone = {request.POST.get("first", ""), request.POST.get("second", "")}
    left = [pair for pair in contest.confusable_pairs if set(pair) != gone]
    _set_pairs(request, contest, left)
    return redirect("contests:setup_teams", contest.pk)


def _set_pairs(request: SignedInRequest, contest: Contest, pairs: list[list[str]]) -> None:
    _change(request, contest, confusable_pairs=pairs)


def _change(request: SignedInRequest, contest: Contest, **values: object) -> None:
    with attempt(request):
        change_settings(contest=contest, actor=actor_of(request), **values)
        messages.success(request, _("Saved."))


@for_managers("POST")
def set_assigning(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Choose how people who join get a team."""
    form = AssigningForm(request.POST)
    if form.is_valid():
        _change(request, contest, assigns_teams=form.cleaned_data["assigns_teams"])
    return redirect("contests:setup_teams", contest.pk)


@for_managers("POST")
def use_design(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Replace the teams by those of a ready design; with teams already there, ask first."""
    design = READY_DESIGNS.get(request.POST.get("design", ""))
    if design is None:
        raise Http404
    back = reverse("contests:setup_teams", args=[contest.pk])
    if contest.teams.exists() and not is_confirmed(request):
        question = Question(
            title=_("Replace the teams?"),
            words=_("All teams of the contest go, and those of the design take their place."),
            yes=_("Replace the teams"),
            back=back,
        )
        return ask(request, question, contest=contest)
    _apply(request, contest, design)
    return redirect(back)


def _apply(request: SignedInRequest, contest: Contest, design: ReadyDesign) -> None:
    # Plain numbers: annotators read the name, and it must not tell the arm.
    names = [_("Team %(number)s") % {"number": each + 1} for each in range(design.team_count)]
    with attempt(request):
        apply_design(contest=contest, design=design, names=names, actor=actor_of(request))
        words = _(
            "The teams of the design are there, and inputs come in the same order for each group. "
            "Change what you like."
        )
        messages.success(request, words)
