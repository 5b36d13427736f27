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
    groups, size = len(problem.first) - 1, len(problem.weights)
    cluster, counts = filled(size, -1), np.zeros(size, np.int64)
    sizes = np.empty(groups)
    for a in range(groups):
        sizes[a] = problem.first[a] - problem.first[a + 1]
    order = ordered(sizes)
    first = order[0]
    for unit in range(problem.first[first], problem.first[first + 1]):
        cluster[unit] = unit - problem.first[first]
        counts[cluster[unit]] = 1
    for a in order[1:]:
        _place(problem, a, cluster, counts, _costs(problem, a, cluster, counts))
    stable = 0
    while stable < groups:
        for a in order:
            if _rejoin(problem, a, cluster, counts):
                stable = 0
            else:
                stable += 1
            if stable >= groups:
                break
    return cluster


@kernel
def _costs(problem: Problem, a: int, cluster: Ints, counts: Ints) -> Floats:
    """Return what each unit of an annotator adds by joining each cluster instead of staying alone."""
    weights, first, fee, _ = problem
    start, end = first[a], first[a + 1]
    costs = np.empty((end - start, len(counts)))
    for row in range(end - start):
        for c in range(len(counts)):
            costs[row, c] = -fee if counts[c] > 0 else NOT_WORTH_IT
    for other in range(len(cluster)):
        if cluster[other] >= 0:
            for unit in range(start, end):
                costs[unit - start, cluster[other]] -= weights[unit, other]
    return costs


@kernel
def _place(problem: Problem, a: int, cluster: Ints, counts: Ints, costs: Floats) -> None:
    """Put the units of an annotator, at present nowhere, where they cost least together."""
    start, end = problem.first[a], problem.first[a + 1]
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
def _rejoin(problem: Problem, a: int, cluster: Ints, counts: Ints) -> bool:
    """Take an annotator out and put it back; tell whether the alignment has become better."""
    start, end = problem.first[a], problem.first[a + 1]
    before = np.empty(end - start, np.int64)
    for unit in range(start, end):
        before[unit - start] = cluster[unit]
        counts[cluster[unit]] -= 1
        cluster[unit] = -1
    costs = _costs(problem, a, cluster, counts)
    value, best = 0.0, 0.0
    for row in range(end - start):
        value += min(0.0, costs[row, before[row]]) if counts[before[row]] > 0 else 0.0
        least = 0.0
        for c in range(len(counts)):
            least = min(least, costs[row, c])
        best += least
    if best < value - TOLERANCE:
        _place(problem, a, cluster, counts, costs)
        after = 0.0
        for row in range(end - start):
            after += min(0.0, costs[row, cluster[start + row]])
        if after < value - TOLERANCE:
            return True
        for unit in range(start, end):
            counts[cluster[unit]] -= 1
    for unit in range(start, end):
        cluster[unit] = before[unit - start]
        counts[cluster[unit]] += 1
    return False
