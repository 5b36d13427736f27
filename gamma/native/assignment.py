"""A good alignment to start from: annotators join one by one, then each is taken out and put back."""

import numpy as np

from gamma.native.compilation import kernel
from gamma.native.problem import TOLERANCE, Floats, Ints, Problem, filled, ordered


@kernel
def assign(costs: Floats, rows: int, columns: int) -> tuple[Ints, Floats, Floats]:
    """Give each row a column of its own, or -1 at no cost, so that the sum of costs is least.

    The prices returned prove it: none is above 0, no row's and column's exceed their cost together,
    and all of them sum up to the total.
    """
    # Few allocations: on a short line they take longer than the arithmetic.
    floats, ints = np.zeros(rows + 2 * columns), filled(rows + 3 * columns, -1)
    row_prices, column_prices = floats[:rows], floats[rows : rows + columns]
    column_of, taken_by = ints[:rows], ints[rows : rows + columns]
    slack, came_from = floats[rows + columns :], ints[rows + columns : rows + 2 * columns]
    is_done = ints[rows + 2 * columns :]
    for row in range(rows):
        for other in range(columns):
            slack[other], is_done[other] = np.inf, 0
        # The row may stay alone, or any row of the tree may become so instead.
        alone_slack, alone_row = np.inf, row
        at, column, travelled = row, -1, 0.0
        while True:
            # Slacks are kept as they were before anything was travelled.
            if travelled - row_prices[at] < alone_slack:
                alone_slack, alone_row = travelled - row_prices[at], at
            nearest, least = -1, np.inf
            for other in range(columns):
                if is_done[other] > 0:
                    continue
                distance = travelled + costs[at, other] - row_prices[at] - column_prices[other]
                if distance < slack[other]:
                    slack[other], came_from[other] = distance, column
                if slack[other] < least:
                    nearest, least = other, slack[other]
            if alone_slack <= least or nearest < 0:
                travelled, column = alone_slack, column_of[alone_row]
                break
            travelled, column = least, nearest
            if taken_by[column] < 0:
                break
            is_done[column] = 1
            at = taken_by[column]
        _raise_prices(row, travelled, slack, is_done, taken_by, row_prices, column_prices)
        _augment(row, column, alone_row, came_from, taken_by, column_of)
    return column_of, row_prices, column_prices


@kernel
def _raise_prices(
    row: int,
    travelled: float,
    slack: Floats,
    is_done: Ints,
    taken_by: Ints,
    row_prices: Floats,
    column_prices: Floats,
) -> None:
    row_prices[row] += travelled
    for column in range(len(slack)):
        if is_done[column] > 0:
            row_prices[taken_by[column]] += travelled - slack[column]
            column_prices[column] -= travelled - slack[column]


@kernel
def _augment(
    row: int, column: int, alone_row: int, came_from: Ints, taken_by: Ints, column_of: Ints
) -> None:
    """Hand the columns over along the path that was found."""
    if column < 0:
        return
    if taken_by[column] >= 0:
        # The path ends with the row that gives this column up.
        column_of[alone_row] = -1
    while column >= 0:
        before = came_from[column]
        giver = row if before < 0 else taken_by[before]
        taken_by[column], column_of[giver] = giver, column
        column = before


NOT_WORTH_IT = 1.0


@kernel
def good_alignment(problem: Problem) -> Ints:
    """Return the cluster of each unit in an alignment that no single annotator can improve."""
    first, groups, size = problem.first, len(problem.first) - 1, len(problem.weights)
    # Cluster and cluster before of each unit, and how many units each cluster has.
    ints = filled(3 * size, -1)
    cluster, before, counts = ints[:size], ints[size : 2 * size], ints[2 * size :]
    sizes, most = np.empty(groups), 0
    for c in range(size):
        counts[c] = 0
    for a in range(groups):
        sizes[a] = first[a] - first[a + 1]
        most = max(most, first[a + 1] - first[a])
    order, costs = ordered(sizes), np.empty((most, size))
    for unit in range(first[order[0]], first[order[0] + 1]):
        cluster[unit] = unit - first[order[0]]
        counts[cluster[unit]] = 1
    for a in order[1:]:
        _weigh(problem, a, cluster, counts, costs)
        _place(first, a, cluster, counts, costs)
    stable = 0
    while stable < groups:
        for a in order:
            if _rejoin(problem, a, cluster, before, counts, costs):
                stable = 0
            else:
                stable += 1
            if stable >= groups:
                break
    return cluster


@kernel
def _weigh(problem: Problem, a: int, cluster: Ints, counts: Ints, costs: Floats) -> None:
    """Work out what each unit of an annotator adds by joining each cluster, not staying alone."""
    weights, first, fee, _ = problem
    start, end = first[a], first[a + 1]
    for row in range(end - start):
        for c in range(len(counts)):
            costs[row, c] = -fee if counts[c] > 0 else NOT_WORTH_IT
    for other in range(len(cluster)):
        if cluster[other] >= 0:
            for unit in range(start, end):
                costs[unit - start, cluster[other]] -= weights[unit, other]


@kernel
def _place(first: Ints, a: int, cluster: Ints, counts: Ints, costs: Floats) -> None:
    """Put the units of an annotator, at present nowhere, where they cost least together."""
    start, end = first[a], first[a + 1]
    used = len(counts)
    while used > 0 and counts[used - 1] == 0:
        used -= 1
    chosen, _, _ = assign(costs, end - start, used)
    free = 0
    for unit in range(start, end):
        if chosen[unit - start] >= 0:
            cluster[unit] = chosen[unit - start]
            counts[cluster[unit]] += 1
    for unit in range(start, end):
        if chosen[unit - start] < 0:
            while counts[free] > 0:
                free += 1
            cluster[unit] = free
            counts[free] = 1


@kernel
def _rejoin(
    problem: Problem, a: int, cluster: Ints, before: Ints, counts: Ints, costs: Floats
) -> bool:
    """Take an annotator out and put it back; tell whether the alignment has become better."""
    start, end = problem.first[a], problem.first[a + 1]
    for unit in range(start, end):
        before[unit] = cluster[unit]
        counts[cluster[unit]] -= 1
        cluster[unit] = -1
    _weigh(problem, a, cluster, counts, costs)
    value, best = 0.0, 0.0
    for unit in range(start, end):
        row, mine = unit - start, before[unit]
        value += min(0.0, costs[row, mine]) if counts[mine] > 0 else 0.0
        least = 0.0
        for c in range(len(counts)):
            least = min(least, costs[row, c])
        best += least
    if best < value - TOLERANCE:
        _place(problem.first, a, cluster, counts, costs)
        after = 0.0
        for unit in range(start, end):
            after += min(0.0, costs[unit - start, cluster[unit]])
        if after < value - TOLERANCE:
            return True
        for unit in range(start, end):
            counts[cluster[unit]] -= 1
    for unit in range(start, end):
        cluster[unit] = before[unit]
        counts[cluster[unit]] += 1
    return False
