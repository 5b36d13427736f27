"""Prices straight from an alignment, which often prove it the best without any linear program.

A unit of a cluster of k pays its share of the fee less half of the weights to its fellows: the prices
of a cluster sum up to its cost, so they prove the alignment unless some unitary alignment is cheaper
than its prices. Such offenders are used to shift prices within clusters until none is left, or until
it is clear that this leads nowhere.
"""

from typing import NamedTuple

import numpy as np

from gamma.native.compilation import inlined, kernel
from gamma.native.problem import TOLERANCE, Columns, Floats, Ints, Problem, add_column


@kernel
def find_columns(
    problem: Problem,
    prices: Floats,
    slack: float,
    columns: Columns,
    most: int,
    is_choosy: bool,
    forced: int,
) -> bool:
    """Append unitary alignments that cost at most their prices plus `slack`.

    Tells whether the search was complete. A choosy search goes for the worst offenders: it passes
    over those half as bad as the worst so far. Of the first `forced` annotators a unit is taken always.
    """
    # Arrays under names of their own: reaching into a tuple in the loop would count references.
    weights, first, fee, ahead = problem
    groups, capacity = len(first) - 1, len(columns.costs)
    # For each depth (the annotators below it are decided): what each later unit adds to the value,
    # and what later annotators can add at most. One that chose no unit has the rows of that before.
    gains, rest, value = _start(problem, prices)
    ints = np.empty(3 * groups + 2, np.int64)
    row, cursor, chosen = ints[: groups + 1], ints[groups + 1 : -groups], ints[-groups:]
    need, least, found, depth = fee - slack, slack, 0, 0
    row[0], cursor[0] = 0, 0 if forced > 0 else -1
    while depth >= 0:
        unit, here, below = cursor[depth], row[depth], depth + 1
        if unit >= first[below]:
            depth -= 1
            continue
        cursor[depth] += 1
        worth, chosen[depth] = value[depth], -1
        if unit >= first[depth]:
            worth += gains[here, unit]
            if worth + ahead[unit] + rest[here, below] < need:
                continue
            chosen[depth], here = unit, below
            _choose(weights, first, ahead, unit, gains, rest, row[depth], below)
        value[below], row[below] = worth, here
        if worth + rest[here, below] < need:
            continue
        if below < groups:
            depth, cursor[below] = below, first[below] - (1 if below >= forced else 0)
        elif not is_empty(chosen):
            add_column(columns, problem, chosen)
            found, least = found + 1, min(least, fee - worth)
            if is_choosy:
                need = max(need, fee - 0.5 * least)
            if found >= most or columns.used[0] >= capacity:
                return False
    return True


@kernel
def _start(problem: Problem, prices: Floats) -> tuple[Floats, Floats, Floats]:
    weights, first, _, ahead = problem
    groups, size = len(first) - 1, len(weights)
    # One allocation: on a short line several take longer than the search.
    depths = groups + 1
    floats = np.empty(depths * (size + depths + 1))
    gains = floats[: depths * size].reshape((depths, size))
    rest = floats[depths * size : -depths].reshape((depths, depths))
    value = floats[-depths:]
    value[0] = rest[0, groups] = 0.0
    for b in range(groups - 1, -1, -1):
        most = 0.0
        for j in range(first[b], first[b + 1]):
            gains[0, j] = prices[j]
            most = max(most, prices[j] + ahead[j])
        rest[0, b] = rest[0, b + 1] + most
    return gains, rest, value


@inlined
def _choose(
    weights: Floats,
    first: Ints,
    ahead: Floats,
    unit: int,
    gains: Floats,
    rest: Floats,
    here: int,
    below: int,
) -> None:
    """Add the weights to a unit to what later ones are worth."""
    groups = len(first) - 1
    rest[below, groups] = 0.0
    for b in range(groups - 1, below - 1, -1):
        most = 0.0
        for j in range(first[b], first[b + 1]):
            gain = gains[here, j] + weights[unit, j]
            gains[below, j] = gain
            most = max(most, gain + ahead[j])
        rest[below, b] = rest[below, b + 1] + most


@inlined
def is_empty(chosen: Ints) -> bool:
    """Tell whether no annotator has a unit in it."""
    for unit in chosen:  # noqa: SIM110  (numba knows no generators)
        if unit >= 0:
            return False
    return True


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
