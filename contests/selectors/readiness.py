"""What is missing before a contest can be trained for and opened, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from contests.domain import designs
from contests.domain.lifecycle import OPEN, TRAINING
from contests.models import Contest, Membership
from contests.selectors.guidelines import draft_of, latest_revision
from contests.selectors.inputs import is_drawing

STEPS = (
    ABOUT,
    CATEGORIES,
    GUIDELINES,
    INPUTS,
    PRE_ANNOTATION,
    TEAMS,
    TRAINING_STEP,
    SCHEDULE,
    SCORING,
    PEOPLE,
) = (
    "about",
    "categories",
    "guidelines",
    "inputs",
    "pre_annotation",
    "teams",
    "training",
    "schedule",
    "scoring",
    "people",
)
BOTH = frozenset({TRAINING, OPEN})
OPENING = frozenset({OPEN})
# In percent: what rounding leaves of a sum of four shares.
_WEIGHTS_OFF = 0.0005


@dataclass(frozen=True)
class Finding:
    """Something that a step lacks; it keeps the contest from these states, or is only advice."""

    step: str
    code: str
    blocks: frozenset[str] = frozenset()
    details: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class StepState:
    """A step of the set-up with what was found there."""

    key: str
    findings: tuple[Finding, ...]

    @property
    def is_done(self) -> bool:
        return not any(OPEN in finding.blocks for finding in self.findings)


def step_states(contest: Contest) -> list[StepState]:
    """Return all steps in order with what they lack."""
    found = findings(contest)
    return [
        StepState(step, tuple(finding for finding in found if finding.step == step))
        for step in STEPS
    ]


def blocking(contest: Contest, target: str) -> list[Finding]:
    """Return what keeps the contest from this state."""
    return [finding for finding in findings(contest) if target in finding.blocks]


def findings(contest: Contest) -> list[Finding]:
    """Return everything that is missing or worth a thought."""
    return [
        *_about(contest),
        *_categories(contest),
        *_guidelines(contest),
        *_inputs(contest),
        *_pre_annotation(contest),
        *_teams(contest),
        *_training(contest),
        *_schedule(contest),
        *_scoring(contest),
        *_people(contest),
    ]


def _about(contest: Contest) -> Iterator[Finding]:
    if not contest.description.strip():
        yield Finding(ABOUT, "no-description")


def _categories(contest: Contest) -> Iterator[Finding]:
    if not contest.categories.filter(archived_at=None).exists():
        yield Finding(CATEGORIES, "no-categories", BOTH)


def _guidelines(contest: Contest) -> Iterator[Finding]:
    if latest_revision(contest) is None:
        code = "guidelines-unpublished" if draft_of(contest) else "no-guidelines"
        yield Finding(GUIDELINES, code, BOTH)


def _inputs(contest: Contest) -> Iterator[Finding]:
    inputs = contest.inputs.count()
    if is_drawing(contest):
        yield Finding(INPUTS, "inputs-busy", OPENING)
    elif not inputs:
        yield Finding(INPUTS, "no-inputs", OPENING)
    elif inputs < contest.goal_per_annotator:
        details: dict[str, object] = {"inputs": inputs, "goal": contest.goal_per_annotator}
        yield Finding(INPUTS, "fewer-inputs-than-goal", details=details)


def _pre_annotation(contest: Contest) -> Iterator[Finding]:
    if not contest.inputs.exists() or contest.inputs.exclude(proposals=[]).exists():
        return
    groups = designs.group_designs(team_designs(contest))
    is_experiment = any(group.kind != designs.ALIKE for group in groups)
    yield Finding(PRE_ANNOTATION, "nothing-to-compare" if is_experiment else "nothing-proposed")


def team_designs(contest: Contest) -> list[designs.TeamDesign]:
    """Return the teams as the checks of experiments know them."""
    return [
        designs.TeamDesign(
            team.name, team.group.number, team.arm, team.retention, team.perturbation
        )
        for team in contest.teams.select_related("group")
    ]


def _teams(contest: Contest) -> Iterator[Finding]:
    teams = team_designs(contest)
    if not teams:
        yield Finding(TEAMS, "no-teams", OPENING)
    in_sequence = contest.routing == Contest.Routing.SEQUENCE
    for problem in designs.find_problems(teams, in_sequence=in_sequence):
        details: dict[str, object] = {"group": problem.group, "team": problem.team}
        yield Finding(TEAMS, problem.code, OPENING, details)
    for group in designs.group_designs(teams):
        if group.has_several_pairs and not group.problems():
            yield Finding(TEAMS, designs.SEVERAL_PAIRS, details={"group": group.number})


def _training(contest: Contest) -> Iterator[Finding]:
    if not contest.requires_training:
        yield Finding(TRAINING_STEP, "training-off", frozenset({TRAINING}))
        return
    tasks = list(contest.training_tasks.in_use())
    if not tasks:
        yield Finding(TRAINING_STEP, "no-training-tasks", BOTH)
    offered = set(contest.categories.filter(archived_at=None).values_list("label", flat=True))
    labels = {unit.label for task in tasks for unit in task.known_units}
    for label in sorted(labels - offered):
        yield Finding(TRAINING_STEP, "training-label-gone", BOTH, {"label": label})
    if tasks and (silent := offered - labels):
        yield Finding(TRAINING_STEP, "labels-not-trained", details={"count": len(silent)})


def _schedule(contest: Contest) -> Iterator[Finding]:
    if contest.has_ended:
        yield Finding(SCHEDULE, "end-passed", OPENING)
    elif contest.ends_at is None:
        yield Finding(SCHEDULE, "no-end")


def _scoring(contest: Contest) -> Iterator[Finding]:
    weights = (
        contest.tasks_weight,
        contest.annotations_weight,
        contest.throughput_weight,
        contest.quality_weight,
    )
    if abs(sum(weights) - 1) > _WEIGHTS_OFF:
        yield Finding(SCORING, "weights-off", OPENING, {"sum": round(100 * sum(weights), 1)})


def _people(contest: Contest) -> Iterator[Finding]:
    annotators = Membership.objects.present().annotators().filter(contest=contest)
    if not annotators.exists():
        yield Finding(PEOPLE, "no-annotators")
    elif without := annotators.filter(team=None, user__is_active=True).count():
        yield Finding(PEOPLE, "without-team", details={"count": without})
