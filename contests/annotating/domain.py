"""Submitted answers, their limits, and the checks on their units."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

from contests.annotating.errors import (
    AnsweredTooFast,
    TooManyUnits,
    UnitOutsideText,
    UnitsOverlap,
    UnitsWithoutAcceptance,
)
from contests.categories.errors import UnknownLabel
from text.spans import Span

ACCEPT = "accept"
# Well above normal use; prevents one person from filling the database.
MOST_UNITS = 1000
MOST_VERSIONS = 50
# Counted by arrival time: answers given offline arrive together and have to wait.
MOST_ANSWERS_PER_MINUTE = 300
MOST_UNITS_PER_MINUTE = 10_000
# Limits per transaction: on SQLite, nobody else can write meanwhile.
PIECE_ANSWERS = 10
PIECE_UNITS = 1000


@dataclass(frozen=True)
class Traces:
    """Timings and edit counts recorded by the page; None if not recorded."""

    shown_at: datetime | None = None
    first_edit_at: datetime | None = None
    keyboard_edits: int | None = None
    mouse_edits: int | None = None

    def shifted(self, by: timedelta) -> "Traces":
        """Return the traces with all timestamps moved by `by`, to correct the browser's clock."""
        return replace(
            self,
            shown_at=self.shown_at and self.shown_at + by,
            first_edit_at=self.first_edit_at and self.first_edit_at + by,
        )


@dataclass(frozen=True)
class Submission:
    """One answer to one task, with an id chosen by the browser."""

    id: UUID
    verdict: str
    answered_at: datetime
    units: tuple[Span, ...] = ()
    duration_ms: int | None = None
    is_flagged: bool = False
    traces: Traces = Traces()


@dataclass
class Allowance:
    """The answers and units that a person may still send in this minute."""

    answers: int
    units: int

    def spend(self, units: int) -> None:
        """Deduct one answer with this many units; raise AnsweredTooFast if it exceeds the limit."""
        if self.answers < 1 or self.units < units:
            raise AnsweredTooFast
        self.answers -= 1
        self.units -= units


def in_pieces(
    answers: Sequence[tuple[int, Submission]],
) -> Iterator[Sequence[tuple[int, Submission]]]:
    """Split a batch into pieces of limited size, keeping its order."""
    piece: list[tuple[int, Submission]] = []
    units = 0
    for task_id, answer in answers:
        is_full = len(piece) == PIECE_ANSWERS or units + len(answer.units) > PIECE_UNITS
        if piece and is_full:
            yield piece
            piece, units = [], 0
        piece.append((task_id, answer))
        units += len(answer.units)
    if piece:
        yield piece


def check_submission(
    submission: Submission, *, text_length: int, labels: Collection[str]
) -> list[Span]:
    """Return the units sorted by position; raise a Refusal if the answer is invalid."""
    if submission.units and submission.verdict != ACCEPT:
        raise UnitsWithoutAcceptance
    if len(submission.units) > MOST_UNITS:
        raise TooManyUnits(most=MOST_UNITS)
    return check_units(submission.units, text_length=text_length, labels=labels)


def check_units(units: Sequence[Span], *, text_length: int, labels: Collection[str]) -> list[Span]:
    """Return the units sorted by position; raise a Refusal if they leave the text, overlap or have unknown labels."""
    ordered = sorted(units)
    if any(unit.end > text_length for unit in ordered):
        raise UnitOutsideText
    if any(left.end > right.start for left, right in pairwise(ordered)):
        raise UnitsOverlap
    if any(unit.label not in labels for unit in ordered):
        raise UnknownLabel
    return ordered


@dataclass(frozen=True)
class Unprompted:
    """The answers to one input by people who have never seen a proposal: their number and all units."""

    people: int
    units: frozenset[Span]
