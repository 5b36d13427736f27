"""The best alignment of many continua in one call, each with the prices that prove it."""

from typing import NamedTuple

import numpy as np

from gamma.native.assignment import assign, good_alignment
from gamma.native.categories import add_kinds
from gamma.native.compilation import entry, kernel
from gamma.native.islands import close_gap
from gamma.native.parts import find_parts, members_by_part
from gamma.native.pricing import OFFENCE, balanced_prices, certify, find_columns, is_empty
from gamma.native.problem import (
    TOLERANCE,
    Batch,
    Bools,
    Columns,
    Floats,
    Ints,
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
from gamma.native.simplex import (
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
LARGEST_PART = 400
LARGEST_PAIR = 2000
MOST_ROUNDS = 400
MOST_STEPS = 100_000
# Columns this little above their prices may be in another alignment that costs the same.
NEARLY = 1e-6


class Solution(NamedTuple):
    """Cluster and price of every unit, cost, bound and kind of proof of the part."""

    cluster: Ints
    prices: Floats
    cost: float
    bound: float
    route: int
    # Whether there may be another alignment of the same cost; known only where it was asked for.
    may_tie: bool


@kernel
def solve_part(units: Units, members: Ints, measure: Measure, asks_for_ties: bool) -> Solution:
    """Return a proven best alignment, or the best one known with the route UNPROVEN."""
    size, groups = len(members), _count_annotators(units, members)
    if groups == 1:
        cost, prices = measure.fee * size, np.empty(size)
        for i in range(size):
            prices[i] = measure.fee
        return Solution(numbers(size), prices, cost, cost, ALONE, False)
    if size > (LARGEST_PAIR if groups == 2 else LARGEST_PART):
        alone = measure.fee * size
        return Solution(numbers(size), np.zeros(size), alone, 0.0, UNPROVEN, True)
    problem = make_problem(units, members, measure)
    cluster, prices, route = _solve(problem)
    cost, bound = total_cost(problem, cluster), summed(prices)
    gap, leeway = cost - bound, OFFENCE * size
    # Whatever the route says, cost and bound must say it too; only a search may leave a gap.
    if gap < -leeway or (gap > leeway and route != SEARCH):
        route = UNPROVEN
    may_tie = asks_for_ties and _may_tie(problem, cluster, prices, gap)
    return Solution(cluster, prices, cost, bound, route, may_tie)


@kernel
def _count_annotators(units: Units, members: Ints) -> int:
    count = 1
    for i in range(1, len(members)):
        count += units.annotators[members[i]] != units.annotators[members[i - 1]]
    return count


@kernel
def _may_tie(problem: Problem, cluster: Ints, prices: Floats, gap: float) -> bool:
    """Tell whether there are more columns that may be in a best alignment than this one has."""
    size, clusters = len(cluster), 0
    seen = np.zeros(size, np.bool_)
    for number in cluster:
        clusters += not seen[number]
        seen[number] = True
    found = new_columns(clusters + 1, len(problem.first) - 1)
    slack = max(0.0, gap) + NEARLY + OFFENCE * size
    find_columns(problem, prices, slack, found, clusters + 1, False, 0)
    return found.used[0] != clusters


@kernel
def _solve(problem: Problem) -> tuple[Ints, Floats, int]:
    """Return clusters, prices that no column undercuts, and how they were found."""
    if len(problem.first) == 3:
        return _solve_pair(problem)
    cluster = good_alignment(problem)
    cost = total_cost(problem, cluster)
    if cost <= TOLERANCE:
        # No unitary alignment costs less than nothing.
        return cluster, np.zeros(len(cluster)), IDENTICAL
    prices = balanced_prices(problem, cluster)
    offenders = new_columns(16 * (len(cluster) + 64), len(problem.first) - 1)
    if certify(problem, cluster, prices, offenders):
        return cluster, prices, PRICES
    return _solve_relaxation(problem, cluster, cost, offenders)


@kernel
def _solve_pair(problem: Problem) -> tuple[Ints, Floats, int]:
    rows, size = problem.first[1], len(problem.weights)
    costs = np.empty((rows, size - rows))
    for i in range(rows):
        for j in range(rows, size):
            costs[i, j - rows] = -problem.fee - problem.weights[i, j]
    column_of, row_prices, column_prices = assign(costs, rows, size - rows)
    cluster = numbers(size)
    for i in range(rows):
        if column_of[i] >= 0:
            cluster[rows + column_of[i]] = i
    # Fair prices, where they are a proof, leave fewer columns at their prices: fewer seeming ties.
    prices = balanced_prices(problem, cluster)
    if not _are_proof(problem, prices):
        for i in range(rows):
            prices[i] = problem.fee + row_prices[i]
        for j in range(rows, size):
            prices[j] = problem.fee + column_prices[j - rows]
        if not _are_proof(problem, prices):
            return cluster, prices, UNPROVEN
    return cluster, prices, PAIR


@kernel
def _are_proof(problem: Problem, prices: Floats) -> bool:
    """Tell whether no unit alone and no two units of two annotators are cheaper than their prices."""
    rows, size, most = problem.first[1], len(prices), problem.fee + OFFENCE
    for i in range(size):
        if prices[i] > most:
            return False
    for i in range(rows):
        for j in range(rows, size):
            if prices[i] + prices[j] > most - problem.weights[i, j]:
                return False
    return True


@kernel
def _solve_relaxation(
    problem: Problem, cluster: Ints, cost: float, offenders: Columns
) -> tuple[Ints, Floats, int]:
    """Generate columns until the relaxation is solved, then close what gap is left."""
    size, groups = len(cluster), len(problem.first) - 1
    columns = new_columns(60 * size + 2000 + offenders.used[0], groups)
    basis = start_basis(problem, cluster, columns)
    _add_neighbours(problem, cluster, columns)
    for k in range(offenders.used[0]):
        add_column(columns, problem, offenders.units[k])
    if not _generate(problem, basis, columns):
        return cluster, basis.prices, UNPROVEN
    if cost - summed(basis.prices) <= OFFENCE * size:
        return cluster, basis.prices, RELAXATION
    if is_whole(basis):
        return whole_alignment(basis, columns), basis.prices, RELAXATION
    is_closed, found = close_gap(problem, basis, columns)
    if is_closed:
        return found, basis.prices, SEARCH
    return cluster, basis.prices, UNPROVEN


@kernel
def _generate(problem: Problem, basis: Basis, columns: Columns) -> bool:
    """Solve the relaxation over all unitary alignments, finding those that matter as it goes."""
    size = len(basis.prices)
    for _ in range(MOST_ROUNDS):
        if not optimise(basis, columns, MOST_STEPS):
            return False
        recompute_prices(basis, columns)
        before = columns.used[0]
        is_complete = find_columns(problem, basis.prices, -OFFENCE, columns, size + 64, True, 0)
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


class Answers(NamedTuple):
    """What is found: for every unit of a batch, and for every continuum its dearest route.

    `kinds` has the disorder of categories, over all of them and over each, in a row per continuum.
    """

    cluster: Ints
    prices: Floats
    part: Ints
    is_proven: Bools
    routes: Ints
    costs: Floats
    bounds: Floats
    disorders: Floats
    may_tie: Bools
    kinds: Floats


@entry
def solve_batch(batch: Batch, measure: Measure, answers: Answers, asks_for_ties: bool) -> bool:
    """Solve each continuum, part by part, into `answers`; tell whether all are proven."""
    are_proven = True
    # One function for continua and parts: a level of calls more would be seconds of compilation.
    for c in range(len(batch.bounds) - 1):
        begin, end = batch.bounds[c], batch.bounds[c + 1]
        units = _slice(batch.units, begin, end)
        part = find_parts(units, measure)
        members, starts = members_by_part(part)
        route, cost, bound, is_proven, may_tie = ALONE, 0.0, 0.0, True, False
        for number in range(len(starts) - 1):
            mine = members[starts[number] : starts[number + 1]]
            solution = solve_part(units, mine, measure, asks_for_ties)
            for i in range(len(mine)):
                place = begin + mine[i]
                answers.cluster[place] = starts[number] + solution.cluster[i]
                answers.prices[place] = solution.prices[i]
                answers.part[place] = number
                answers.is_proven[place] = solution.route != UNPROVEN
            cost, bound = cost + solution.cost, bound + solution.bound
            route = max(route, solution.route)
            is_proven = is_proven and solution.route != UNPROVEN
            may_tie = may_tie or solution.may_tie
        answers.routes[c] = route if is_proven else UNPROVEN
        answers.costs[c], answers.bounds[c], answers.may_tie[c] = cost, bound, may_tie
        answers.disorders[c] = cost / measure.fee / (len(part) / measure.annotators)
        add_kinds(units, answers.cluster[begin:end], measure, answers.kinds[c])
        are_proven = are_proven and is_proven
    return are_proven


@kernel
def _slice(units: Units, begin: int, end: int) -> Units:
    return Units(
        units.starts[begin:end],
        units.ends[begin:end],
        units.categories[begin:end],
        units.annotators[begin:end],
    )
