"""Search the best whole alignment among columns, where the relaxation mixes halves.

Every alignment costs the sum of the prices plus the reduced costs of its columns. So one that is at
most `slack` dearer than the bound uses only columns whose reduced costs sum up to at most `slack`.
"""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.arrays import Bools, Floats, Ints
from agreement.domain.native.compilation import inlined, kernel
from agreement.domain.native.problem import Columns, filled, ordered
from agreement.domain.native.simplex import reduced_cost

FOUND, NONE, GAVE_UP = 1, 0, -1


class Choices(NamedTuple):
    """Columns with their reduced costs; those of unit i, cheapest first, are `of_unit[starts[i]:]`.

    A unit adds at least its share to the cost of any cover.
    """

    columns: Columns
    costs: Floats
    of_unit: Ints
    starts: Ints
    shares: Floats


class Path(NamedTuple):
    """For each depth the unit branched on, the place among its columns, and the column taken."""

    branch: Ints
    place: Ints
    taken: Ints


@kernel
def cover_within(
    columns: Columns, prices: Floats, slack: float, most_nodes: int
) -> tuple[int, Ints, float]:
    """Find the whole alignment of least reduced cost up to `slack`, or show that there is none."""
    size, choices = len(prices), _choices(columns, prices)
    is_covered, spent = np.zeros(size, np.bool_), np.zeros(size + 1)
    path = Path(filled(size + 1, -1), filled(size + 1, 0), filled(size + 1, -1))
    status, cluster, best = NONE, filled(size, -1), slack
    depth, nodes = 0, 0
    path.branch[0] = _scarcest(choices, is_covered, best)
    path.place[0] = choices.starts[max(0, path.branch[0])]
    while depth >= 0:
        k = _next_column(choices, is_covered, path, depth)
        if k < 0 or spent[depth] + choices.costs[k] > best:
            # Columns of a unit come cheapest first: the others are dearer still.
            depth -= 1
            continue
        nodes += 1
        if nodes > most_nodes:
            return GAVE_UP, cluster, best
        _mark(columns, k, is_covered, True)
        path.taken[depth] = k
        cost, left = spent[depth] + choices.costs[k], _least_left(choices, is_covered)
        if left < 0.0:
            if status == NONE or cost < best:
                status, best = FOUND, cost
                _write(columns, path, depth, cluster)
        elif cost + left <= best:
            unit = _scarcest(choices, is_covered, best - cost)
            if unit >= 0:
                depth += 1
                spent[depth] = cost
                path.branch[depth], path.place[depth] = unit, choices.starts[unit]
    return status, cluster, best


@kernel
def _choices(columns: Columns, prices: Floats) -> Choices:
    size, count = len(prices), columns.used[0]
    costs, shares = np.empty(count), np.full(size, np.inf)
    starts = np.zeros(size + 1, np.int64)
    for k in range(count):
        costs[k] = max(0.0, reduced_cost(columns.units, columns.costs, k, prices))
        members = 0
        for unit in columns.units[k]:
            members += unit >= 0
        for unit in columns.units[k]:
            if unit >= 0:
                starts[unit + 1] += 1
                shares[unit] = min(shares[unit], costs[k] / members)
    for i in range(size):
        starts[i + 1] += starts[i]
    of_unit, cursor = np.empty(starts[size], np.int64), np.empty(size, np.int64)
    for i in range(size):
        cursor[i] = starts[i]
    for k in ordered(costs):
        for unit in columns.units[k]:
            if unit >= 0:
                of_unit[cursor[unit]] = k
                cursor[unit] += 1
    return Choices(columns, costs, of_unit, starts, shares)


@kernel
def _scarcest(choices: Choices, is_covered: Bools, budget: float) -> int:
    """Return the uncovered unit with the fewest usable columns; -1 if one has none."""
    columns, costs, of_unit, starts, _ = choices
    units = columns.units
    scarcest, fewest = -1, len(of_unit) + 1
    for unit in range(len(is_covered)):
        if is_covered[unit]:
            continue
        usable = 0
        for at in range(starts[unit], starts[unit + 1]):
            if costs[of_unit[at]] > budget or usable >= fewest:
                break
            usable += _fits(units, of_unit[at], is_covered)
        if usable == 0:
            return -1
        if usable < fewest:
            scarcest, fewest = unit, usable
    return scarcest


@inlined
def _fits(units: Ints, k: int, is_covered: Bools) -> bool:
    for a in range(units.shape[1]):  # noqa: SIM110  (numba knows no generators)
        if units[k, a] >= 0 and is_covered[units[k, a]]:
            return False
    return True


@kernel
def _next_column(choices: Choices, is_covered: Bools, path: Path, depth: int) -> int:
    """Give the column taken at this depth back; return the next that fits, or -1."""
    unit, place, units = path.branch[depth], path.place, choices.columns.units
    if path.taken[depth] >= 0:
        _mark(choices.columns, path.taken[depth], is_covered, False)
        path.taken[depth] = -1
    if unit < 0:
        return -1
    while place[depth] < choices.starts[unit + 1]:
        k = choices.of_unit[place[depth]]
        place[depth] += 1
        if _fits(units, k, is_covered):
            return k
    return -1


@kernel
def _least_left(choices: Choices, is_covered: Bools) -> float:
    """Return the least that the uncovered units still cost; -1 if there are none."""
    left, is_whole = 0.0, True
    for i in range(len(is_covered)):
        if not is_covered[i]:
            left += choices.shares[i]
            is_whole = False
    return -1.0 if is_whole else left


@kernel
def _mark(columns: Columns, k: int, is_covered: Bools, is_taken: bool) -> None:
    for a in range(columns.units.shape[1]):
        unit = columns.units[k, a]
        if unit >= 0:
            is_covered[unit] = is_taken


@kernel
def _write(columns: Columns, path: Path, depth: int, cluster: Ints) -> None:
    """Number the clusters of a cover."""
    for d in range(depth + 1):
        for unit in columns.units[path.taken[d]]:
            if unit >= 0:
                cluster[unit] = d
