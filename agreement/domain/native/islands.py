"""The gap that a mixture of halves leaves, closed island by island.

Units that the mixture connects form an *island*; each is solved for itself, and its *gap* is what its
best alignment costs beyond the prices of its units. Together they are the optimum of the whole part as
soon as no column across islands has a reduced cost below the sum of the gaps of those it touches. For
suppose a better alignment. Its columns join islands into larger sets; in one of them the reduced costs
sum up to less than the gaps. That set is not a single island, which was solved to the end. Every island
in it is touched by some column across, so the columns across have reduced costs of at least the sum of
its gaps: a contradiction. Islands that such a column does touch are joined and solved again.
"""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.arrays import Bools, Floats, Ints
from agreement.domain.native.certificate import OFFENCE
from agreement.domain.native.compilation import kernel
from agreement.domain.native.covering import FOUND, GAVE_UP, cover_within
from agreement.domain.native.parts import root_of
from agreement.domain.native.pricing import find_columns
from agreement.domain.native.problem import (
    Columns,
    Problem,
    filled,
    new_columns,
    numbers,
    ordered,
    restricted,
)
from agreement.domain.native.simplex import Basis, level_of, reduced_cost

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
