"""Votes of a unitary alignment: every annotator has one for a segment and one for a category."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from corpus.domain.spans import Span

Segment = tuple[int, int]
# What each annotator's vote weighs; whole numbers, so that sums do not depend on their order.
Weights = Mapping[str, int]

V = TypeVar("V")

NOTHING, VOTES, CORRECTION = "", "votes", "correction"


@dataclass(frozen=True)
class Ballot(Generic[V]):
    """One value, or *none*, with the votes it got and what they weigh together."""

    value: V | None
    votes: int
    weight: int


@dataclass(frozen=True)
class Decision(Generic[V]):
    """A reference: where it comes from, and the value it names; None says *none*.

    Without a source there is no reference.
    """

    source: str = NOTHING
    value: V | None = None
    # How much stands behind it: the weight of its votes.
    weight: int = 0

    @property
    def is_available(self) -> bool:
        return self.source != NOTHING


@dataclass(frozen=True)
class Votes:
    """What the annotators voted in one place, most votes first."""

    voters: int
    segments: tuple[Ballot[Segment], ...]
    categories: tuple[Ballot[str], ...]

    @property
    def is_unanimous(self) -> bool:
        return len(self.segments) < 2 and len(self.categories) < 2


NO_VOTES = Votes(0, (), ())


def votes_of(units: Mapping[str, Span | None], weights: Weights | None = None) -> Votes:
    """Return the votes for segments and for categories; unweighed, each counts one.

    >>> votes = votes_of({"ana": Span(0, 3, "AGE"), "bob": Span(0, 3, "DATE"), "eva": None})
    >>> [(ballot.value, ballot.votes) for ballot in votes.segments]
    [((0, 3), 2), (None, 1)]
    """
    segments = {who: (unit.start, unit.end) if unit else None for who, unit in units.items()}
    categories = {who: unit.label if unit else None for who, unit in units.items()}
    return Votes(len(units), _count(segments, weights), _count(categories, weights))


def _count(values: Mapping[str, V | None], weights: Weights | None) -> tuple[Ballot[V], ...]:
    votes = Counter(values.values())
    weighed: Counter[V | None] = Counter()
    for annotator, value in values.items():
        weighed[value] += 1 if weights is None else weights[annotator]
    ballots = [Ballot(value, count, weighed[value]) for value, count in votes.items()]
    return tuple(sorted(ballots, key=_most_votes_first))


def _most_votes_first(ballot: Ballot[Any]) -> tuple[int, bool, Any]:
    # None last among equals: it cannot be compared with a value.
    return -ballot.votes, ballot.value is None, ballot.value


def elect(ballots: Sequence[Ballot[V]], *, plurality: bool = False) -> Decision[V]:
    """Return the value with more than half of the votes; by plurality, the single most frequent one.

    >>> elect([Ballot("A", 3, 3), Ballot("B", 3, 3), Ballot("C", 2, 2)]).is_available
    False
    >>> elect([Ballot("A", 3, 3), Ballot("B", 2, 2), Ballot("C", 2, 2)], plurality=True).value
    'A'
    """
    total = sum(ballot.weight for ballot in ballots)
    best = sorted(ballots, key=lambda ballot: -ballot.weight)[:2]
    if not best:
        return Decision()
    # Strictly more: a tie is a dispute, and disputes go to a manager.
    if plurality:
        rest = best[1].weight if len(best) > 1 else 0
        has_won = best[0].weight > rest
    else:
        has_won = 2 * best[0].weight > total
    return Decision(VOTES, best[0].value, best[0].weight) if has_won else Decision()
