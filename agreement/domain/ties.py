"""Which of several equally good alignments is taken: always the same one.

The rule. Of all alignments of least disorder take those that put the most pairs of identical units (same
start, end and category) together. Of these, go through the units by start, end, category and annotator,
and for each prefer the unitary alignment whose other units come first in that order; one that has a
further unit comes before one that has none.

Every column of a best alignment costs what its units' prices sum up to, and where a gap is left at most
that much more. So the columns that can matter are few, and most units have only one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from agreement.domain.native.compilation import Ints
from agreement.domain.native.nearby import columns_nearby
from agreement.domain.native.problem import TOLERANCE, Measure, Units
from agreement.domain.native.solver import Answers

# Prices are good to a ten-millionth per unit.
LEEWAY = 1e-6
ROOM = 4096
# Beyond that many steps the alignment that the solver found stays: always the same one, too.
MOST_STEPS = 20_000
LARGEST_SET = 200


class _Column(NamedTuple):
    """A unitary alignment that may be part of a best alignment."""

    units: tuple[int, ...]
    cost: float
    # Pairs of identical units in it.
    twins: int


def settle_ties(units: Units, measure: Measure, answers: Answers) -> Ints:
    """Return the clusters of the best alignment that the rule names."""
    cluster, clusters = _numbered_by_first_unit(answers.cluster)
    gap = max(0.0, float(answers.costs[0] - answers.bounds[0]))
    room = ROOM + 4 * len(cluster)
    found, is_complete = columns_nearby(units, measure, answers.prices, gap + LEEWAY, room, 0)
    if not is_complete:
        return cluster
    count = int(found.used[0])
    if count == clusters:
        # As many as are used: there is no other.
        return cluster
    looks = list(zip(*(array.tolist() for array in units), strict=True))
    by_rank = np.array(sorted(range(len(looks)), key=looks.__getitem__))
    rank = {unit: place for place, unit in enumerate(by_rank.tolist())}
    rows = zip(found.units[:count].tolist(), found.costs[:count].tolist(), strict=True)
    columns = [_column(looks, rank, row, cost) for row, cost in rows]
    for tied in _tied(columns, len(rank)):
        _settle(tied, by_rank, cluster)
    return cluster


def _numbered_by_first_unit(cluster: Ints) -> tuple[Ints, int]:
    """Return the clusters under the numbers of their first units, and how many there are."""
    first: dict[int, int] = {}
    numbers = [first.setdefault(number, unit) for unit, number in enumerate(cluster.tolist())]
    return np.array(numbers, np.int64), len(first)


def _column(
    looks: Sequence[tuple[float, ...]], rank: Mapping[int, int], row: Sequence[int], cost: float
) -> _Column:
    members = [unit for unit in row if unit >= 0]
    # All but the annotator.
    kinds = [looks[unit][:3] for unit in members]
    twins = sum(kinds[i] == kinds[j] for i in range(len(kinds)) for j in range(i))
    return _Column(tuple(sorted(rank[i] for i in members)), cost, twins)


def _tied(columns: list[_Column], size: int) -> list[list[_Column]]:
    """Return the columns of each connected set of units that can be aligned in more than one way."""
    parent = list(range(size))

    def root(unit: int) -> int:
        while parent[unit] != unit:
            parent[unit] = parent[parent[unit]]
            unit = parent[unit]
        return unit

    for column in columns:
        for unit in column.units[1:]:
            parent[root(unit)] = root(column.units[0])
    sets: defaultdict[int, list[_Column]] = defaultdict(list)
    for column in columns:
        sets[root(column.units[0])].append(column)
    return [found for found in sets.values() if len(found) > 1]


def _settle(columns: list[_Column], by_rank: Ints, cluster: Ints) -> None:
    """Align a connected set of units by the rule."""
    ranks = sorted({unit for column in columns for unit in column.units})
    present = _present(columns, by_rank, cluster)
    if present is None or len(ranks) > LARGEST_SET:
        return
    search = _Search(columns, sum(column.cost for column in present) + TOLERANCE * len(ranks))
    search.go(frozenset(ranks), (), 0.0, 0)
    if search.steps > MOST_STEPS:
        return
    for column in search.best:
        members = by_rank[list(column.units)]
        cluster[members] = members.min()


def _present(columns: list[_Column], by_rank: Ints, cluster: Ints) -> list[_Column] | None:
    """Return the columns that the solver chose in this set."""
    numbers: dict[int, set[int]] = defaultdict(set)
    for unit in {unit for column in columns for unit in column.units}:
        numbers[int(cluster[by_rank[unit]])].add(unit)
    known = {frozenset(column.units): column for column in columns}
    chosen = [known.get(frozenset(members)) for members in numbers.values()]
    return None if None in chosen else [column for column in chosen if column]


@dataclass
class _Search:
    """Goes through the exact covers of a set of units in the order of the rule."""

    columns: list[_Column]
    most_cost: float
    best: tuple[_Column, ...] = ()
    most_twins: int = -1
    steps: int = 0
    _of: dict[int, list[_Column]] = field(default_factory=dict)
    _dearest: dict[int, float] = field(default_factory=dict)
    _twins: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        of: defaultdict[int, list[_Column]] = defaultdict(list)
        for column in self.columns:
            for unit in column.units:
                of[unit].append(column)
        for unit, found in of.items():
            # Absent units come after all others.
            found.sort(key=lambda column: (*column.units, float("inf")))
            self._dearest[unit] = min(column.cost / len(column.units) for column in found)
            self._twins[unit] = max(column.twins / len(column.units) for column in found)
        self._of = dict(of)

    def go(self, left: frozenset[int], taken: tuple[_Column, ...], cost: float, twins: int) -> None:
        """Cover the units that are left, the first of them first."""
        if not left:
            if cost <= self.most_cost and twins > self.most_twins:
                self.best, self.most_twins = taken, twins
            return
        if cost + sum(self._dearest[unit] for unit in left) > self.most_cost:
            return
        if twins + sum(self._twins[unit] for unit in left) <= self.most_twins:
            return
        for column in self._of[min(left)]:
            self.steps += 1
            if self.steps > MOST_STEPS:
                return
            if left.issuperset(column.units):
                self.go(
                    left.difference(column.units),
                    (*taken, column),
                    cost + column.cost,
                    twins + column.twins,
                )
