"""When the relaxation mixes halves: search the best whole alignment among the columns that can matter.

Every alignment costs the sum of the prices plus the reduced costs of its columns. So one that is at
most `slack` dearer than the bound uses only columns whose reduced costs sum up to at most `slack`.
"""

import numpy as np

from agreement.domain.native.compilation import Bools, Floats, Ints, kernel
from agreement.domain.native.problem import Columns, filled, ordered
from agreement.domain.native.simplex import reduced_cost

FOUND, NONE, GAVE_UP = 1, 0, -1


@kernel
def cover_within(
    columns: Columns, prices: Floats, slack: float, most_nodes: int
) -> tuple[int, Ints, float]:
    """Find the whole alignment of least reduced cost up to `slack`, or show that there is none."""
    size, count = len(prices), columns.used[0]
    costs = np.empty(count)
    for k in range(count):
        costs[k] = max(0.0, reduced_cost(columns, k, prices))
    of_unit, starts = _index(columns, size, costs)
    share = _shares(columns, costs, size)
    is_covered = np.zeros(size, np.bool_)
    best, best_cluster = slack, filled(size, -1)
    status = NONE
    # For each depth: the unit branched on, the place among its columns, what is spent so far.
    branch, place, spent = (
        np.empty(size + 1, np.int64),
        np.empty(size + 1, np.int64),
        np.zeros(size + 1),
    )
    taken = filled(size + 1, -1)
    depth, nodes = 0, 0
    branch[0] = _scarcest(columns, of_unit, starts, is_covered, costs, best)
    place[0] = starts[branch[0]]
    while depth >= 0:
        if taken[depth] >= 0:
            _mark(columns, taken[depth], is_covered, False)
            taken[depth] = -1
        k = _next_column(columns, of_unit, starts, is_covered, branch[depth], place, depth)
        if k < 0 or spent[depth] + costs[k] > best:
            # Columns of a unit come cheapest first: the others are dearer still.
            depth -= 1
            continue
        nodes += 1
        if nodes > most_nodes:
            return GAVE_UP, best_cluster, best
        _mark(columns, k, is_covered, True)
        taken[depth] = k
        cost, left = spent[depth] + costs[k], 0.0
        is_whole = True
        for i in range(size):
            if not is_covered[i]:
                is_whole = False
                left += share[i]
        if is_whole:
            if status == NONE or cost < best:
                status, best = FOUND, cost
                for d in range(depth + 1):
                    for unit in columns.units[taken[d]]:
                        if unit >= 0:
                            best_cluster[unit] = d
            continue
        if cost + left > best:
            continue
        unit = _scarcest(columns, of_unit, starts, is_covered, costs, best - cost)
        if unit < 0:
            continue
        depth += 1
        branch[depth], place[depth], spent[depth] = unit, starts[unit], cost
    return status, best_cluster, best


@kernel
def _index(columns: Columns, size: int, costs: Floats) -> tuple[Ints, Ints]:
    """Return the columns of each unit one after the other, cheapest first, and where each begins."""
    starts = np.zeros(size + 1, np.int64)
    count = columns.used[0]
    for k in range(count):
        for unit in columns.units[k]:
            if unit >= 0:
                starts[unit + 1] += 1
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
    return of_unit, starts


@kernel
def _shares(columns: Columns, costs: Floats, size: int) -> Floats:
    """Return the least that each unit adds to the cost of any cover."""
    share = np.empty(size)
    for i in range(size):
        share[i] = np.inf
    for k in range(columns.used[0]):
        members = 0
        for unit in columns.units[k]:
            members += unit >= 0
        for unit in columns.units[k]:
            if unit >= 0:
                share[unit] = min(share[unit], costs[k] / members)
    return share


@kernel
def _scarcest(
    columns: Columns, of_unit: Ints, starts: Ints, is_covered: Bools, costs: Floats, budget: float
) -> int:
    """Return the uncovered unit with the fewest usable columns; -1 if one has none."""
    scarcest, fewest = -1, len(of_unit) + 1
    for unit in range(len(is_covered)):
        if is_covered[unit]:
            continue
        usable = 0
        for at in range(starts[unit], starts[unit + 1]):
            if costs[of_unit[at]] > budget or usable >= fewest:
                break
            usable += _fits(columns, of_unit[at], is_covered)
        if usable == 0:
            return -1
        if usable < fewest:
            scarcest, fewest = unit, usable
    return scarcest


@kernel
def _fits(columns: Columns, k: int, is_covered: Bools) -> bool:
    for a in range(columns.units.shape[1]):
        unit = columns.units[k, a]
        if unit >= 0 and is_covered[unit]:
            return False
    return True


@kernel
def _next_column(
    columns: Columns,
    of_unit: Ints,
    starts: Ints,
    is_covered: Bools,
    unit: int,
    place: Ints,
    depth: int,
) -> int:
    if unit < 0:
        return -1
    while place[depth] < starts[unit + 1]:
        k = of_unit[place[depth]]
        place[depth] += 1
        if _fits(columns, k, is_covered):
            return k
    return -1


@kernel
def _mark(columns: Columns, k: int, is_covered: Bools, is_taken: bool) -> None:
    for a in range(columns.units.shape[1]):
        unit = columns.units[k, a]
        if unit >= 0:
            is_covered[unit] = is_taken
