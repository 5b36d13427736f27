"""Pre-annotation of a contest: its state, what it may be, and a preview."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from contests.domain.detecting import families_of, proposer
from contests.domain.reasons import Reasoned, from_detector, from_elsewhere
from contests.exceptions import ContestError
from contests.forms.detection import LabelsForm
from contests.models import Contest, Team
from contests.selectors import detection as selectors
from contests.services import detecting
from contests.wording import explain
from jobs.tasks import enqueue

PREVIEWED = 5
SEEDS = 1_000_000


class PageRequest(SignedInRequest):
    """What the views here are given: some parts of their pages renew themselves."""

    htmx: HtmxDetails


def managed_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return the contest if this person manages it."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)


def families_by_label(contest: Contest) -> dict[str, int]:
    """Return the family of each label, whose colour it has."""
    return dict(contest.categories.values_list("label", "supercategory_id"))


@login_required
@require_safe
def pre_annotation(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show how the contest is pre-annotated, and what can be done about it."""
    contest = managed_contest(request, contest_id)
    return _show(request, contest, LabelsForm(contest=contest))


def _show(request: SignedInRequest, contest: Contest, form: LabelsForm) -> HttpResponse:
    standing = selectors.standing(contest)
    job = selectors.latest_job(contest, selectors.detecting_key(contest.pk))
    found = sorted(standing.settings.found.items(), key=lambda row: (-row[1], row[0]))
    context = {
        "contest": contest,
        "form": form,
        "standing": standing,
        "job": job,
        "is_at_work": job is not None and not job.is_final,
        "has_rules": bool(families_of(contest.language)),
        "families": families_by_label(contest),
        "found": found,
        "total_found": sum(standing.settings.found.values()),
        "left_out": sorted(standing.settings.left_out.items()),
        "teams": contest.teams.select_related("group").order_by("group__number", "name"),
        "seed": secrets.randbelow(SEEDS),
    }
    return render(request, "contests/pre_annotation.html", context)


@login_required
@require_POST
def choose_labels(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Store which category becomes which label."""
    contest = managed_contest(request, contest_id)
    form = LabelsForm(request.POST, contest=contest)
    if not form.is_valid():
        return _show(request, contest, form)
    try:
        detecting.choose(
            contest=contest,
            labels=form.labels,
            keeps_imported=form.cleaned_data["keeps_imported"],
            actor=actor_of(request),
        )
    except ContestError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Your choice has been saved."))
        renew_draft(request, contest)
    return redirect("contests:pre_annotation", contest.pk)


def renew_draft(request: SignedInRequest, contest: Contest) -> None:
    """Propose anew after a change, as long as nobody has seen any proposal."""
    job = detecting.restart_in_draft(contest=contest, actor=actor_of(request))
    if job is not None:
        enqueue(job)
        messages.info(request, _("The inputs are being pre-annotated anew."))


@login_required
@require_POST
def detect(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Start proposing."""
    contest = managed_contest(request, contest_id)
    try:
        job = detecting.start_detecting(contest=contest, actor=actor_of(request))
    except ContestError as error:
        messages.error(request, explain(error))
    else:
        enqueue(job)
    return redirect("contests:pre_annotation", contest.pk)


@login_required
@require_safe
@never_cache
def detection_progress(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Return how far the rules are; once they are done, the whole page is to reload."""
    contest = managed_contest(request, contest_id)
    job = selectors.latest_job(contest, selectors.detecting_key(contest.pk))
    if job is None or job.is_final:
        return HttpResponseClientRefresh()
    return render(request, "contests/_inputs_progress.html", {"job": job})


@dataclass(frozen=True)
class ShownToTeams:
    """What some teams alike are shown of an input; `name` tells it from others on the page."""

    name: str
    teams: Sequence[Team]
    units: Sequence[Reasoned]
    is_all: bool


@dataclass(frozen=True)
class PreviewRow:
    """An input with its proposals, and what the teams see of them."""

    preview: selectors.Preview
    units: Sequence[Reasoned]
    shown: Sequence[ShownToTeams]


@login_required
@require_safe
@never_cache
def preview(request: PageRequest, contest_id: int) -> HttpResponse:
    """Show some inputs at random as each team would see them."""
    contest = managed_contest(request, contest_id)
    written = request.GET.get("seed", "")
    seed = int(written) % SEEDS if written.isascii() and written.isdecimal() else 0
    inputs = selectors.sample_inputs(contest, count=PREVIEWED, seed=seed)
    if inputs:
        ids = [item.pk for item in inputs]
        actor = actor_of(request)
        record(actor, AuditEvent.Action.READ, "input", contest_id=contest.pk, inputs=ids)
    previews = selectors.preview(contest, inputs, proposer(selectors.setup_of(contest)))
    context = {
        "contest": contest,
        "families": families_by_label(contest),
        "rows": [_row(each) for each in previews],
        "next_seed": secrets.randbelow(SEEDS),
    }
    template = "_pre_annotation_preview" if request.htmx else "pre_annotation_preview"
    return render(request, f"contests/{template}.html", context)


def _row(previewed: selectors.Preview) -> PreviewRow:
    item = previewed.input
    units = from_detector(previewed.proposals)
    if previewed.is_imported:
        units = from_elsewhere(item.proposals, _("Came with a file."))
    by_place = {one.place: one for one in units}
    views = sorted(previewed.views, key=lambda view: (list(view.units), view.team.name))
    alike = groupby(views, key=lambda view: list(view.units))
    shown = [
        _shown_to_teams(f"why-{item.pk}-{number}", list(group), by_place)
        for number, (_units, group) in enumerate(alike)
    ]
    return PreviewRow(previewed, units, shown)


def _shown_to_teams(
    name: str,
    views: Sequence[selectors.TeamView],
    by_place: Mapping[tuple[int, int, str], Reasoned],
) -> ShownToTeams:
    changed = _("Changed on purpose, as the arm of the team says.")
    units = [
        by_place.get((one.start, one.end, one.label))
        or Reasoned(one.start, one.end, one.label, origin=changed)
        for one in views[0].units
    ]
    is_all = len(units) == len(by_place) and all(unit in by_place.values() for unit in units)
    return ShownToTeams(name, [view.team for view in views], units, is_all)
