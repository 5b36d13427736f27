"""Which unitary alignments are cheaper than the prices of their units?

Prices are one number per unit. Where no unitary alignment costs less than its units' prices together,
the sum of all prices is a lower bound for every alignment (linear programming duality). The search goes
annotator by annotator and gives a branch up as soon as even the best continuation is too dear.
"""

from typing import NamedTuple

import numpy as np

from agreement.domain.native.compilation import Floats, Ints, inlined, kernel
from agreement.domain.native.problem import Columns, Problem, add_column


class Search(NamedTuple):
    """Where a search stands, for each depth: the annotators below it are decided.

    Row d of `gains` is what each later unit adds to the value, given the units chosen below d; `rest`
    what later annotators can add at most. A depth that chose no unit shares the row before it.
    """

    gains: Floats
    rest: Floats
    row: Ints
    value: Floats
    cursor: Ints
    chosen: Ints


@kernel
def find_columns(
    problem: Problem,
    prices: Floats,
    slack: float,
    columns: Columns,
    most: int,
    is_choosy: bool,
    is_rooted: bool,
) -> bool:
    """Append unitary alignments that cost at most their prices plus `slack`.

    Tells whether the search was complete. A choosy search goes for the worst offenders: it passes
    over those half as bad as the worst so far. A rooted one takes the first annotator's unit always.
    """
    groups, fee = len(problem.first) - 1, problem.fee
    search = _start(problem, prices)
    need, least, found, depth = fee - slack, slack, 0, 0
    search.cursor[0] = 0 if is_rooted else -1
    while depth >= 0:
        unit = search.cursor[depth]
        if unit >= problem.first[depth + 1]:
            depth -= 1
            continue
        search.cursor[depth] += 1
        if not _descend(problem, search, depth, unit, need):
            continue
        if depth + 1 < groups:
            depth += 1
            search.cursor[depth] = problem.first[depth] - 1
            continue
        value = search.value[groups]
        if value < need or is_empty(search.chosen):
            continue
        add_column(columns, problem, search.chosen)
        found, least = found + 1, min(least, fee - value)
        if is_choosy:
            need = max(need, fee - 0.5 * least)
        if found >= most or columns.used[0] >= len(columns.costs):
            return False
    return True


@kernel
def _start(problem: Problem, prices: Floats) -> Search:
    groups, size = len(problem.first) - 1, len(prices)
    depths = groups + 1
    # Few allocations: on a short line they take longer than the search.
    floats, ints = np.zeros(depths * (size + depths + 1)), np.zeros(2 * depths + groups, np.int64)
    gains = floats[: depths * size].reshape((depths, size))
    rest = floats[depths * size : depths * (size + depths)].reshape((depths, depths))
    for b in range(groups - 1, -1, -1):
        most = 0.0
        for j in range(problem.first[b], problem.first[b + 1]):
            gains[0, j] = prices[j]
            most = max(most, prices[j] + problem.ahead[j])
        rest[0, b] = rest[0, b + 1] + most
    value, row, cursor = (
        floats[depths * (size + depths) :],
        ints[:depths],
        ints[depths : 2 * depths],
    )
    return Search(gains, rest, row, value, cursor, ints[2 * depths :])


@inlined
def _descend(problem: Problem, search: Search, depth: int, unit: int, need: float) -> bool:
    """Decide on a unit of an annotator, or on none; tell whether that can still lead anywhere."""
    gains, rest, row, value, _, chosen = search
    here, below, groups = row[depth], depth + 1, len(problem.first) - 1
    if unit < problem.first[depth]:
        chosen[depth] = -1
        row[below], value[below] = here, value[depth]
        return value[depth] + rest[here, below] >= need
    worth = value[depth] + gains[here, unit]
    if worth + problem.ahead[unit] + rest[here, below] < need:
        return False
    chosen[depth] = unit
    rest[below, groups] = 0.0
    for b in range(groups - 1, depth, -1):
        most = 0.0
        for j in range(problem.first[b], problem.first[b + 1]):
            gain = gains[here, j] + problem.weights[unit, j]
            gains[below, j] = gain
            most = max(most, gain + problem.ahead[j])
        rest[below, b] = rest[below, b + 1] + most
    row[below], value[below] = below, worth
    return worth + rest[below, below] >= need


@inlined
def is_empty(chosen: Ints) -> bool:
    """Tell whether no annotator has a unit in it."""
    for unit in chosen:  # noqa: SIM110  (numba knows no generators)
        if unit >= 0:
            return False
    return True
