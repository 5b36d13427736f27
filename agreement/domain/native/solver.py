"""The best alignment of many continua in one call, each with the prices that prove it."""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.assignment import assign
from agreement.domain.native.certificate import OFFENCE, balanced_prices, certify
from agreement.domain.native.compilation import Bools, Floats, Ints, entry, kernel
from agreement.domain.native.covering import FOUND, GAVE_UP, cover_within
from agreement.domain.native.guess import good_alignment
from agreement.domain.native.parts import find_parts, members_of
from agreement.domain.native.pricing import find_columns, is_empty
from agreement.domain.native.problem import (
    TOLERANCE,
    Columns,
    Measure,
    Problem,
    Units,
    add_column,
    make_problem,
    new_columns,
    numbers,
    summed,
    total_cost,
)
from agreement.domain.native.simplex import (
    Basis,
    is_whole,
    optimise,
    recompute_prices,
    start_basis,
    whole_alignment,
)

# How a part was proven, from the cheapest proof to the dearest; 0 leaves it to a slower method.
UNPROVEN, ALONE, PAIR, IDENTICAL, PRICES, RELAXATION, SEARCH = range(7)
# Above this the explicit inverse of the linear program costs more than it saves.
LARGEST_PART = 220
LARGEST_PAIR = 800
MOST_ROUNDS = 400
MOST_STEPS = 100_000
MOST_NODES = 2000


class Solution(NamedTuple):
    """Cluster and price of every unit, cost, bound and kind of proof of the part."""

    cluster: Ints
    prices: Floats
    cost: float
    bound: float
    route: int


@kernel
def solve_part(units: Units, members: Ints, measure: Measure) -> Solution:
    """Return a proven best alignment, or the best one known with the route UNPROVEN."""
    size, groups = len(members), _count_annotators(units, members)
    if groups > 1 and size > (LARGEST_PAIR if groups == 2 else LARGEST_PART):
        alone = measure.fee * size
        return Solution(numbers(size), np.zeros(size), alone, 0.0, UNPROVEN)
    problem = make_problem(units, members, measure)
    if groups == 1:
        cost = problem.fee * size
        prices = np.empty(size)
        for i in range(size):
            prices[i] = problem.fee
        return Solution(numbers(size), prices, cost, cost, ALONE)
    if groups == 2:
        return _solve_pair(problem)
    cluster = good_alignment(problem)
    cost = total_cost(problem, cluster)
    if cost <= TOLERANCE:
        # No unitary alignment costs less than nothing.
        return Solution(cluster, np.zeros(size), cost, 0.0, IDENTICAL)
    prices = balanced_prices(problem, cluster)
    offenders = new_columns(16 * (size + 64), groups)
    if certify(problem, cluster, prices, offenders):
        return Solution(cluster, prices, cost, summed(prices), PRICES)
    return _solve_relaxation(problem, cluster, cost, offenders)


@kernel
def _count_annotators(units: Units, members: Ints) -> int:
    count = 1
    for i in range(1, len(members)):
        count += units.annotators[members[i]] != units.annotators[members[i - 1]]
    return count


@kernel
def _solve_pair(problem: Problem) -> Solution:
    rows, size = problem.first[1], len(problem.weights)
    costs = np.empty((rows, size - rows))
    for i in range(rows):
        for j in range(rows, size):
            costs[i, j - rows] = -problem.fee - problem.weights[i, j]
    column_of, row_prices, column_prices = assign(costs, rows, size - rows)
    cluster, prices = numbers(size), np.empty(size)
    for i in range(rows):
        prices[i] = problem.fee + row_prices[i]
        if column_of[i] >= 0:
            cluster[rows + column_of[i]] = i
    for j in range(rows, size):
        prices[j] = problem.fee + column_prices[j - rows]
    return Solution(cluster, prices, total_cost(problem, cluster), summed(prices), PAIR)


@kernel
def _solve_relaxation(problem: Problem, cluster: Ints, cost: float, offenders: Columns) -> Solution:
    """Generate columns until the relaxation is solved, then close what gap is left."""
    size, groups = len(cluster), len(problem.first) - 1
    columns = new_columns(60 * size + 2000 + offenders.used[0], groups)
    basis = start_basis(problem, cluster, columns)
    _add_neighbours(problem, cluster, columns)
    for k in range(offenders.used[0]):
        add_column(columns, problem, offenders.units[k])
    if not _generate(problem, basis, columns):
        return Solution(cluster, basis.prices, cost, 0.0, UNPROVEN)
    bound = summed(basis.prices)
    if cost - bound <= OFFENCE * size:
        return Solution(cluster, basis.prices, cost, bound, RELAXATION)
    if is_whole(basis):
        cluster = whole_alignment(basis, columns)
        cost = total_cost(problem, cluster)
        return Solution(cluster, basis.prices, cost, bound, RELAXATION)
    return _close_gap(problem, basis.prices, cluster, cost, bound)


