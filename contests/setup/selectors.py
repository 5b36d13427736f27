"""What is missing before a contest can be trained for and opened, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from contests.categories.selectors import _categories
from contests.contest import domain as lifecycle
from contests.contest.domain import ABOUT, OPEN, OPENING, SCHEDULE, SCORING, Finding
from contests.contest.domain import STEPS as STEPS_of_readiness
from contests.contest.models import Contest
from contests.guidelines.selectors import _guidelines
from contests.inputs.services import _inputs
from contests.people.selectors import _people
from contests.proposals.selectors import _pre_annotation
from contests.teams.selectors import _teams
from contests.training.selectors import _training

# In percent: what rounding leaves of a sum of four shares.
_WEIGHTS_OFF = 0.0005


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
        for step in STEPS_of_readiness
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


Words = tuple[Promise, Promise]
# What a step is called on its button, and what it does.
STEPS: dict[tuple[str, str], Words] = {
    (lifecycle.DRAFT, lifecycle.TRAINING): (
        gettext_lazy("Begin the training"),
        gettext_lazy(
            "Annotators see the contest, read the guidelines and train. Answers do not count yet, "
            "and everything can still change."
        ),
    ),
    (lifecycle.DRAFT, lifecycle.OPEN): (
        gettext_lazy("Open the contest"),
        gettext_lazy(
            "Annotators get tasks from the first day on. Inputs, teams and arms can then no longer "
            "change, and the contest cannot go back to preparation."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.OPEN): (
        gettext_lazy("Open the contest"),
        gettext_lazy(
            "Annotators get tasks from the first day on, once they have trained. Inputs, teams and "
            "arms can then no longer change, and the contest cannot go back."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.DRAFT): (
        gettext_lazy("Back to preparation"),
        gettext_lazy("Annotators no longer see the contest. What they have trained stays."),
    ),
    (lifecycle.OPEN, lifecycle.CLOSED): (
        gettext_lazy("Close the contest"),
        gettext_lazy(
            "Nobody can answer any more. Answers given until now that are still on their way are "
            "taken for 24 hours. You can open it again."
        ),
    ),
    (lifecycle.CLOSED, lifecycle.OPEN): (
        gettext_lazy("Open it again"),
        gettext_lazy("Annotators can answer again; ranks and results go on changing."),
    ),
    (lifecycle.CLOSED, lifecycle.ARCHIVED): (
        gettext_lazy("Archive the contest"),
        gettext_lazy(
            "Everything stays as it is and can be read; nothing can be changed, not even its people."
        ),
    ),
    (lifecycle.ARCHIVED, lifecycle.CLOSED): (
        gettext_lazy("Take it out of the archive"),
        gettext_lazy("The contest is closed again: results can be reviewed and people managed."),
    ),
}
PERMISSIONS: dict[str, Promise] = {
    lifecycle.SEE: gettext_lazy("annotators see the contest"),
    lifecycle.JOIN: gettext_lazy("people can join"),
    lifecycle.TRAIN: gettext_lazy("annotators can train"),
    lifecycle.ANSWER: gettext_lazy("answers count"),
    lifecycle.DESCRIBE: gettext_lazy("description, goal, dates and prizes can change"),
    lifecycle.CATEGORISE: gettext_lazy("categories can change"),
    lifecycle.DRAW: gettext_lazy("inputs can be drawn and removed"),
    lifecycle.ARRANGE: gettext_lazy("teams, arms and order of inputs can change"),
    lifecycle.TEACH: gettext_lazy("training tasks can change"),
    lifecycle.SCORE: gettext_lazy("scoring can change"),
    lifecycle.MANAGE_PEOPLE: gettext_lazy("people can be moved and removed"),
    lifecycle.CHAT: gettext_lazy("people can write in the chat"),
}


@dataclass(frozen=True)
class StepAhead:
    """A step that leads on from a contest's state, and what is missing for it."""

    move: lifecycle.Move
    title: str
    words: str
    missing: tuple[Finding, ...]
    needs_end: bool

    @property
    def is_free(self) -> bool:
        return not self.missing


def steps_ahead(contest: Contest) -> list[StepAhead]:
    """Return where a contest can go from its state, the way forward first."""
    return [_step_ahead(contest, move) for move in lifecycle.moves_from(contest.state)]


def _step_ahead(contest: Contest, move: lifecycle.Move) -> StepAhead:
    title, words = STEPS[move.source, move.target]
    is_forward = move.source in (lifecycle.DRAFT, lifecycle.TRAINING) and not move.is_back
    reopens = (move.source, move.target) == (lifecycle.CLOSED, lifecycle.OPEN)
    return StepAhead(
        move,
        str(title),
        str(words),
        tuple(blocking(contest, move.target)) if is_forward else (),
        needs_end=reopens and contest.has_ended,
    )


@dataclass(frozen=True)
class StateRow:
    """A state with what it permits, in words."""

    state: str
    title: str
    permits: tuple[str, ...]
    is_current: bool


def state_rows(contest: Contest) -> list[StateRow]:
    """Return all states in order, with what each permits."""
    return [
        StateRow(
            state.value,
            str(state.label),
            tuple(
                str(PERMISSIONS[action])
                for action in lifecycle.ACTIONS
                if lifecycle.permits(state.value, action)
            ),
            contest.state == state.value,
        )
        for state in Contest.State
    ]
