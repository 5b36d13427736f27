"""The factors of the rank, and the weighted sum of ranks that makes the order of a contest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Protocol

from text.errors import gettext_noop as _

# Sums of ranks that are equal on paper may differ in their last binary digit.
DIGITS = 9
MINUTE_MS = 60_000
# How values are written. A team has the sum of its members' counts and the mean of other values.
COUNT, PER_MINUTE, INDEX = "count", "per-minute", "index"


class Tally(Protocol):
    """A person's sums after a run, from which factors are computed."""

    answered: int
    accepted: int
    annotations: int
    timed: int
    timed_ms: int
    segment_quality: float | None
    category_quality: float | None
    quality: float | None


@dataclass(frozen=True)
class Factor:
    """A value by which people and teams are ranked; higher is better unless `is_less_better`."""

    key: str
    title: str
    explanation: str
    value: Callable[[Tally], float | None]
    unit: str
    is_less_better: bool = False
    # The default in a new contest.
    weight: float = 0


def throughput(tally: Tally) -> float | None:
    """Return the tasks per minute; None where no duration is known."""
    return MINUTE_MS * tally.timed / tally.timed_ms if tally.timed_ms else None


# To add a factor, add an entry: settings, ranks, pages, e-mails, charts and API follow this list.
FACTORS: list[Factor] = [
    Factor(
        "tasks",
        _("Accepted tasks"),
        _("Rejected and ignored tasks do not count."),
        lambda tally: tally.accepted,
        COUNT,
        weight=0.2,
    ),
    Factor(
        "annotations",
        _("Annotations"),
        _("Spans in accepted tasks."),
        lambda tally: tally.annotations,
        COUNT,
        weight=0.2,
    ),
    Factor(
        "throughput",
        _("Tasks per minute"),
        _(
            "Number of tasks divided by the time spent on them. Tasks over five minutes do "
            "not count."
        ),
        throughput,
        PER_MINUTE,
        weight=0.2,
    ),
    Factor(
        "quality",
        _("Quality index"),
        _(
            "The mean of the segment and category figures. Only inputs with at least three "
            "votes count, because two votes make a reference only where they agree. Until "
            "then, it is not yet known."
        ),
        lambda tally: tally.quality,
        INDEX,
        weight=0.4,
    ),
]

Values = Mapping[str, float | None]
Weights = Mapping[str, float]


# By identity: two candidates may have the same values.
@dataclass(frozen=True, eq=False)
class Candidate:
    """One person or team with the value of each factor; None if it is unknown.

    `name` (the alias or team name) breaks ties.
    """

    name: str
    values: Values


@dataclass(frozen=True)
class Standing:
    """The rank in each factor, their weighted sum, and the final rank."""

    candidate: Candidate
    ranks: Mapping[str, int]
    total: float
    rank: int

    @property
    def stored(self) -> dict[str, Any]:
        """The fields to store in a Score."""
        same = {"ranks": self.ranks, "total": self.total, "rank": self.rank}
        return {"values": self.candidate.values, **same}


def values_of(tally: Tally) -> dict[str, float | None]:
    """Return the value of each factor."""
    return {factor.key: factor.value(tally) for factor in FACTORS}


def rank(candidates: Sequence[Candidate], weights: Weights) -> list[Standing]:
    """Return the standings, best first.

    >>> ana = Candidate("ana", {"tasks": 100, "annotations": 80, "throughput": 6.0, "quality": 0.9})
    >>> bob = Candidate("bob", {"tasks": 120, "annotations": 80, "throughput": None, "quality": 0.7})
    >>> weights = {"tasks": 0.2, "annotations": 0.2, "throughput": 0.2, "quality": 0.4}
    >>> [(each.candidate.name, each.ranks["annotations"], each.total) for each in rank([bob, ana], weights)]
    [('ana', 1, 1.2), ('bob', 1, 1.6)]
    """
    columns = {
        factor.key: _ranks([each.values.get(factor.key) for each in candidates], factor)
        for factor in FACTORS
    }
    rows = []
    for at, candidate in enumerate(candidates):
        ranks = {key: places[at] for key, places in columns.items()}
        rows.append((candidate, ranks, total_of(ranks, weights)))
    rows.sort(key=lambda row: (row[2], *_tie_break(row[0])))
    return [Standing(*row, place) for place, row in enumerate(rows, 1)]


def total_of(ranks: Mapping[str, int], weights: Weights) -> float:
    """Return the weighted sum of the ranks."""
    return round(sum(weights.get(key, 0) * place for key, place in ranks.items()), DIGITS)


def _tie_break(candidate: Candidate) -> tuple[bool, float, str]:
    """Return a sort key: higher quality first, unknown quality last, then by name."""
    quality = candidate.values.get("quality")
    return quality is None, -(quality or 0), candidate.name


def _ranks(values: Sequence[float | None], factor: Factor) -> list[int]:
    """Return the rank of each value: equal values share the better rank, missing ones come last."""
    known = sorted(
        (value for value in values if value is not None), reverse=not factor.is_less_better
    )
    first: Mapping[float, int] = {value: at for at, value in reversed(list(enumerate(known, 1)))}
    return [len(known) + 1 if value is None else first[value] for value in values]


def team_of(name: str, members: Sequence[Values]) -> Candidate:
    """Return a team with the sums of its members' counts and the means of their other known values.

    >>> ana, bob = {"tasks": 10, "throughput": 4.0}, {"tasks": 20, "throughput": 8.0}
    >>> team_of("gnocchi", [ana, bob]).values["tasks"], team_of("gnocchi", [ana, bob]).values["throughput"]
    (30, 6.0)
    """
    return Candidate(
        name,
        {
            factor.key: (_sum if factor.unit == COUNT else mean_of_known)(
                [each.get(factor.key) for each in members]
            )
            for factor in FACTORS
        },
    )


def _sum(values: Iterable[float | None]) -> float:
    return sum(value or 0 for value in values)


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of the known values; None without any."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


@dataclass(frozen=True)
class Figure:
    """A person's or team's value and rank in one factor, with its weight in the contest."""

    factor: Factor
    value: float | None
    rank: int | None
    weight: float


def factors_in(weights: Weights) -> list[Factor]:
    """Return the factors that a contest weights, in the order of FACTORS."""
    return [factor for factor in FACTORS if factor.key in weights]


def figures_of(values: Values, ranks: Mapping[str, int], weights: Weights) -> tuple[Figure, ...]:
    """Return each factor that a contest weights, with a value and a rank."""
    return tuple(
        Figure(factor, values.get(factor.key), ranks.get(factor.key), weights[factor.key])
        for factor in factors_in(weights)
    )
