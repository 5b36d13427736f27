"""The assignment problem where a row may also stay alone: two annotators, or one against clusters.

Shortest augmenting paths with prices, after Kuhn, Munkres, and Jonker and Volgenant (1987).
"""

import numpy as np

from agreement.domain.native.arrays import Floats, Ints
from agreement.domain.native.compilation import kernel
from agreement.domain.native.problem import filled


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
