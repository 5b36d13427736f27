"""The linear relaxation: cheapest mixture of unitary alignments that covers every unit once.

Primal simplex method with an explicit inverse. Right-hand sides differ from 1 by a hundred-thousandth,
each in its own way, so that no two steps tie: without that the method would stand still most of the
time. The prices it ends with are valid for the unchanged problem, whatever the right-hand sides were.
"""

from typing import NamedTuple

import numpy as np

from gamma.native.compilation import inlined, kernel
from gamma.native.problem import Columns, Floats, Ints, Problem, filled, numbers

GAIN = 1e-9
SMALLEST_PIVOT = 1e-7
RECOMPUTE_EVERY = 50
GOLDEN = 0.6180339887498949


class Basis(NamedTuple):
    """Which columns mix at present, with the inverse of their matrix, their levels and the prices."""

    columns: Ints
    inverse: Floats
    levels: Floats
    prices: Floats
    sides: Floats
    steps: Ints


@kernel
def start_basis(problem: Problem, cluster: Ints, columns: Columns) -> Basis:
    """Begin with an alignment: its clusters, and all but one unit of each alone, at level nearly 0.

    Appends the singletons (as the first columns) and the clusters to `columns`, which must be empty.
    """
    size, groups = len(cluster), len(problem.first) - 1
    for a in range(groups):
        for i in range(problem.first[a], problem.first[a + 1]):
            for b in range(groups):
                columns.units[i, b] = -1
            columns.units[i, a] = i
            columns.costs[i] = problem.fee
    columns.used[0] = size
    sides = np.empty(size)
    for i in range(size):
        sides[i] = 1.0 + 1e-5 * (((i + 1) * GOLDEN) % 1.0)
    inverse, levels = np.zeros((size, size)), np.empty(size)
    basic, leader = numbers(size), filled(size, -1)
    for i in range(size):
        # The unit with the smallest side stands for its cluster: the others' levels stay positive.
        if leader[cluster[i]] < 0 or sides[i] < sides[leader[cluster[i]]]:
            leader[cluster[i]] = i
    for i in range(size):
        inverse[i, i] = 1.0
        levels[i] = sides[i]
        lead = leader[cluster[i]]
        if lead == i:
            basic[i] = _append_cluster(problem, cluster, i, columns)
        else:
            inverse[i, lead] = -1.0
            levels[i] -= sides[lead]
    basis = Basis(basic, inverse, levels, np.empty(size), sides, np.zeros(1, np.int64))
    recompute_prices(basis, columns)
    return basis


@kernel
def _append_cluster(problem: Problem, cluster: Ints, lead: int, columns: Columns) -> int:
    """Append the cluster that this unit leads and return its number."""
    place, cost = columns.used[0], problem.fee
    for a in range(len(problem.first) - 1):
        columns.units[place, a] = -1
        for i in range(problem.first[a], problem.first[a + 1]):
            if cluster[i] == cluster[lead]:
                columns.units[place, a] = i
                for b in range(a):
                    if columns.units[place, b] >= 0:
                        cost -= problem.weights[i, columns.units[place, b]]
    columns.costs[place] = cost
    columns.used[0] += 1
    return place


@kernel
def recompute_prices(basis: Basis, columns: Columns) -> None:
    """Take the prices from the inverse again, without the rounding of many small changes."""
    basic, inverse, prices, costs = basis.columns, basis.inverse, basis.prices, columns.costs
    size = len(prices)
    for j in range(size):
        prices[j] = 0.0
    for i in range(size):
        cost = costs[basic[i]]
        for j in range(size):
            prices[j] += cost * inverse[i, j]


@inlined
def reduced_cost(units: Ints, costs: Floats, k: int, prices: Floats) -> float:
    """Return what the k-th of these columns costs beyond the prices of its units."""
    cost = costs[k]
    for a in range(units.shape[1]):
        if units[k, a] >= 0:
            cost -= prices[units[k, a]]
    return cost


@kernel
def optimise(basis: Basis, columns: Columns, most_steps: int) -> bool:
    """Pivot until no column is cheaper than its prices; tell whether that was reached."""
    basic, inverse, levels, prices, _, steps = basis
    units, costs, used = columns
    direction = np.empty(len(prices))
    for _ in range(most_steps):
        entering, least = -1, -GAIN
        for k in range(used[0]):
            cost = reduced_cost(units, costs, k, prices)
            if cost < least:
                entering, least = k, cost
        if entering < 0:
            return True
        _direct(inverse, units, entering, direction)
        leaving = _leaving(levels, direction)
        if leaving < 0:
            return False
        _pivot(inverse, levels, prices, leaving, direction, least)
        basic[leaving] = entering
        steps[0] += 1
        if steps[0] % RECOMPUTE_EVERY == 0:
            recompute_prices(basis, columns)
    return False


@inlined
def _direct(inverse: Floats, units: Ints, entering: int, direction: Floats) -> None:
    for i in range(len(direction)):
        change = 0.0
        for a in range(units.shape[1]):
            if units[entering, a] >= 0:
                change += inverse[i, units[entering, a]]
        direction[i] = change


@inlined
def _leaving(levels: Floats, direction: Floats) -> int:
    leaving, least = -1, np.inf
    for i in range(len(direction)):
        if direction[i] > SMALLEST_PIVOT:
            ratio = max(levels[i], 0.0) / direction[i]
            if ratio < least or (ratio == least and direction[i] > direction[leaving]):
                leaving, least = i, ratio
    return leaving


@inlined
def _pivot(
    inverse: Floats, levels: Floats, prices: Floats, leaving: int, direction: Floats, gain: float
) -> None:
    size, scale = len(direction), 1.0 / direction[leaving]
    for j in range(size):
        inverse[leaving, j] *= scale
    level = max(levels[leaving], 0.0) * scale
    for i in range(size):
        if i != leaving and direction[i] != 0.0:
            factor = direction[i]
            for j in range(size):
                inverse[i, j] -= factor * inverse[leaving, j]
            levels[i] -= factor * level
    levels[leaving] = level
    for j in range(size):
        prices[j] += gain * inverse[leaving, j]


@inlined
def level_of(inverse: Floats, i: int) -> float:
    """Return the level of a column of the mixture with all sides exactly 1."""
    level = 0.0
    for j in range(len(inverse)):
        level += inverse[i, j]
    return level


@kernel
def is_whole(basis: Basis) -> bool:
    """Tell whether the mixture takes each column fully or not at all."""
    for i in range(len(basis.prices)):
        level = level_of(basis.inverse, i)
        if abs(level) > 1e-6 and abs(level - 1.0) > 1e-6:
            return False
    return True


@kernel
def whole_alignment(basis: Basis, columns: Columns) -> Ints:
    """Return the clusters of a mixture that is whole."""
    size = len(basis.prices)
    cluster = filled(size, -1)
    for i in range(size):
        if level_of(basis.inverse, i) > 0.5:
            for unit in columns.units[basis.columns[i]]:
                if unit >= 0:
                    cluster[unit] = i
    return cluster
