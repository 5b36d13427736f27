"""The states of a contest: what each permits, which follow, and until when answers are taken.

The tables are the rule: services ask them, pages show them, and `docs/contests.md` prints them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

DRAFT, TRAINING, OPEN, CLOSED, ARCHIVED = STATES = (
    "draft",
    "training",
    "open",
    "closed",
    "archived",
)

# What a state may permit.
SEE = "see"  # annotators see the contest
JOIN = "join"  # people join as annotators, by invitation or by the contest's link
TRAIN = "train"
ANSWER = "answer"
DESCRIBE = "describe"  # name, description, prizes, dates, goal
CATEGORISE = "categorise"
DRAW = "draw"  # inputs come and go
ARRANGE = "arrange"  # groups, teams, arms, order of inputs: what tasks are made from
TEACH = "teach"  # training tasks and their rules
SCORE = "score"  # weights, votes, dissimilarity, threshold: results are computed anew
MANAGE_PEOPLE = "manage-people"
CHAT = "chat"  # those who see the contest write to each other
ACTIONS = (
    SEE,
    JOIN,
    TRAIN,
    ANSWER,
    DESCRIBE,
    CATEGORISE,
    DRAW,
    ARRANGE,
    TEACH,
    SCORE,
    MANAGE_PEOPLE,
    CHAT,
)

_PREPARING = {JOIN, DESCRIBE, CATEGORISE, DRAW, ARRANGE, TEACH, SCORE, MANAGE_PEOPLE, CHAT}
PERMITTED: dict[str, frozenset[str]] = {
    DRAFT: frozenset(_PREPARING),
    TRAINING: frozenset(_PREPARING | {SEE, TRAIN}),
    OPEN: frozenset(
        {SEE, JOIN, TRAIN, ANSWER, DESCRIBE, CATEGORISE, TEACH, SCORE, MANAGE_PEOPLE, CHAT}
    ),
    CLOSED: frozenset({SEE, SCORE, MANAGE_PEOPLE, CHAT}),
    ARCHIVED: frozenset({SEE}),
}


@dataclass(frozen=True)
class Move:
    """A step from one state to another."""

    source: str
    target: str
    # Whether it can be taken back without anyone losing anything; if not, a page asks first.
    is_gentle: bool = False

    @property
    def is_back(self) -> bool:
        return STATES.index(self.target) < STATES.index(self.source)


MOVES = (
    Move(DRAFT, TRAINING, is_gentle=True),
    Move(DRAFT, OPEN),
    Move(TRAINING, OPEN),
    Move(TRAINING, DRAFT),
    Move(OPEN, CLOSED),
    Move(CLOSED, ARCHIVED),
    Move(CLOSED, OPEN),
    Move(ARCHIVED, CLOSED, is_gentle=True),
)

# An outbox may wait for the network: what was answered in time is taken so much later, no more.
# Longer, and a browser whose clock is set back could answer for days after the end.
LATE_ARRIVAL = timedelta(hours=24)


def permits(state: str, action: str) -> bool:
    """Return whether a contest in this state permits this."""
    return action in PERMITTED[state]


def moves_from(state: str) -> tuple[Move, ...]:
    """Return the steps that lead on from a state, forward ones first."""
    found = [move for move in MOVES if move.source == state]
    return tuple(sorted(found, key=lambda move: move.is_back))


def find_move(source: str, target: str) -> Move | None:
    """Return the step between two states, if there is one."""
    return next((move for move in moves_from(source) if move.target == target), None)


@dataclass(frozen=True)
class Schedule:
    """The state of a contest with the moments that bound it."""

    state: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    # Set while it is closed: by a manager, or by its last day.
    closed_at: datetime | None = None

    @property
    def end(self) -> datetime | None:
        """Return from when on nothing more can be answered."""
        moments = [moment for moment in (self.ends_at, self.closed_at) if moment is not None]
        return min(moments, default=None)

    def takes(self, *, answered: datetime, arriving: datetime) -> bool:
        """Return whether an answer given at one moment and arriving at another counts."""
        is_late_only = self.state == CLOSED and self.closed_at is not None
        if not (permits(self.state, ANSWER) or is_late_only):
            return False
        has_begun = self.starts_at is None or self.starts_at <= answered
        if self.end is None:
            return has_begun
        return has_begun and answered <= self.end and arriving <= self.end + LATE_ARRIVAL

    def stage(self, now: datetime, *, trains: bool) -> str:
        """Return what people can do now, as a state, or nothing where there is nothing to tell them.

        A contest that is open before its first day is a training to them, if it has one.
        """
        if self.state == OPEN and self.starts_at is not None and self.starts_at > now:
            return TRAINING if trains else ""
        return self.state if self.state in (TRAINING, OPEN, CLOSED) else ""

    def is_due_to_close(self, now: datetime) -> bool:
        """Return whether its last day has passed while it is still open."""
        return self.state == OPEN and self.ends_at is not None and self.ends_at < now


MOST_INPUTS = 200_000


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


@dataclass(frozen=True)
class MissingStep:
    """Something that a step of the set-up lacks; it blocks these states, or is only advice."""

    step: str
    code: str
    # In English, marked for translation by whoever finds it.
    message: str
    blocks: frozenset[str] = frozenset()
    details: dict[str, object] = field(default_factory=dict)


class RankFactor(Protocol):
    """A factor of the rank, as far as a contest weighs it."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def weight(self) -> float: ...


_lists: list[Sequence[RankFactor]] = []


def register_factors(factors: Sequence[RankFactor]) -> None:
    """Let contests weigh the factors that a later stage ranks people by."""
    _lists.append(factors)


def rank_factors() -> list[RankFactor]:
    """Return all factors that a contest can weigh."""
    return [factor for factors in _lists for factor in factors]
