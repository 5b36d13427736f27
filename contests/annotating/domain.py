"""An answer as it comes in, and what makes its units acceptable."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

from contests.annotating.errors import UnitOutsideText, UnitsOverlap, UnitsWithoutAcceptance
from contests.categories.errors import UnknownLabel
from text.spans import Span

ACCEPT = "accept"


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


def check_submission(
    submission: Submission, *, text_length: int, labels: Collection[str]
) -> list[Span]:
    """Return the units in order of place, or raise what is wrong with them."""
    if submission.units and submission.verdict != ACCEPT:
        raise UnitsWithoutAcceptance
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
