"""Which of several equally good alignments is taken: always the same one.

The rule. Of all alignments of least disorder take those that put the most pairs of identical units (same
start, end and category) together. Of these, go through the units by start, end, category and annotator,
and for each prefer the unitary alignment whose other units come first in that order; one that has a
further unit comes before one that has none.

Every column of a best alignment costs what its units' prices sum up to, and where a gap is left at most
that much more. So the columns that can matter are few, and most units have only one.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gamma.native.nearby import columns_nearby
from gamma.native.pricing import OFFENCE
from gamma.native.problem import TOLERANCE, Ints, Measure, Units
from gamma.native.solver import NEARLY, Answers

ROOM = 4096
# Beyond that many steps the alignment that the solver found stays: always the same one, too.
MOST_STEPS = 20_000


class _Column(NamedTuple):
    """A unitary alignment that may be part of a best alignment: its units as ranks and as bits."""

    units: tuple[int, ...]
    bits: int
    # What it costs beyond the prices of its units.
    extra: float
    # Pairs of identical units in it.
    twins: int


def settle_ties(units: Units, measure: Measure, answers: Answers) -> Ints:
    """Return the clusters of the best alignment that the rule names."""
    cluster = _numbered_by_first_unit(answers.cluster)
    gap = max(0.0, float(answers.costs[0] - answers.bounds[0]))
    slack, room = gap + NEARLY + OFFENCE * len(cluster), ROOM + 4 * len(cluster)
    found, is_complete = columns_nearby(units, measure, answers.prices, slack, room, 0)
    if not is_complete:
        return cluster
    count = int(found.used[0])
    extras = found.costs[:count] - np.append(answers.prices, 0.0)[found.units[:count]].sum(axis=1)
    looks = list(zip(*(array.tolist() for array in units), strict=True))
    by_rank = np.array(sorted(range(len(looks)), key=looks.__getitem__))
    rank = {unit: place for place, unit in enumerate(by_rank.tolist())}
    rows = zip(found.units[:count].tolist(), extras.tolist(), strict=True)
    columns = [_column(looks, rank, row, extra) for row, extra in rows]
    for tied in _tied(columns, len(rank)):
        _settle(tied, by_rank, cluster)
    return cluster


def _numbered_by_first_unit(cluster: Ints) -> Ints:
    """Return the clusters under the numbers of their first units."""
    first: dict[int, int] = {}
    return np.array([first.setdefault(c, unit) for unit, c in enumerate(cluster.tolist())])


def _column(
    looks: Sequence[tuple[float, ...]], rank: Mapping[int, int], row: Sequence[int], extra: float
) -> _Column:
    members = [unit for unit in row if unit >= 0]
    # All but the annotator.
    kinds = [looks[unit][:3] for unit in members]
    twins = sum(kinds[i] == kinds[j] for i in range(len(kinds)) for j in range(i))
    ranks = tuple(sorted(rank[i] for i in members))
    return _Column(ranks, sum(1 << place for place in ranks), extra, twins)


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
    present = _present(columns, by_rank, cluster)
    if present is None:
        return
    size = sum(len(column.units) for column in present)
    spare = sum(column.extra for column in present) + TOLERANCE * size
    for column in _Search(columns, spare).best() or ():
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


class _Step(NamedTuple):
    """A point of the search: the columns still to try, and what those taken so far amount to."""

    choices: Iterator[_Column]
    covered: int
    extra: float
    twins: int
    # The most twins that the units not yet covered can add, and the least that they still cost.
    hope: float
    rest: float


class _Search:
    """Goes through the exact covers of a set of units in the order of the rule."""

    def __init__(self, columns: list[_Column], spare: float) -> None:
        # What the columns of a cover may cost beyond the prices.
        self._spare = spare
        self._of: defaultdict[int, list[_Column]] = defaultdict(list)
        for column in columns:
            for unit in column.units:
                self._of[unit].append(column)
        for found in self._of.values():
            # Absent units come after all others.
            found.sort(key=lambda column: (*column.units, math.inf))
        self._hopes = {
            unit: max(column.twins / len(column.units) for column in found)
            for unit, found in self._of.items()
        }
        # Below 0 where prices are a little too high: what seems too dear so far may still come right.
        self._shares = {
            unit: min(column.extra / len(column.units) for column in found)
            for unit, found in self._of.items()
        }

    def best(self) -> list[_Column] | None:
        """Return the first cover of those with the most twins; None if that takes too long."""
        everything = sum(1 << unit for unit in self._of)
        best, most = None, -1
        seen: dict[int, tuple[int, float]] = {}
        taken: list[_Column] = []
        hope, rest = sum(self._hopes.values()), sum(self._shares.values())
        stack = [_Step(self._choices(everything), 0, 0.0, 0, hope, rest)]
        for _ in range(MOST_STEPS):
            column = next(stack[-1].choices, None)
            if column is None:
                stack.pop()
                if not stack:
                    return best
                taken.pop()
            elif (step := self._after(stack[-1], column, everything)) is not None:
                is_hopeless = step.twins + step.hope < most + 1 - TOLERANCE
                if is_hopeless or _is_surpassed(seen, step):
                    continue
                if step.covered == everything:
                    best, most = [*taken, column], step.twins
                else:
                    taken.append(column)
                    stack.append(step)
        return None

    def _choices(self, left: int) -> Iterator[_Column]:
        """Return the columns of the first unit that is left."""
        return iter(self._of[(left & -left).bit_length() - 1])

    def _after(self, step: _Step, column: _Column, everything: int) -> _Step | None:
        """Return where taking a column leads; None if it overlaps or costs too much."""
        extra = step.extra + column.extra
        rest = step.rest - sum(self._shares[unit] for unit in column.units)
        if column.bits & step.covered or extra + rest > self._spare:
            return None
        covered = step.covered | column.bits
        left = everything & ~covered
        choices = self._choices(left) if left else iter(())
        hope = step.hope - sum(self._hopes[unit] for unit in column.units)
        return _Step(choices, covered, extra, step.twins + column.twins, hope, rest)


def _is_surpassed(seen: dict[int, tuple[int, float]], step: _Step) -> bool:
    """Tell whether an earlier way covered the same units as well; else remember this one."""
    twins, extra = seen.get(step.covered, (-1, math.inf))
    if twins >= step.twins and extra <= step.extra + TOLERANCE:
        return True
    seen[step.covered] = (step.twins, step.extra)
    return False
