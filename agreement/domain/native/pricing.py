"""Which unitary alignments are cheaper than the prices of their units?

Prices are one number per unit. Where no unitary alignment costs less than its units' prices together,
the sum of all prices is a lower bound for every alignment (linear programming duality). The search goes
annotator by annotator and gives a branch up as soon as even the best continuation is too dear.
"""

import numpy as np

from agreement.domain.native.arrays import Floats, Ints
from agreement.domain.native.compilation import inlined, kernel
from agreement.domain.native.problem import Columns, Problem, add_column


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
