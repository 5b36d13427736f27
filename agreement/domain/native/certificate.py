"""Prices straight from an alignment, which often prove it the best without any linear program.

A unit of a cluster of k pays its share of the fee less half of the weights to its fellows: the prices
of a cluster sum up to its cost, so they prove the alignment unless some unitary alignment is cheaper
than its prices. Such offenders are used to shift prices within clusters until none is left, or until
it is clear that this leads nowhere.
"""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.arrays import Floats, Ints
from agreement.domain.native.compilation import inlined, kernel
from agreement.domain.native.pricing import find_columns
from agreement.domain.native.problem import TOLERANCE, Columns, Problem

ROUNDS = 12
SWEEPS = 60
# A little farther than the violated plane: converges faster than projecting onto it.
STRIDE = 1.3
OFFENCE = 1e-7


@kernel
def balanced_prices(problem: Problem, cluster: Ints) -> Floats:
    """Return each unit's fair share of the cost of its cluster."""
    size, weights, fee = len(cluster), problem.weights, problem.fee
    prices = np.empty(size)
    for i in range(size):
        members, weight = 0, 0.0
        for j in range(size):
            if cluster[j] == cluster[i]:
                members += 1
                weight += weights[i, j]
        prices[i] = fee / members - 0.5 * weight
    return prices


class Clusters(NamedTuple):
    """The units of each cluster one after the other: those of c from `starts[c]` on."""

    of_unit: Ints
    members: Ints
    starts: Ints


@kernel
def _clusters(cluster: Ints) -> Clusters:
    size = len(cluster)
    ints = np.zeros(2 * size + 2, np.int64)
    starts, members = ints[: size + 2], ints[size + 2 :]
    # One place farther than they will stand: filling the clusters moves them there.
    for i in range(size):
        starts[cluster[i] + 2] += 1
    for c in range(size):
        starts[c + 2] += starts[c + 1]
    for i in range(size):
        members[starts[cluster[i] + 1]] = i
        starts[cluster[i] + 1] += 1
    return Clusters(cluster, members, starts)


@kernel
def certify(problem: Problem, cluster: Ints, prices: Floats, columns: Columns) -> bool:
    """Shift prices until they prove the alignment; tell whether they do. Keeps the offenders."""
    size, clusters = len(cluster), _clusters(cluster)
    inside = np.zeros(size)
    for _ in range(ROUNDS):
        before = columns.used[0]
        is_complete = find_columns(problem, prices, -OFFENCE, columns, size + 64, True, 0)
        if columns.used[0] == before:
            return is_complete
        if not _shift(clusters, prices, columns, inside):
            return False
    return False


@kernel
def _shift(clusters: Clusters, prices: Floats, columns: Columns, inside: Floats) -> bool:
    """Project the prices in turn onto what each offender allows; tell whether all are content."""
    of_unit, members, starts = clusters
    units, costs, used = columns
    count, width = used[0], units.shape[1]
    for _ in range(SWEEPS):
        worst = 0.0
        for k in range(count):
            excess = -costs[k]
            for a in range(width):
                if units[k, a] >= 0:
                    excess += prices[units[k, a]]
            if excess <= TOLERANCE:
                continue
            worst = max(worst, excess)
            if not _project(of_unit, members, starts, units, k, excess, prices, inside):
                return False
        if worst <= 0.5 * OFFENCE:
            return True
    return False


@inlined
def _project(
    of_unit: Ints,
    members: Ints,
    starts: Ints,
    units: Ints,
    k: int,
    excess: float,
    prices: Floats,
    inside: Floats,
) -> bool:
    """Lower the prices of a column by its excess and raise those of its units' fellows instead."""
    norm, width = 0.0, units.shape[1]
    for a in range(width):
        if units[k, a] >= 0:
            inside[of_unit[units[k, a]]] += 1.0
    for a in range(width):
        if units[k, a] >= 0:
            c = of_unit[units[k, a]]
            norm += 1.0 - inside[c] / (starts[c + 1] - starts[c])
    step = STRIDE * excess / norm if norm > 1e-6 else 0.0
    for a in range(width):
        if units[k, a] >= 0:
            c = of_unit[units[k, a]]
            prices[units[k, a]] -= step
            if inside[c] > 0.0:
                share = step * inside[c] / (starts[c + 1] - starts[c])
                for place in range(starts[c], starts[c + 1]):
                    prices[members[place]] += share
                inside[c] = 0.0
    return norm > 1e-6
