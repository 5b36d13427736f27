"""What the unitary alignments of a given alignment cost."""

import numpy as np

from agreement.domain.native.arrays import Floats, Ints, Measure, Units
from agreement.domain.native.compilation import entry
from agreement.domain.native.problem import dissimilarity, ordered


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
