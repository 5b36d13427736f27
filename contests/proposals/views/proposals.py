"""Pre-annotation of a contest: its state, what it may be, and a preview."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.proposals import selectors
from contests.proposals import services as detecting
from contests.proposals.domain.proposer import (
    Reasoned,
    from_detector,
    from_elsewhere,
    groups_of,
    proposer,
)
from contests.proposals.forms import DetectorForm, LabelsForm
from contests.proposals.selectors import label_mapping
from contests.proposals.tags import rule_words
from contests.proposals.tasks import renew_draft
from contests.teams.models import Team
from detection.base import ONLY_RULES
from detection.errors import DetectorUnusable
from detection.rules.rules import Rule, RuleGroup, in_order
from jobs.models import Job
from jobs.selectors import latest_job
from jobs.tasks import enqueue
from web.errors import attempt, explain
from web.forms import number_in

PREVIEWED = 5
SEEDS = 1_000_000


@for_managers("GET")
def pre_annotation(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show how the contest is pre-annotated, and what can be done about it."""
    return _show(request, contest)


def _show(
    request: SignedInRequest,
    contest: Contest,
    form: LabelsForm | None = None,
    detector_form: DetectorForm | None = None,
) -> HttpResponse:
    standing = selectors.standing(contest)
    job = latest_job(contest.pk, selectors.detecting_key(contest.pk))
    found = sorted(standing.settings.found.items(), key=lambda row: (-row[1], row[0]))
    context = {
        "contest": contest,
        "form": form or LabelsForm(contest=contest),
        "detector_form": detector_form or DetectorForm(contest=contest),
        "choice": standing.settings.choice,
        "standing": standing,
        "problem": explain(standing.problem) if standing.problem else "",
        "job": job,
        "failed": job.result.get("failed", 0) if job and job.result else 0,
        "failure": _failure_words(job),
        "has_rules": bool(groups_of(contest.language)),
        "categories": categories_by_label(contest),
        "found": found,
        "total_found": sum(standing.settings.found.values()),
        "left_out": sorted(standing.settings.left_out.items()),
        "teams": contest.teams.select_related("group").order_by("group__number", "name"),
        "seed": secrets.randbelow(SEEDS),
    }
    return render(request, "contests/proposals/pre_annotation.html", context)


def _failure_words(job: Job | None) -> str:
    failure = job.result.get("failure") if job and job.result else None
    return explain(DetectorUnusable(failure["code"], **failure["details"])) if failure else ""


@for_managers("POST")
def choose_detector(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Store which detector proposes."""
    form = DetectorForm(request.POST, contest=contest)
    if not form.is_valid():
        return _show(request, contest, detector_form=form)
    with attempt(request):
        detecting.choose(contest=contest, choice=form.choice, actor=actor_of(request))
        messages.success(request, _("Your choice has been saved."))
        renew_draft(request, contest)
    return redirect("contests:pre_annotation", contest.pk)


@for_managers("POST")
def choose_labels(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Store which category becomes which label."""
    form = LabelsForm(request.POST, contest=contest)
    if not form.is_valid():
        return _show(request, contest, form)
    with attempt(request):
        detecting.choose(
            contest=contest,
            labels=form.labels or None,
            keeps_imported=form.cleaned_data["keeps_imported"],
            actor=actor_of(request),
        )
        messages.success(request, _("Your choice has been saved."))
        renew_draft(request, contest)
    return redirect("contests:pre_annotation", contest.pk)


@for_managers("POST")
def detect(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Start proposing."""
    with attempt(request):
        enqueue(detecting.start_detecting(contest=contest, actor=actor_of(request)))
    return redirect("contests:pre_annotation", contest.pk)


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


@for_managers("GET")
def preview(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show some inputs at random as each team would see them."""
    seed = (number_in(request.GET.get("seed", "")) or 0) % SEEDS
    inputs = selectors.sample_inputs(contest, count=PREVIEWED, seed=seed)
    if inputs:
        ids = [item.pk for item in inputs]
        actor = actor_of(request)
        record(actor, READ, "input", contest_id=contest.pk, inputs=ids)
    rows: list[PreviewRow] = []
    problem = ""
    try:
        setup = selectors.setup_of(contest)
        rows = [
            _row(each, setup.versions)
            for each in selectors.preview(contest, inputs, proposer(setup))
        ]
    except DetectorUnusable as error:
        problem = explain(error)
    context = {
        "problem": problem,
        "contest": contest,
        "categories": categories_by_label(contest),
        "rows": rows,
        "next_seed": secrets.randbelow(SEEDS),
    }
    template = "_preview" if request.htmx else "preview"
    return render(request, f"contests/proposals/{template}.html", context)


def _row(previewed: selectors.Preview, versions: Mapping[str, str]) -> PreviewRow:
    item = previewed.input
    units = from_detector(previewed.proposals, versions)
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


@dataclass(frozen=True)
class CategoryRow:
    """A category of the detector: the contest's label for it, and what must be found before."""

    label: str
    category: str
    needs: Sequence[str]
    after: Sequence[str]
    overrides: Sequence[str]


@dataclass(frozen=True)
class LexiconRow:
    """A list of words that rules read."""

    name: str
    words: int


@dataclass(frozen=True)
class RuleGroupRow:
    """A group of rules: its categories, its rules in words, its lexicons."""

    name: str
    categories: Sequence[CategoryRow]
    rules: Sequence[tuple[str, str]]
    lexicons: Sequence[LexiconRow]


@for_managers("GET")
def rules(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the rules, their order, and the words they know."""
    mapping = label_mapping(contest, ONLY_RULES)
    groups = [group for group in groups_of(contest.language) if group.rules]
    by_label = categories_by_label(contest)
    context = {
        "contest": contest,
        "rules": in_order([rule for group in groups for rule in group.rules]),
        "categories": {
            label: by_label[category] for label, category in mapping.items() if category
        },
        "rows": [_rule_row(group, mapping) for group in groups],
    }
    return render(request, "contests/proposals/rules.html", context)


def _rule_row(group: RuleGroup, mapping: Mapping[str, str]) -> RuleGroupRow:
    return RuleGroupRow(
        name=group.name,
        categories=[_category(rule, mapping[rule.label]) for rule in group.rules],
        rules=[
            (name, rule_words(name)) for name in (f"{group.name}.{key}" for key in group.meanings)
        ],
        lexicons=[LexiconRow(name, len(load())) for name, load in group.lexicons.items()],
    )


def _category(rule: Rule, category: str) -> CategoryRow:
    return CategoryRow(
        rule.label,
        category,
        sorted(rule.needs),
        sorted(rule.after - rule.needs - rule.overrides),
        sorted(rule.overrides - rule.needs),
    )
