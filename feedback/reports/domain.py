"""What a report says: figures, ranks, and each disagreement with its votes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TypeVar

from feedback.scores.domain import Figure

Segment = tuple[int, int]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Share:
    """How many disagreements have one own category; without a name: what was left out."""

    name: str | None
    category_id: int | None
    supercategory_id: int | None
    count: int


@dataclass(frozen=True)
class Header:
    """The figures of one person after one run."""

    run: int
    at: datetime
    # What ranks follow from, with the ranks once the run is scored.
    figures: tuple[Figure, ...]
    segment_quality: float | None
    category_quality: float | None
    quality: float | None
    # With the others of the same inputs; null where there were none.
    agreement: float | None
    disagreements: int
    shares: tuple[Share, ...]
    rank: int | None
    of: int


@dataclass(frozen=True)
class Vote:
    """How many had this; without words: marked nothing. Who they are is nobody's business."""

    words: str | None
    count: int
    is_right: bool | None


@dataclass(frozen=True)
class Ballot:
    """One question about a place, segment or category: what stands, the votes, and the own answer."""

    has_reference: bool
    is_corrected: bool
    reference: str | None
    votes: tuple[Vote, ...]
    voters: int
    own: str | None
    agrees: bool | None


def hold_ballot(
    votes: Sequence[tuple[Value | None, int]],
    *,
    voters: int,
    source: str,
    reference: Value | None,
    own: Value | None,
    agrees: bool | None,
    words: Callable[[Value], str],
) -> Ballot:
    """Return the votes on one question, each judged by the reference where there is one."""
    has_reference = bool(source)

    def worded(value: Value | None) -> str | None:
        return None if value is None else words(value)

    return Ballot(
        has_reference=has_reference,
        is_corrected=source == "correction",
        reference=worded(reference),
        votes=tuple(
            Vote(worded(value), count, value == reference if has_reference else None)
            for value, count in votes
        ),
        voters=voters,
        own=worded(own),
        agrees=agrees,
    )


def fingerprint(
    *,
    input_id: int,
    place_start: int,
    own: Segment | None,
    own_category: int | None,
    reference: Segment | None,
    reference_category: int | None,
) -> str:
    """Return by what a disagreement is known again after a run that stored it anew.

    Votes are not part of it: one more of them makes nothing new to learn.
    """
    where = (own or reference or (place_start,))[0]
    parts = (input_id, where, own, own_category, reference, reference_category)
    return sha256(repr(parts).encode()).hexdigest()[:32]
