"""Reading how a contest is pre-annotated: its rules, its state, and samples of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language, gettext, gettext_noop

from contests.categories.selectors import offered_labels
from contests.contest.domain import PRE_ANNOTATION, MissingStep
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.proposals.domain.arms import Arm, Similar, draw_source, shown_units, similar_labels
from contests.proposals.domain.lexicons import OWN_LEXICONS
from contests.proposals.domain.proposer import Proposal, Proposer, Setup, labels_of, match_labels
from contests.proposals.models import PreAnnotation
from contests.teams import domain as designs
from contests.teams.models import Team
from contests.teams.selectors import team_designs
from detection.base import (
    MODEL_WIN,
    MODES,
    PER_LABEL,
    RULES,
    RULES_WIN,
    UNION,
    Choice,
    detector_names,
)
from detection.errors import DetectorUnusable
from detection.phi import BY_LABEL
from detection.rules.own import OwnFormat, OwnWords
from text.labels import readable
from text.spans import Span


@dataclass(frozen=True)
class Draws:
    """The draws of one contest: its seed, and which labels may stand for which."""

    seed: int
    similar: Similar

    @classmethod
    def of(cls, contest: Contest) -> Self:
        return cls(contest.seed, similar_labels(offered_labels(contest), contest.confusable_pairs))

    def shown_to(self, team: Team, item: ContestInput, units: Sequence[Span]) -> list[Span]:
        """Return what a team sees of these units: the same for all its members, whenever asked."""
        source = draw_source(contest_seed=self.seed, team=team.key, text_digest=bytes(item.digest))
        return shown_units(
            units,
            tokens=item.token_bounds,
            arm=Arm(team.retention, team.perturbation),
            similar=self.similar,
            source=source,
        )


_MODE_WORDS = {
    RULES_WIN: gettext_noop("with the rules, which win where both find something"),
    MODEL_WIN: gettext_noop("with the rules, which give way where both find something"),
    UNION: gettext_noop("with the rules; of two that overlap the longer one"),
    PER_LABEL: gettext_noop("with the rules, each for its own categories"),
}


def choice_words(choice: Choice) -> str:
    """Return which detector this is, in the reader's language."""
    if choice.name == RULES:
        return gettext("the rules")
    return f"{choice.name}, {gettext(_MODE_WORDS[choice.mode])}" if choice.mode else choice.name


def offered_choices(chosen: Choice) -> list[tuple[str, str]]:
    """Return every detector, alone and with the rules; also the chosen one where it is gone."""
    others = [Choice(name, mode) for name in detector_names()[1:] for mode in ("", *MODES)]
    choices = [Choice(), *others]
    if chosen.key not in {each.key for each in choices}:
        choices.append(chosen)
    return [(each.key, choice_words(each)) for each in choices]


def settings_of(contest: Contest) -> PreAnnotation:
    """Return how the contest is pre-annotated; the usual way where nobody chose another."""
    return PreAnnotation.objects.filter(contest=contest).first() or PreAnnotation(contest=contest)


def label_mapping(contest: Contest, choice: Choice) -> dict[str, str]:
    """Return for each category of these detectors the contest's label, or nothing."""
    chosen = settings_of(contest).labels
    return match_labels(labels_of(contest.language, choice), offered_labels(contest), chosen)


def setup_of(contest: Contest, detector: str = "") -> Setup:
    """Return all that decides what is proposed now, by the contest's detector or by another's `Choice.key`.

    Raise DetectorUnusable where the detector cannot be asked for its labels.
    """
    settings = settings_of(contest)
    choice = Choice.of(detector, settings.rule_labels) if detector else settings.choice
    labels = tuple(label_mapping(contest, choice).items())
    if not choice.uses_rules:
        return Setup(contest.language, labels=labels, choice=choice)
    offered = set(offered_labels(contest))
    words: dict[str, list[str]] = {}
    for kind, text in contest.lexicon_words.order_by("folded").values_list("kind", "text"):
        words.setdefault(kind, []).append(text)
    formats = contest.number_formats.order_by("pk").values_list("label", "pattern", "trigger")
    return Setup(
        language=contest.language,
        words=tuple(
            OwnWords(own.key, own.label, tuple(words[own.key]))
            for own in OWN_LEXICONS.values()
            if own.key in words
        ),
        formats=tuple(OwnFormat(*each) for each in formats if each[0] in offered),
        labels=labels,
        choice=choice,
    )


def inputs_to_detect(contest: Contest, *, keeps_imported: bool) -> QuerySet[ContestInput]:
    """Return the inputs whose proposals may change."""
    inputs = contest.inputs.order_by("pk")
    if keeps_imported:
        inputs = inputs.filter(Q(reasons__isnull=False) | Q(proposals=[]))
    if contest.state != Contest.State.DRAFT:
        # All members of a team see the same on an input: what the first of them got stays.
        inputs = inputs.filter(tasks=None)
    return inputs


