"""Search the best whole alignment among columns, where the relaxation mixes halves.

Every alignment costs the sum of the prices plus the reduced costs of its columns. So one that is at
most `slack` dearer than the bound uses only columns whose reduced costs sum up to at most `slack`.
"""

from typing import NamedTuple

import numpy as np

from gamma.native.compilation import inlined, kernel
from gamma.native.parts import root_of
from gamma.native.pricing import OFFENCE, find_columns
from gamma.native.problem import (
    Bools,
    Columns,
    Floats,
    Ints,
    Problem,
    filled,
    new_columns,
    numbers,
    ordered,
    restricted,
)
from gamma.native.simplex import Basis, level_of, reduced_cost

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


MOST_NODES = 20_000
WHOLE = 1e-6


class Islands(NamedTuple):
    """A tree of units for each island, the cluster of each unit, and at the roots gap and state."""

    parent: Ints
    cluster: Ints
    gaps: Floats
    is_solved: Bools


@kernel
def close_gap(problem: Problem, basis: Basis, columns: Columns) -> tuple[bool, Ints]:
    """Return whether the best whole alignment was found, and its clusters."""
    islands = _islands(basis, columns)
    if not _solve_all(problem, basis.prices, islands):
        return False, islands.cluster
    groups, size = len(problem.first) - 1, len(basis.prices)
    nearby, listed = new_columns(4000 + 60 * size, groups), -1.0
    while True:
        slack = _farthest(islands.gaps, groups)
        if slack > listed:
            nearby.used[0], listed = 0, slack
            room = len(nearby.costs)
            if not find_columns(problem, basis.prices, slack, nearby, room, False, 0):
                return False, islands.cluster
        if not _join(nearby, basis.prices, islands):
            return True, islands.cluster
        if not _solve_all(problem, basis.prices, islands):
            return False, islands.cluster


@kernel
def _farthest(gaps: Floats, groups: int) -> float:
    """Return a reduced cost above which no column can join islands: it touches one with each unit."""
    total, largest = 0.0, 0.0
    for gap in gaps:
        total, largest = total + gap, max(largest, gap)
    return min(total, groups * largest)


@kernel
def _islands(basis: Basis, columns: Columns) -> Islands:
    """Connect the units that the mixture connects; those it takes as a whole are aligned already."""
    size = len(basis.prices)
    islands = Islands(numbers(size), filled(size, -1), np.zeros(size), np.zeros(size, np.bool_))
    for i in range(size):
        level = level_of(basis.inverse, i)
        if level <= WHOLE:
            continue
        first = -1
        for unit in columns.units[basis.columns[i]]:
            if unit >= 0:
                first = unit if first < 0 else first
                _unite(islands.parent, first, unit)
                if level > 1.0 - WHOLE:
                    islands.cluster[unit] = first
    for i in range(size):
        islands.is_solved[i] = islands.cluster[i] >= 0
    return islands


@kernel
def _unite(parent: Ints, i: int, j: int) -> None:
    one, other = root_of(parent, i), root_of(parent, j)
    parent[max(one, other)] = min(one, other)


@kernel
def _solve_all(problem: Problem, prices: Floats, islands: Islands) -> bool:
    """Solve every island that is not solved; tell whether that was possible."""
    size = len(prices)
    for root in range(size):
        if islands.parent[root] != root or islands.is_solved[root]:
            continue
        members, count = np.empty(size, np.int64), 0
        for i in range(size):
            if root_of(islands.parent, i) == root:
                members[count] = i
                count += 1
        if not _solve(problem, prices, islands, members[:count]):
            return False
    return True


@kernel
def _solve(problem: Problem, prices: Floats, islands: Islands, members: Ints) -> bool:
    """Look for whole alignments of an island a little above the bound, then farther."""
    size, island = len(members), restricted(problem, members)
    local = np.empty(size)
    for i in range(size):
        local[i] = prices[members[i]]
    slack = 0.01 * problem.fee
    while True:
        columns = new_columns(4000 + 20 * size, len(island.first) - 1)
        room = len(columns.costs)
        if not find_columns(island, local, slack + OFFENCE, columns, room, False, 0):
            return False
        status, cluster, gap = cover_within(columns, local, slack + OFFENCE, MOST_NODES)
        if status == GAVE_UP:
            return False
        if status == FOUND:
            break
        slack *= 1.7
    first = filled(size, -1)
    for i in range(size):
        if first[cluster[i]] < 0:
            first[cluster[i]] = members[i]
        islands.cluster[members[i]] = first[cluster[i]]
    islands.gaps[members[0]], islands.is_solved[members[0]] = gap, True
    return True


@kernel
def _join(nearby: Columns, prices: Floats, islands: Islands) -> bool:
    """Join the islands that a cheap column touches; tell whether there was one."""
    count = nearby.used[0]
    costs, roots = np.empty(count), np.empty(nearby.units.shape[1], np.int64)
    for k in range(count):
        costs[k] = reduced_cost(nearby.units, nearby.costs, k, prices)
    has_joined = False
    for k in ordered(costs):
        touched, gap = 0, 0.0
        for unit in nearby.units[k]:
            if unit >= 0:
                root, is_new = root_of(islands.parent, unit), True
                for other in roots[:touched]:
                    is_new = is_new and other != root
                if is_new:
                    roots[touched] = root
                    touched, gap = touched + 1, gap + islands.gaps[root]
        if touched < 2 or costs[k] >= gap - OFFENCE:
            continue
        for root in roots[1:touched]:
            _unite(islands.parent, roots[0], root)
        for root in roots[:touched]:
            islands.gaps[root] = 0.0
        whole = root_of(islands.parent, roots[0])
        islands.gaps[whole], islands.is_solved[whole] = gap, False
        has_joined = True
    return has_joined
