"""Cutting a continuum into parts that no best alignment joins.

Take a unitary alignment that joins units A of one part and B of others, where every pair across differs
by more than ``fee + 1``. Cutting it in two adds one fee and turns each of the |A||B| pairs across, which
cost more than ``fee + 1`` each, into an empty pair that costs 1: cheaper by more than
``|A||B| fee - fee >= 0``. So a best alignment never joins them, and parts are the connected components of
the pairs that differ by at most ``fee + 1``.
"""

import numpy as np

from gamma.native.compilation import inlined, kernel
from gamma.native.problem import Ints, Measure, Units, dissimilarity, numbers, ordered


@kernel
def find_parts(units: Units, measure: Measure) -> Ints:
    """Return the number of each unit's part; memory grows with the number of units."""
    starts, ends, categories, annotators = units
    alpha, beta, table, _, fee = measure
    size, longest, limit = len(starts), 0.0, fee + 1.0
    parent, order = numbers(size), ordered(starts)
    for i in range(size):
        longest = max(longest, ends[i] - starts[i])
    # The starts of two units of one part are at most this many times their lengths apart.
    reach = np.sqrt(limit / alpha) if alpha > 0.0 else np.inf
    for at in range(size):
        i = order[at]
        farthest = reach * (ends[i] - starts[i] + longest)
        for after in range(at + 1, size):
            j = order[after]
            if starts[j] - starts[i] > farthest:
                break
            if annotators[i] != annotators[j]:
                one, other = root_of(parent, i), root_of(parent, j)
                category = table[categories[i], categories[j]]
                if (
                    one != other
                    and dissimilarity(starts, ends, category, i, j, alpha, beta) <= limit
                ):
                    parent[max(one, other)] = min(one, other)
    return _numbered(parent)


@inlined
def root_of(parent: Ints, i: int) -> int:
    """Return the unit that stands for all of a tree, and shorten the way to it."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@kernel
def _numbered(parent: Ints) -> Ints:
    part, parts = np.empty(len(parent), np.int64), 0
    for i in range(len(parent)):
        root = root_of(parent, i)
        if root == i:
            part[i] = parts
            parts += 1
        else:
            part[i] = part[root]
    return part


@kernel
def members_by_part(part: Ints) -> tuple[Ints, Ints]:
    """Return the units part by part, each in their order, and where each part begins."""
    size, parts = len(part), 0
    for number in part:
        parts = max(parts, number + 1)
    starts, members = np.zeros(parts + 2, np.int64), np.empty(size, np.int64)
    # One place farther than they will stand: filling the parts moves them there.
    for number in part:
        starts[number + 2] += 1
    for number in range(parts):
        starts[number + 2] += starts[number + 1]
    for i in range(size):
        members[starts[part[i] + 1]] = i
        starts[part[i] + 1] += 1
    return members, starts[: parts + 1]