@dataclass(frozen=True)
class Standing:
    """How far the pre-annotation of a contest is."""

    settings: PreAnnotation
    # Of all inputs: gone through by the detector, with proposals from files, already handed out.
    total: int
    detected: int
    imported: int
    given: int
    # Inputs that nobody has looked at yet, and whether anything changed since the others were.
    waiting: int
    is_outdated: bool
    # Why the detector cannot be asked now.
    problem: DetectorUnusable | None

    @property
    def has_begun(self) -> bool:
        return self.settings.computed_at is not None

    @property
    def is_unfinished(self) -> bool:
        return self.has_begun and not self.settings.digest

    @property
    def is_current(self) -> bool:
        is_done = bool(self.settings.digest) and not self.waiting
        return is_done and not self.is_outdated and self.problem is None


def standing(contest: Contest) -> Standing:
    """Return the state of a contest's pre-annotation."""
    settings = settings_of(contest)
    counts = contest.inputs.aggregate(
        total=Count("pk"),
        detected=Count("pk", filter=Q(reasons__isnull=False)),
        imported=Count("pk", filter=Q(reasons__isnull=True) & ~Q(proposals=[])),
    )
    open_now = inputs_to_detect(contest, keeps_imported=settings.keeps_imported)
    digest, problem = settings.digest, None
    try:
        digest = setup_of(contest).digest
    except DetectorUnusable as error:
        problem = error
    return Standing(
        settings=settings,
        given=contest.inputs.filter(tasks__isnull=False).distinct().count(),
        waiting=open_now.filter(reasons__isnull=True).count(),
        is_outdated=bool(settings.digest) and settings.digest != digest,
        problem=problem,
        **counts,
    )


def detecting_key(contest_id: int) -> str:
    """Return the key of the jobs that propose in a contest: one at a time."""
    return f"contests.pre_annotate:{contest_id}"


@dataclass(frozen=True)
class TeamView:
    """What one team is shown of the proposals for an input."""

    team: Team
    units: Sequence[Span]


@dataclass(frozen=True)
class Preview:
    """An input with what is proposed for it, and what each team would see of that."""

    input: ContestInput
    proposals: Sequence[Proposal]
    is_imported: bool
    views: Sequence[TeamView]


def sample_inputs(contest: Contest, *, count: int, seed: int) -> list[ContestInput]:
    """Return some inputs, the same ones for the same seed."""
    total = contest.inputs.count()
    places = Random(f"{contest.pk}|{seed}").sample(range(total), min(count, total))  # noqa: S311
    inputs = contest.inputs.order_by("pk")
    return [inputs[place] for place in places]


def preview(contest: Contest, inputs: Sequence[ContestInput], proposer: Proposer) -> list[Preview]:
    """Return what the detector would propose for these inputs now, team by team."""
    keeps_imported = settings_of(contest).keeps_imported
    teams = list(contest.teams.select_related("group"))
    draws = Draws.of(contest)
    return [_preview(item, proposer, keeps_imported, teams, draws) for item in inputs]


def _preview(
    item: ContestInput,
    proposer: Proposer,
    keeps_imported: bool,
    teams: Sequence[Team],
    draws: Draws,
) -> Preview:
    is_imported = keeps_imported and item.reasons is None and bool(item.proposals)
    proposals = () if is_imported else proposer.propose(item.text).proposals
    units = (
        [Span(*unit) for unit in item.proposals]
        if is_imported
        else [Span(each.start, each.end, each.label) for each in proposals]
    )
    views = [TeamView(team, draws.shown_to(team, item, units)) for team in teams]
    return Preview(item, proposals, is_imported, views)


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: proposals, where there are inputs for them."""
    if not contest.inputs.exists() or contest.inputs.exclude(proposals=[]).exists():
        return
    groups = designs.group_designs(team_designs(contest))
    if any(group.kind != designs.ALIKE for group in groups):
        message = gettext_noop(
            "Teams are to see different pre-annotations, but no input has any yet."
        )
        yield MissingStep(PRE_ANNOTATION, "nothing-to-compare", message)
    else:
        message = gettext_noop("Nothing is proposed yet: let the detector go through the inputs.")
        yield MissingStep(PRE_ANNOTATION, "nothing-proposed", message)


def detector_name(label: str) -> str:
    """Return the name of one of the detector's categories in the reader's language."""
    known = BY_LABEL.get(label)
    return known.name.in_language(get_language()) if known else readable(label)
