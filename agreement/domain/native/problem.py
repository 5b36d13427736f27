"""One part of a continuum as the solver sees it.

Everything is measured in units of the empty dissimilarity, which scales every cost alike. A unitary
alignment S of units of different annotators costs ``fee - sum of weights within S``, where the fee is
the number n(n-1)/2 of pairs of annotators and the weight of two units is 1 minus their dissimilarity:
a pair that is not there costs 1, a pair that is there costs what its units differ.
"""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.compilation import Floats, Ints, inlined, kernel

# Costs that differ by less are equal: six orders above rounding, four below what gamma shows.
TOLERANCE = 1e-9


class Measure(NamedTuple):
    """Dissimilarity of two units: alpha times place plus beta times category, squared or tabled."""

    alpha: float
    beta: float
    categories: Floats
    fee: float


class Units(NamedTuple):
    """Units in parallel arrays, ordered by annotator."""

    starts: Floats
    ends: Floats
    categories: Ints
    annotators: Ints


class Problem(NamedTuple):
    """A part with its weights; `first[a]` is the first unit of its a-th annotator."""

    weights: Floats
    first: Ints
    fee: float
    # Most that later annotators can add to a unit, however they are chosen: a bound for searches.
    ahead: Floats


class Columns(NamedTuple):
    """Unitary alignments: for each the unit of every annotator, or -1; `used[0]` of them."""

    units: Ints
    costs: Floats
    used: Ints


@inlined
def dissimilarity(units: Units, i: int, j: int, measure: Measure) -> float:
    """Return how much two units differ, in units of the empty dissimilarity."""
    lengths = (units.ends[i] - units.starts[i]) + (units.ends[j] - units.starts[j])
    apart = abs(units.starts[i] - units.starts[j]) + abs(units.ends[i] - units.ends[j])
    place = apart / lengths
    category = measure.categories[units.categories[i], units.categories[j]]
    return measure.alpha * place * place + measure.beta * category


@kernel
def make_problem(units: Units, members: Ints, measure: Measure) -> Problem:
    """Weigh the pairs of a part whose members are ordered by annotator."""
    size = len(members)
    first = np.empty(size + 1, np.int64)
    groups = 0
    for i in range(size):
        if i == 0 or units.annotators[members[i]] != units.annotators[members[i - 1]]:
            first[groups] = i
            groups += 1
    first[groups] = size
    # Farther than this nothing is ever aligned; the cap keeps sums well scaled.
    most = 2.0 * (measure.fee + groups)
    weights = np.zeros((size, size))
    for a in range(groups):
        for i in range(first[a], first[a + 1]):
            for j in range(first[a + 1], size):
                weight = 1.0 - min(most, dissimilarity(units, members[i], members[j], measure))
                weights[i, j] = weight
                weights[j, i] = weight
    kept = np.empty(groups + 1, np.int64)
    for a in range(groups + 1):
        kept[a] = first[a]
    return Problem(weights, kept, measure.fee, _ahead(weights, kept, groups))


@kernel
def _ahead(weights: Floats, first: Ints, groups: int) -> Floats:
    ahead = np.zeros(len(weights))
    for a in range(groups):
        for i in range(first[a], first[a + 1]):
            for b in range(a + 1, groups):
                most = 0.0
                for j in range(first[b], first[b + 1]):
                    most = max(most, weights[i, j])
                ahead[i] += most
    return ahead


@kernel
def new_columns(capacity: int, groups: int) -> Columns:
    """Return room for unitary alignments."""
    return Columns(
        np.empty((capacity, groups), np.int64), np.empty(capacity), np.zeros(1, np.int64)
    )


@inlined
def column_cost(problem: Problem, chosen: Ints) -> float:
    """Return what aligning these units costs."""
    cost = problem.fee
    for a in range(len(chosen)):
        if chosen[a] >= 0:
            for b in range(a):
                if chosen[b] >= 0:
                    cost -= problem.weights[chosen[a], chosen[b]]
    return cost


@inlined
def add_column(columns: Columns, problem: Problem, chosen: Ints) -> None:
    """Append a unitary alignment; the caller has seen that there is room."""
    place = columns.used[0]
    for a in range(len(chosen)):
        columns.units[place, a] = chosen[a]
    columns.costs[place] = column_cost(problem, chosen)
    columns.used[0] += 1


@kernel
def total_cost(problem: Problem, cluster: Ints) -> float:
    """Return the cost of a whole alignment, given as the number of each unit's cluster."""
    size, cost = len(cluster), 0.0
    seen = np.zeros(size, np.bool_)
    for i in range(size):
        if not seen[cluster[i]]:
            seen[cluster[i]] = True
            cost += problem.fee
        for j in range(i):
            if cluster[i] == cluster[j]:
                cost -= problem.weights[i, j]
    return cost


# Numba's own versions of these are slow to compile, and every process without a cache pays for them.


@kernel
def filled(size: int, value: int) -> Ints:
    """Return an array of one whole number."""
    array = np.empty(size, np.int64)
    for i in range(size):
        array[i] = value
    return array


@kernel
def numbers(size: int) -> Ints:
    """Return 0, 1, 2 and so on."""
    array = np.empty(size, np.int64)
    for i in range(size):
        array[i] = i
    return array


@kernel
def summed(values: Floats) -> float:
    """Return the sum."""
    total = 0.0
    for value in values:
        total += value
    return total


@kernel
def ordered(values: Floats) -> Ints:
    """Return the places of the values from the smallest to the largest, equal ones in their order."""
    size = len(values)
    order, other = numbers(size), np.empty(size, np.int64)
    width = 1
    while width < size:
        for left in range(0, size, 2 * width):
            middle, right = min(left + width, size), min(left + 2 * width, size)
            i, j = left, middle
            for k in range(left, right):
                if i < middle and (j >= right or values[order[i]] <= values[order[j]]):
                    other[k] = order[i]
                    i += 1
                else:
                    other[k] = order[j]
                    j += 1
        order, other = other, order
        width *= 2
    return order
