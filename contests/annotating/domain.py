"""An answer as it comes in, and what makes its units acceptable."""

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
# More than people need, so that one of them alone cannot fill the database.
MOST_UNITS = 1000
MOST_VERSIONS = 50
# By their arrival: what was answered without a network comes all at once, and waits its turn.
MOST_ANSWERS_PER_MINUTE = 300
MOST_UNITS_PER_MINUTE = 10_000
# What one transaction takes of a batch: while it writes, nobody else can on SQLite.
PIECE_ANSWERS = 10
PIECE_UNITS = 1000


@dataclass(frozen=True)
class Traces:
    """How an answer came about, as the page saw it; None where nobody looked."""

    shown_at: datetime | None = None
    first_edit_at: datetime | None = None
    keyboard_edits: int | None = None
    mouse_edits: int | None = None

    def shifted(self, by: timedelta) -> "Traces":
        """Return the same traces by a clock that is ahead of the browser's by this much."""
        return replace(
            self,
            shown_at=self.shown_at and self.shown_at + by,
            first_edit_at=self.first_edit_at and self.first_edit_at + by,
        )


@dataclass(frozen=True)
class Submission:
    """One answer to one task, with the id that the browser gave it."""

    id: UUID
    verdict: str
    answered_at: datetime
    units: tuple[Span, ...] = ()
    duration_ms: int | None = None
    is_flagged: bool = False
    traces: Traces = Traces()


@dataclass
class Allowance:
    """How much of a person's answers is still taken in this minute."""

    answers: int
    units: int

    def spend(self, units: int) -> None:
        """Take one answer with so many units off, or refuse it."""
        if self.answers < 1 or self.units < units:
            raise AnsweredTooFast
        self.answers -= 1
        self.units -= units


def in_pieces(
    answers: Sequence[tuple[int, Submission]],
) -> Iterator[Sequence[tuple[int, Submission]]]:
    """Yield a batch in its order, few answers with few units at a time."""
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
    """Return the units in order of place, or raise what is wrong with them."""
    if submission.units and submission.verdict != ACCEPT:
        raise UnitsWithoutAcceptance
    if len(submission.units) > MOST_UNITS:
        raise TooManyUnits(most=MOST_UNITS)
    return check_units(submission.units, text_length=text_length, labels=labels)


def check_units(units: Sequence[Span], *, text_length: int, labels: Collection[str]) -> list[Span]:
    """Return the units in order of place if they lie in the text, apart, with known labels."""
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
    """How many people who were never shown a proposal answered an input, and every unit that one of them marked."""

    people: int
    units: frozenset[Span]
