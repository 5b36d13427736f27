"""The content of a report: figures, ranks, and each disagreement with its votes."""

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
    """The number of disagreements for one annotated category; no name means missed spans."""

    name: str | None
    category_id: int | None
    supercategory_id: int | None
    count: int


@dataclass(frozen=True)
class Header:
    """The figures of one person after one run."""

    run: int
    at: datetime
    # The factors, with ranks once the run is scored.
    figures: tuple[Figure, ...]
    segment_quality: float | None
    category_quality: float | None
    quality: float | None
    # With other annotators of the same inputs; None if there were none.
    agreement: float | None
    disagreements: int
    shares: tuple[Share, ...]
    rank: int | None
    of: int


@dataclass(frozen=True)
class Vote:
    """The number of annotators with one answer; `words` is None if they annotated nothing."""

    words: str | None
    count: int
    is_right: bool | None


@dataclass(frozen=True)
class Ballot:
    """The votes on the segment or the category of one span, with the reference and the own answer."""

    has_reference: bool
    is_corrected: bool
    reference: str | None
    votes: tuple[Vote, ...]
    voters: int
    own: str | None
    agrees: bool | None


def count_ballot(
    votes: Sequence[tuple[Value | None, int]],
    *,
    voters: int,
    source: str,
    reference: Value | None,
    own: Value | None,
    agrees: bool | None,
    words: Callable[[Value], str],
) -> Ballot:
    """Return the votes on one question, each compared with the reference if there is one."""
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
    """Return a digest that identifies a disagreement from run to run.

    Votes are not part of it: another vote does not make a disagreement new.
    """
    where = (own or reference or (place_start,))[0]
    parts = (input_id, where, own, own_category, reference, reference_category)
    return sha256(repr(parts).encode()).hexdigest()[:32]
