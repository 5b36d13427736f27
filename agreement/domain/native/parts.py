"""Cutting a continuum into parts that no best alignment joins.

Take a unitary alignment that joins units A of one part and B of others, where every pair across differs
by more than ``fee + 1``. Cutting it in two adds one fee and turns each of the |A||B| pairs across, which
cost more than ``fee + 1`` each, into an empty pair that costs 1: cheaper by more than
``|A||B| fee - fee >= 0``. So a best alignment never joins them, and parts are the connected components of
the pairs that differ by at most ``fee + 1``.
"""

import numpy as np

from agreement.domain.native.compilation import Ints, inlined, kernel
from agreement.domain.native.problem import Measure, Units, dissimilarity, numbers, ordered


@kernel
def find_parts(units: Units, measure: Measure) -> Ints:
    """Return the number of each unit's part; memory grows with the number of units."""
    size = len(units.starts)
    parent = numbers(size)
    order = ordered(units.starts)
    longest = 0.0
    for i in range(size):
        longest = max(longest, units.ends[i] - units.starts[i])
    limit = measure.fee + 1.0
    # The starts of two units of one part are at most this many times their lengths apart.
    reach = np.sqrt(limit / measure.alpha) if measure.alpha > 0.0 else np.inf
    for at in range(size):
        i = order[at]
        farthest = reach * (units.ends[i] - units.starts[i] + longest)
        for after in range(at + 1, size):
            j = order[after]
            if units.starts[j] - units.starts[i] > farthest:
                break
            if units.annotators[i] != units.annotators[j]:
                one, other = _root(parent, i), _root(parent, j)
                if one != other and dissimilarity(units, i, j, measure) <= limit:
                    parent[max(one, other)] = min(one, other)
    return _numbered(parent)


@inlined
def _root(parent: Ints, i: int) -> int:
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@kernel
def _numbered(parent: Ints) -> Ints:
    part, parts = np.empty(len(parent), np.int64), 0
    for i in range(len(parent)):
        root = _root(parent, i)
        if root == i:
            part[i] = parts
            parts += 1
        else:
            part[i] = part[root]
    return part


@kernel
def members_of(part: Ints, number: int) -> Ints:
    """Return the units of a part, in their order."""
    count = 0
    for i in range(len(part)):
        count += part[i] == number
    members, count = np.empty(count, np.int64), 0
    for i in range(len(part)):
        if part[i] == number:
            members[count] = i
            count += 1
    return members
