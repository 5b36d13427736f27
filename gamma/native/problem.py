"""One part of a continuum as the solver sees it.

Everything is measured in units of the empty dissimilarity, which scales every cost alike. A unitary
alignment S of units of different annotators costs ``fee - sum of weights within S``, where the fee is
the number n(n-1)/2 of pairs of annotators and the weight of two units is 1 minus their dissimilarity:
a pair that is not there costs 1, a pair that is there costs what its units differ.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gamma.native.compilation import inlined, kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]


class Measure(NamedTuple):
    """Dissimilarity of two units: alpha times place plus beta times category, squared or tabled.

    The fee is what a unitary alignment without any pair costs, one for each pair of annotators.
    """

    alpha: float
    beta: float
    categories: Floats
    annotators: int
    fee: float


class Units(NamedTuple):
    """Units in parallel arrays, ordered by annotator."""

    starts: Floats
    ends: Floats
    categories: Ints
    annotators: Ints


class Batch(NamedTuple):
    """Many continua one after the other; the c-th has the units from `bounds[c]` on."""

    units: Units
    bounds: Ints


# Costs that differ by less are equal: six orders above rounding, four below what gamma shows.
TOLERANCE = 1e-9
# So few numbers are sorted where they are.
FEW = 24


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
def dissimilarity(
    starts: Floats, ends: Floats, category: float, i: int, j: int, alpha: float, beta: float
) -> float:
    """Return how much two units differ, in units of the empty dissimilarity.

    Their categories differ by `category`. Arrays, not tuples of them: those count references.
    """
    lengths = (ends[i] - starts[i]) + (ends[j] - starts[j])
    apart = abs(starts[i] - starts[j]) + abs(ends[i] - ends[j])
    place = apart / lengths
    return alpha * place * place + beta * category


@kernel
def make_problem(units: Units, members: Ints, measure: Measure) -> Problem:
    """Weigh the pairs of a part whose members are ordered by annotator."""
    starts, ends, categories, annotators = units
    alpha, beta, table, _, fee = measure
    size, groups = len(members), 0
    first = np.empty(size + 1, np.int64)
    for i in range(size):
        if i == 0 or annotators[members[i]] != annotators[members[i - 1]]:
            first[groups] = i
            groups += 1
    first[groups] = size
    first = first[: groups + 1]
    # Farther than this nothing is ever aligned; the cap keeps sums well scaled.
    most = 2.0 * (fee + groups)
    weights = np.zeros((size, size))
    for a in range(groups):
        for i in range(first[a], first[a + 1]):
            one = members[i]
            for j in range(first[a + 1], size):
                other = members[j]
                category = table[categories[one], categories[other]]
                differs = dissimilarity(starts, ends, category, one, other, alpha, beta)
                weights[i, j] = weights[j, i] = 1.0 - min(most, differs)
    return Problem(weights, first, fee, _ahead(weights, first, groups))


@kernel
def restricted(problem: Problem, members: Ints) -> Problem:
    """Return the problem of some of the units, ordered as they are, without the other ones."""
    size, groups = len(members), 0
    weights, first, a = np.empty((size, size)), np.empty(len(problem.first), np.int64), -1
    for i in range(size):
        for j in range(size):
            weights[i, j] = problem.weights[members[i], members[j]]
        if members[i] >= problem.first[a + 1]:
            while members[i] >= problem.first[a + 1]:
                a += 1
            first[groups] = i
            groups += 1
    first[groups] = size
    first = first[: groups + 1]
    return Problem(weights, first, problem.fee, _ahead(weights, first, groups))


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
    cost, weights = problem.fee, problem.weights
    for a in range(len(chosen)):
        if chosen[a] >= 0:
            for b in range(a):
                if chosen[b] >= 0:
                    cost -= weights[chosen[a], chosen[b]]
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
    cost, weights = 0.0, problem.weights
    for i in range(len(cluster)):
        is_first = True
        for j in range(i):
            if cluster[i] == cluster[j]:
                cost -= weights[i, j]
                is_first = False
        if is_first:
            cost += problem.fee
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
    order, width = numbers(size), 1
    if size <= FEW:
        for k in range(1, size):
            moved, place = order[k], k
            while place > 0 and values[order[place - 1]] > values[moved]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = moved
        return order
    other = np.empty(size, np.int64)
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
