"""Unitary alignments of a long part, found around each unit: memory grows with the number of units."""

import numpy as np

from gamma.native.compilation import entry, kernel
from gamma.native.pricing import find_columns
from gamma.native.problem import (
    Columns,
    Floats,
    Ints,
    Measure,
    Units,
    dissimilarity,
    make_problem,
    new_columns,
    ordered,
)

# With more units around one, the others of each column are looked for around a second unit.
MANY = 300
# Room for what is found around one unit: no more than a fourth of all, but at least for this many.
FEWEST = 4096


@entry
def columns_nearby(
    units: Units, measure: Measure, prices: Floats, slack: float, room: int, most_each: int
) -> tuple[Columns, bool]:
    """Return unitary alignments that cost at most their prices plus `slack`, and whether all.

    Each is found once, from its first unit by start. Units whose dissimilarity exceeds the fee by as
    many as there are other annotators are in no best alignment: either would rather be alone. With
    `most_each` above 0 only so many of the cheapest kind are taken around a unit, or around two if it
    has many others around it, as one that is as long as the text has.
    """
    size, annotators = len(units.starts), 0
    for i in range(size):
        annotators = max(annotators, units.annotators[i] + 1)
    columns, order, longest = new_columns(room, annotators), ordered(units.starts), 0.0
    rank = np.empty(size, np.int64)
    for at in range(size):
        longest = max(longest, units.ends[at] - units.starts[at])
        rank[order[at]] = at
    each, is_complete = most_each if most_each > 0 else max(FEWEST, room // 4), True
    for at in range(size):
        members = _around(units, measure, order, at, longest, annotators)
        last = len(members) if len(members) > MANY else 1
        for second in range(last):
            some = members
            if last > 1:
                some = _around_two(units, measure, members, second, rank, annotators)
            forced = 1 if second == 0 else 2
            found = _search(units, measure, prices, some, forced, slack, each, most_each > 0)
            is_complete = _copy(found, some, columns, each) and is_complete
    return columns, is_complete


@kernel
def _search(
    units: Units,
    measure: Measure,
    prices: Floats,
    members: Ints,
    forced: int,
    slack: float,
    most: int,
    is_choosy: bool,
) -> Columns:
    """Return the columns of some units that have the first of them in it, fewer than `most` if all."""
    local = np.empty(len(members))
    for i in range(len(members)):
        local[i] = prices[members[i]]
    problem = make_problem(units, members, measure)
    found = new_columns(most, len(problem.first) - 1)
    find_columns(problem, local, slack, found, most, is_choosy, forced)
    return found


@kernel
def _around(
    units: Units, measure: Measure, order: Ints, at: int, longest: float, annotators: int
) -> Ints:
    """Return a unit and those of other annotators after it that may share an alignment with it."""
    starts, ends, categories, of_annotator = units
    alpha, beta, table, _, fee = measure
    root, limit = order[at], fee + annotators - 1.0
    reach = np.sqrt(limit / alpha) if alpha > 0.0 else np.inf
    farthest = reach * (ends[root] - starts[root] + longest)
    last = at + 1
    while last < len(order) and starts[order[last]] - starts[root] <= farthest:
        last += 1
    members, count = np.empty(last - at, np.int64), 1
    members[0] = root
    for annotator in range(annotators):
        for k in range(at + 1, last):
            i = order[k]
            if of_annotator[i] == annotator and annotator != of_annotator[root]:
                category = table[categories[root], categories[i]]
                if dissimilarity(starts, ends, category, root, i, alpha, beta) <= limit:
                    members[count] = i
                    count += 1
    return members[:count]


@kernel
def _around_two(
    units: Units, measure: Measure, members: Ints, second: int, rank: Ints, annotators: int
) -> Ints:
    """Return of these units the first, a second, and those after it near that one; or the first alone."""
    if second == 0:
        return members[:1]
    starts, ends, categories, of_annotator = units
    alpha, beta, table, _, fee = measure
    root, limit = members[second], fee + annotators - 1.0
    some, count = np.empty(len(members), np.int64), 2
    some[0], some[1] = members[0], root
    for i in members[1:]:
        if of_annotator[i] != of_annotator[root] and rank[i] > rank[root]:
            category = table[categories[root], categories[i]]
            if dissimilarity(starts, ends, category, root, i, alpha, beta) <= limit:
                some[count] = i
                count += 1
    return some[:count]


@kernel
def _copy(found: Columns, members: Ints, columns: Columns, most: int) -> bool:
    """Append what was found around one unit; tell whether that is all, and there was room."""
    for k in range(found.used[0]):
        place = columns.used[0]
        if place >= len(columns.costs):
            return False
        for a in range(columns.units.shape[1]):
            columns.units[place, a] = -1
        for a in range(found.units.shape[1]):
            if found.units[k, a] >= 0:
                columns.units[place, a] = members[found.units[k, a]]
        columns.costs[place] = found.costs[k]
        columns.used[0] += 1
    return found.used[0] < most