@kernel
def _generate(problem: Problem, basis: Basis, columns: Columns) -> bool:
    """Solve the relaxation over all unitary alignments, finding those that matter as it goes."""
    size = len(basis.prices)
    for _ in range(MOST_ROUNDS):
        if not optimise(basis, columns, MOST_STEPS):
            return False
        recompute_prices(basis, columns)
        before = columns.used[0]
        is_complete = find_columns(problem, basis.prices, -OFFENCE, columns, size + 64, True, False)
        if columns.used[0] == before:
            return is_complete
        if columns.used[0] >= len(columns.costs):
            return False
    return False


@kernel
def _add_neighbours(problem: Problem, cluster: Ints, columns: Columns) -> None:
    """Append every cluster with one member dropped: the likely rivals."""
    groups, size = len(problem.first) - 1, len(cluster)
    chosen, last = np.empty(groups, np.int64), columns.used[0]
    for k in range(size, last):
        for a in range(groups):
            chosen[a] = columns.units[k, a]
        for a in range(groups):
            mine, chosen[a] = chosen[a], -1
            if mine >= 0 and not is_empty(chosen):
                add_column(columns, problem, chosen)
            chosen[a] = mine


@kernel
def _close_gap(
    problem: Problem, prices: Floats, cluster: Ints, cost: float, bound: float
) -> Solution:
    """Look for whole alignments a little above the bound, then farther, up to the one known."""
    size, groups = len(cluster), len(problem.first) - 1
    gap = cost - bound
    slack = min(gap, 0.01 * problem.fee)
    while True:
        columns = new_columns(4000 + 20 * size, groups)
        is_complete = find_columns(
            problem, prices, slack + OFFENCE, columns, len(columns.costs), False, False
        )
        if not is_complete:
            break
        status, found, _ = cover_within(columns, prices, slack + OFFENCE, MOST_NODES)
        if status == FOUND:
            cost = total_cost(problem, found)
            return Solution(found, prices, cost, bound, SEARCH)
        if status == GAVE_UP:
            break
        if slack >= gap:
            return Solution(cluster, prices, cost, bound, SEARCH)
        slack = min(gap, 1.7 * slack)
    return Solution(cluster, prices, cost, bound, UNPROVEN)


class Batch(NamedTuple):
    """Many continua one after the other; the c-th has the units from `bounds[c]` on."""

    units: Units
    bounds: Ints


class Answers(NamedTuple):
    """What is found: for every unit of a batch, and for every continuum its dearest route."""

    cluster: Ints
    prices: Floats
    part: Ints
    is_proven: Bools
    routes: Ints
    costs: Floats
    bounds: Floats


@entry
def solve_batch(batch: Batch, measure: Measure, answers: Answers) -> bool:
    """Solve each continuum, part by part, into `answers`; tell whether all are proven."""
    are_proven = True
    # One function for continua and parts: a level of calls more would be seconds of compilation.
    for c in range(len(batch.bounds) - 1):
        begin = batch.bounds[c]
        units = _slice(batch.units, begin, batch.bounds[c + 1])
        part = find_parts(units, measure)
        answers.routes[c], answers.costs[c], answers.bounds[c] = ALONE, 0.0, 0.0
        number, is_proven, done = 0, True, 0
        while done < len(part):
            members = members_of(part, number)
            solution = solve_part(units, members, measure)
            for i in range(len(members)):
                place = begin + members[i]
                answers.cluster[place] = done + solution.cluster[i]
                answers.prices[place] = solution.prices[i]
                answers.part[place] = number
                answers.is_proven[place] = _is_proven(solution)
            answers.costs[c] += solution.cost
            answers.bounds[c] += solution.bound
            answers.routes[c] = max(answers.routes[c], solution.route)
            is_proven = is_proven and _is_proven(solution)
            number, done = number + 1, done + len(members)
        if not is_proven:
            answers.routes[c] = UNPROVEN
            are_proven = False
    return are_proven


@kernel
def _is_proven(solution: Solution) -> bool:
    """Tell whether cost and bound say so themselves; only a search may leave a gap between them."""
    gap, leeway = solution.cost - solution.bound, OFFENCE * len(solution.cluster)
    if solution.route == UNPROVEN or gap < -leeway:
        return False
    return gap <= leeway or solution.route == SEARCH


@kernel
def _slice(units: Units, begin: int, end: int) -> Units:
    return Units(
        units.starts[begin:end],
        units.ends[begin:end],
        units.categories[begin:end],
        units.annotators[begin:end],
    )
