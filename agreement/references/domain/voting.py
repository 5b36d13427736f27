"""Votes of a unitary alignment: every annotator has one for a segment and one for a category."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Self, TypeVar

from text.spans import Span

# Votes weigh whole numbers of this: a weight is the same on every machine, and so is a sum.
WEIGHT_UNIT = 10**9

# Above this a task was interrupted: its duration says nothing of the person.
LONGEST_TASK_MS = 5 * 60 * 1000


@dataclass(frozen=True)
class Score:
    """Agreements and disagreements with the reference, segments and categories apart."""

    segment_agreements: int = 0
    segment_disagreements: int = 0
    category_agreements: int = 0
    category_disagreements: int = 0
    # Places where either disagrees.
    penalties: int = 0

    def __add__(self, other: Self) -> "Score":
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)))

    def __sub__(self, other: Self) -> "Score":
        return Score(*(getattr(self, f.name) - getattr(other, f.name) for f in fields(Score)))

    @property
    def segment_quality(self) -> float | None:
        return _share(self.segment_agreements, self.segment_disagreements)

    @property
    def category_quality(self) -> float | None:
        return _share(self.category_agreements, self.category_disagreements)

    @property
    def quality(self) -> float | None:
        """The mean of the two; of the one there is, where only one kind of reference exists."""
        known = [one for one in (self.segment_quality, self.category_quality) if one is not None]
        return sum(known) / len(known) if known else None


# Two votes make a reference only where they agree: whoever is judged by it would always be right.
LEAST_VOTES = 3


@dataclass(frozen=True)
class Concord:
    """How many votes of others a person met, and how many were the same as their own."""

    others: int = 0
    same_segments: int = 0
    same_categories: int = 0

    def __add__(self, other: Self) -> "Concord":
        return Concord(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Concord)))

    @property
    def share(self) -> float | None:
        """The mean of the two shares; None where nobody else voted."""
        same = self.same_segments + self.same_categories
        return same / (2 * self.others) if self.others else None


def _share(agreements: int, disagreements: int) -> float | None:
    total = agreements + disagreements
    return agreements / total if total else None


def weights_of(scores: Mapping[str, Score]) -> dict[str, int]:
    """Return what each annotator's vote weighs: the quality index, without one the mean of the others.

    >>> weights = weights_of({"ana": Score(3, 1, 3, 1), "bob": Score(1, 1, 1, 1), "eva": Score()})
    >>> [weight / WEIGHT_UNIT for weight in weights.values()]
    [0.75, 0.5, 0.625]
    """
    known = {
        who: round(WEIGHT_UNIT * score.quality)
        for who, score in scores.items()
        if score.quality is not None
    }
    mean = round(sum(known.values()) / len(known)) if known else WEIGHT_UNIT
    return {who: known.get(who, mean) for who in scores}


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
    segments = {who: unit.extent if unit else None for who, unit in units.items()}
    categories = {who: unit.label if unit else None for who, unit in units.items()}
    return Votes(len(units), _count(segments, weights), _count(categories, weights))


def concords(places: Iterable[Mapping[str, Span | None]]) -> dict[str, Concord]:
    """Return how each annotator agrees with the others in these places; to mark nothing is a vote, too.

    >>> found = concords([{"ana": Span(0, 3, "AGE"), "bob": Span(0, 3, "DATE"), "eva": None}])
    >>> found["ana"], found["eva"].share
    (Concord(others=2, same_segments=1, same_categories=0), 0.0)
    """
    found: dict[str, Concord] = {}
    for units in places:
        extents = {who: unit.extent if unit else None for who, unit in units.items()}
        labels = {who: unit.label if unit else None for who, unit in units.items()}
        same_extents, same_labels = Counter(extents.values()), Counter(labels.values())
        for who in units:
            found[who] = found.get(who, Concord()) + Concord(
                others=len(units) - 1,
                same_segments=same_extents[extents[who]] - 1,
                same_categories=same_labels[labels[who]] - 1,
            )
    return found


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


@dataclass(frozen=True)
class Judgement:
    """What one annotator had in one place; agreement is None where there is no reference."""

    annotator: str
    unit: Span | None
    segment_agrees: bool | None
    category_agrees: bool | None

    @property
    def is_penalised(self) -> bool:
        """Whether either disagrees: one penalty."""
        return self.segment_agrees is False or self.category_agrees is False


def judge(
    units: Mapping[str, Span | None], segment: Decision[Segment], category: Decision[str]
) -> tuple[Judgement, ...]:
    """Return a judgement for every annotator, in their order."""
    return tuple(_judge(who, unit, segment, category) for who, unit in units.items())


def _judge(
    annotator: str, unit: Span | None, segment: Decision[Segment], category: Decision[str]
) -> Judgement:
    return Judgement(
        annotator=annotator,
        unit=unit,
        segment_agrees=_agrees(unit.extent if unit else None, segment),
        category_agrees=_agrees(unit.label if unit else None, category),
    )


def _agrees(own: V | None, reference: Decision[V]) -> bool | None:
    return own == reference.value if reference.is_available else None


def score(judgements: Iterable[Judgement]) -> Score:
    """Return how often one annotator agreed and disagreed."""
    given = list(judgements)
    return Score(
        segment_agreements=sum(one.segment_agrees is True for one in given),
        segment_disagreements=sum(one.segment_agrees is False for one in given),
        category_agreements=sum(one.category_agrees is True for one in given),
        category_disagreements=sum(one.category_agrees is False for one in given),
        penalties=sum(one.is_penalised for one in given),
    )


def scores(judged: Mapping[str, Sequence[Judgement]], *, voters: int) -> dict[str, Score]:
    """Return the score of each annotator; below three votes only what penalties there are."""
    found = {who: score(judgements) for who, judgements in judged.items()}
    if voters >= LEAST_VOTES:
        return found
    return {who: Score(penalties=one.penalties) for who, one in found.items()}
