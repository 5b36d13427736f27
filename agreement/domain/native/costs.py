"""What the unitary alignments of a given alignment cost."""

import numpy as np

from agreement.domain.native.compilation import Floats, Ints, entry
from agreement.domain.native.problem import Measure, Units, dissimilarity, ordered


@entry
def cluster_costs(units: Units, cluster: Ints, measure: Measure) -> Floats:
    """Return the cost of each cluster by its number; 0 for numbers that no unit has."""
    size = len(cluster)
    labels, costs = np.empty(size), np.zeros(size)
    for i in range(size):
        labels[i] = cluster[i]
        costs[cluster[i]] = measure.fee
    order, begin = ordered(labels), 0
    for at in range(size):
        if cluster[order[at]] != cluster[order[begin]]:
            begin = at
        for before in range(begin, at):
            differs = dissimilarity(units, order[at], order[before], measure)
            costs[cluster[order[at]]] -= 1.0 - differs
    return costs
