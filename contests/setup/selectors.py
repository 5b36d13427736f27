"""What is missing before a contest can be trained for and opened, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from contests.annotating.models import AnnotationTask
from contests.categories.selectors import missing_steps as missing_categories
from contests.contest import domain as lifecycle
from contests.contest.domain import ABOUT, OPEN, OPENING, SCHEDULE, SCORING, STEPS, MissingStep
from contests.contest.models import Contest
from contests.guidelines.selectors import missing_steps as missing_guidelines
from contests.inputs.selectors import missing_steps as missing_inputs
from contests.people.selectors import missing_steps as missing_people
from contests.proposals.selectors import missing_steps as missing_proposals
from contests.teams.selectors import missing_steps as missing_teams
from contests.training.selectors import missing_steps as missing_training
from web.figures import figure

# In percent: what rounding leaves of a sum of four shares.
_WEIGHTS_OFF = 0.0005


@dataclass(frozen=True)
class StepState:
    """A step of the set-up with what it lacks."""

    key: str
    missing: tuple[MissingStep, ...]

    @property
    def is_done(self) -> bool:
        return not any(OPEN in each.blocks for each in self.missing)


def step_states(contest: Contest) -> list[StepState]:
    """Return all steps in order with what they lack."""
    missing = missing_steps(contest)
    return [StepState(step, tuple(each for each in missing if each.step == step)) for step in STEPS]


def blocking(contest: Contest, target: str) -> list[MissingStep]:
    """Return what keeps the contest from this state."""
    return [each for each in missing_steps(contest) if target in each.blocks]


def missing_steps(contest: Contest) -> list[MissingStep]:
    """Return everything that is missing or worth a thought, in the order of the steps."""
    found = [
        *_missing_settings(contest),
        *missing_categories(contest),
        *missing_guidelines(contest),
        *missing_inputs(contest),
        *missing_proposals(contest),
        *missing_teams(contest),
        *missing_training(contest),
        *missing_people(contest),
    ]
    return sorted(found, key=lambda each: STEPS.index(each.step))


def _missing_settings(contest: Contest) -> Iterator[MissingStep]:
    if not contest.description.strip():
        message = gettext_noop("Tell annotators what the contest is about.")
        yield MissingStep(ABOUT, "no-description", message)
    if contest.has_ended:
        message = gettext_noop("The last day has passed: choose another one.")
        yield MissingStep(SCHEDULE, "end-passed", message, OPENING)
    elif contest.ends_at is None:
        message = gettext_noop("There is no last day: the contest runs until a manager closes it.")
        yield MissingStep(SCHEDULE, "no-end", message)
    if contest.routing == Contest.Routing.COVERAGE and contest.annotators_per_input < ENOUGH_VOTES:
        message = gettext_noop(
            "With fewer than three annotators per input nobody’s quality becomes known: it decides "
            "nothing in the rank, all votes weigh the same, and lone answers stay out of releases."
        )
        yield MissingStep(SCHEDULE, "few-annotators", message)
    total = sum(contest.rank_weights.values())
    if abs(total - 1) > _WEIGHTS_OFF:
        message = gettext_noop("The weights of the rank sum up to %(sum)s %%, not to 100 %%.")
        details: dict[str, object] = {"sum": round(100 * total, 1)}
        yield MissingStep(SCORING, "weights-off", message, OPENING, details)


# Below that a reference exists only where all agree, and says nothing of anyone.
ENOUGH_VOTES = 3

Words = tuple[Promise, Promise]
# What a move is called on its button, and what it does.
MOVES: dict[tuple[str, str], Words] = {
    (lifecycle.DRAFT, lifecycle.TRAINING): (
        _("Begin the training"),
        _(
            "Annotators see the contest, read the guidelines and train. Answers do not count yet, "
            "and everything can still change."
        ),
    ),
    (lifecycle.DRAFT, lifecycle.OPEN): (
        _("Open the contest"),
        _(
            "Annotators get tasks from the first day on. Inputs, teams and arms can then no longer "
            "change, and the contest cannot go back to preparation."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.OPEN): (
        _("Open the contest"),
        _(
            "Annotators get tasks from the first day on, once they have trained. Inputs, teams and "
            "arms can then no longer change, and the contest cannot go back."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.DRAFT): (
        _("Back to preparation"),
        _("Annotators no longer see the contest. What they have trained stays."),
    ),
    (lifecycle.OPEN, lifecycle.CLOSED): (
        _("Close the contest"),
        _(
            "Nobody can answer any more. Answers given until now that are still on their way are "
            "taken for 24 hours. You can open it again."
        ),
    ),
    (lifecycle.CLOSED, lifecycle.OPEN): (
        _("Open it again"),
        _("Annotators can answer again; ranks and results go on changing."),
    ),
    (lifecycle.CLOSED, lifecycle.ARCHIVED): (
        _("Archive the contest"),
        _(
            "Everything stays as it is and can be read; nothing can be changed, not even its people."
        ),
    ),
    (lifecycle.ARCHIVED, lifecycle.CLOSED): (
        _("Take it out of the archive"),
        _("The contest is closed again: results can be reviewed and people managed."),
    ),
}
PERMISSIONS: dict[str, Promise] = {
    lifecycle.SEE: _("annotators see the contest"),
    lifecycle.JOIN: _("people can join"),
    lifecycle.TRAIN: _("annotators can train"),
    lifecycle.ANSWER: _("answers count"),
    lifecycle.DESCRIBE: _("description, goal, dates and prizes can change"),
    lifecycle.CATEGORISE: _("categories can change"),
    lifecycle.DRAW: _("inputs can be drawn and removed"),
    lifecycle.ARRANGE: _("teams, arms and order of inputs can change"),
    lifecycle.TEACH: _("training tasks can change"),
    lifecycle.SCORE: _("scoring can change"),
    lifecycle.MANAGE_PEOPLE: _("people can be moved and removed"),
    lifecycle.CHAT: _("people can write in the chat"),
}


@dataclass(frozen=True)
class StepAhead:
    """A step that leads on from a contest's state, and what is missing for it."""

    move: lifecycle.Move
    title: str
    words: str
    missing: tuple[MissingStep, ...]
    needs_end: bool

    @property
    def is_free(self) -> bool:
        return not self.missing


def steps_ahead(contest: Contest) -> list[StepAhead]:
    """Return where a contest can go from its state, the way forward first."""
    return [_step_ahead(contest, move) for move in lifecycle.moves_from(contest.state)]


def _step_ahead(contest: Contest, move: lifecycle.Move) -> StepAhead:
    title, words = MOVES[move.source, move.target]
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


def told_of_contest(contest: Contest) -> list[str]:
    """Return in sentences what a contest holds."""
    members = contest.memberships.count()
    inputs = contest.inputs.count()
    answered = AnnotationTask.objects.filter(
        input__contest=contest, answered_at__isnull=False
    ).count()
    return [
        ngettext("%(n)s input.", "%(n)s inputs.", inputs) % {"n": figure(inputs)},
        ngettext("%(n)s answered task.", "%(n)s answered tasks.", answered)
        % {"n": figure(answered)},
        ngettext("%(n)s membership.", "%(n)s memberships.", members) % {"n": figure(members)},
        gettext("Its guidelines, training tasks, chat, runs, references and scores."),
    ]
