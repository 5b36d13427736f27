"""Disorder of categories alone, for gamma-cat and gamma-k (Mathet 2017)."""

import numpy as np

from gamma.native.compilation import entry, kernel
from gamma.native.problem import Bools, Floats, Ints, Measure, Units, dissimilarity, filled, ordered


@kernel
def add_kinds(units: Units, cluster: Ints, measure: Measure, disorders: Floats) -> None:
    """Fill in the disorder of a continuum over all categories, then over each of them.

    Two aligned units count as much as they overlap and, in a cluster of k units, one (k-1)-th; a unit
    without partner counts 1, once for each annotator who lacks it, as pygamma has it.
    """
    kinds = len(disorders)
    # Few allocations: on a short line they take longer than the sums.
    floats, flags = np.zeros(2 * kinds), np.zeros(2 * kinds, np.bool_)
    sums, weights, has_pair, is_used = floats[:kinds], floats[kinds:], flags[:kinds], flags[kinds:]
    is_used[0] = True
    _add_up(units, cluster, measure, (sums, weights), (has_pair, is_used))
    for k in range(kinds):
        if not has_pair[k]:
            # Nothing to compare: no disorder; a category that does not occur has the most.
            disorders[k] = 0.0 if is_used[k] else 1.0
        else:
            disorders[k] = sums[k] / weights[k] if sums[k] > 0.0 else 0.0


@kernel
def _add_up(
    units: Units,
    cluster: Ints,
    measure: Measure,
    totals: tuple[Floats, Floats],
    flags: tuple[Bools, Bools],
) -> None:
    starts, ends, categories, _ = units
    alpha, _, table, annotators, _ = measure
    sums, weights = totals
    has_pair, is_used = flags
    size = len(cluster)
    # The units of a cluster as a chain: each knows the one before it, the cluster its last.
    ints = filled(3 * size, -1)
    last, before, members = ints[:size], ints[size : 2 * size], ints[2 * size :]
    for i in range(size):
        members[i] = 0
    for i in range(size):
        members[cluster[i]] += 1
        before[i] = last[cluster[i]]
        last[cluster[i]] = i
    for i in range(size):
        mine, count = categories[i] + 1, members[cluster[i]]
        is_used[mine] = True
        for k in (0, mine):
            sums[k] += annotators - count
            weights[k] += annotators - count
        j = before[i]
        while j >= 0:
            differs = dissimilarity(starts, ends, 0.0, i, j, alpha, 0.0)
            weight, theirs = max(0.0, 1.0 - differs) / (count - 1), categories[j] + 1
            added = weight * table[mine - 1, theirs - 1]
            for k in (0, mine, theirs if theirs != mine else -1):
                if k >= 0:
                    sums[k] += added
                    weights[k] += weight
                    has_pair[k] = True
            j = before[j]


@entry
def kinds_of(units: Units, cluster: Ints, measure: Measure) -> Floats:
    """Return the same for one alignment that was changed afterwards."""
    disorders = np.empty(len(measure.categories) + 1)
    add_kinds(units, cluster, measure, disorders)
    return disorders


@entry
def cluster_costs(units: Units, cluster: Ints, measure: Measure) -> Floats:
    """Return the cost of each cluster by its number; 0 for numbers that no unit has."""
    starts, ends, categories, _ = units
    alpha, beta, table, _, fee = measure
    size = len(cluster)
    labels, costs = np.empty(size), np.zeros(size)
    for i in range(size):
        labels[i] = cluster[i]
        costs[cluster[i]] = fee
    order, begin = ordered(labels), 0
    for at in range(size):
        i = order[at]
        if cluster[i] != cluster[order[begin]]:
            begin = at
        for before in range(begin, at):
            j = order[before]
            category = table[categories[i], categories[j]]
            costs[cluster[i]] -= 1.0 - dissimilarity(starts, ends, category, i, j, alpha, beta)
    return costs
