"""Ranks in four factors, and the weighted sum of them that makes the order of a contest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

# Sums of ranks that are equal on paper may differ in their last binary digit.
DIGITS = 9


@dataclass(frozen=True)
class Candidate:
    """One person, or one team, with what is ranked; None where it is not available.

    `name` is the alias or the team's name: what decides where all else is equal.
    """

    name: str
    tasks: int
    annotations: int
    throughput: float | None
    quality: float | None


@dataclass(frozen=True)
class Weights:
    """How much each factor weighs."""

    tasks: float = 0.2
    annotations: float = 0.2
    throughput: float = 0.2
    quality: float = 0.4


@dataclass(frozen=True)
class Standing:
    """The rank in each factor, their weighted sum, and the place that follows from it."""

    candidate: Candidate
    tasks: int
    annotations: int
    throughput: int
    quality: int
    total: float
    rank: int


def rank(candidates: Sequence[Candidate], weights: Weights) -> list[Standing]:
    """Return the standings, the first of the contest first.

    >>> ana = Candidate("ana", tasks=100, annotations=80, throughput=6.0, quality=0.9)
    >>> bob = Candidate("bob", tasks=120, annotations=80, throughput=None, quality=0.7)
    >>> [(each.candidate.name, each.annotations, each.total) for each in rank([bob, ana], Weights())]
    [('ana', 1, 1.2), ('bob', 1, 1.6)]
    """
    tasks = _ranks([each.tasks for each in candidates])
    annotations = _ranks([each.annotations for each in candidates])
    throughput = _ranks([each.throughput for each in candidates])
    quality = _ranks([each.quality for each in candidates])
    rows = zip(candidates, tasks, annotations, throughput, quality, strict=True)
    summed = [(row, total_of(row[1:], weights)) for row in rows]
    summed.sort(key=lambda each: (each[1], *_tie_break(each[0][0])))
    return [Standing(*row, total, place) for place, (row, total) in enumerate(summed, 1)]


def total_of(ranks: Sequence[int], weights: Weights) -> float:
    """Return the weighted sum of the ranks in tasks, annotations, throughput and quality."""
    factors = (weights.tasks, weights.annotations, weights.throughput, weights.quality)
    return round(sum(weight * place for weight, place in zip(factors, ranks, strict=True)), DIGITS)


def _tie_break(candidate: Candidate) -> tuple[bool, float, str]:
    """Return a key that is smallest for the higher quality; one that is not available is below 0."""
    quality = candidate.quality
    return quality is None, -(quality or 0), candidate.name


def _ranks(values: Sequence[float | None]) -> list[int]:
    """Return the rank of each value: equal ones share the better rank, missing ones come last."""
    known = sorted((value for value in values if value is not None), reverse=True)
    first: Mapping[float, int] = {value: at for at, value in reversed(list(enumerate(known, 1)))}
    return [len(known) + 1 if value is None else first[value] for value in values]


@dataclass(frozen=True)
class Member:
    """What one member brings to a team."""

    tasks: int
    annotations: int
    throughput: float | None
    quality: float | None


def team_of(name: str, members: Sequence[Member]) -> Candidate:
    """Return a team: sums of tasks and annotations, means of throughput and quality where known.

    >>> team_of("gnocchi", [Member(10, 5, 4.0, None), Member(20, 1, 8.0, 0.5)])
    Candidate(name='gnocchi', tasks=30, annotations=6, throughput=6.0, quality=0.5)
    """
    return Candidate(
        name,
        tasks=sum(each.tasks for each in members),
        annotations=sum(each.annotations for each in members),
        throughput=mean_of_known(each.throughput for each in members),
        quality=mean_of_known(each.quality for each in members),
    )


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of those that are available; None if none is."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
