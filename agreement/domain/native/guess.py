"""A good alignment to start from: annotators join one by one, then each is taken out and put back."""

import numpy as np

from agreement.domain.native.arrays import Floats, Ints
from agreement.domain.native.assignment import assign
from agreement.domain.native.compilation import kernel
from agreement.domain.native.problem import TOLERANCE, Problem, filled, ordered

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
