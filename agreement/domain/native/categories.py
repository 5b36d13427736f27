"""Disorder of categories alone, for gamma-cat and gamma-k (Mathet 2017)."""

import numpy as np

from agreement.domain.native.compilation import Bools, Floats, Ints, entry, kernel
from agreement.domain.native.problem import Measure
from agreement.domain.native.solver import Batch


@entry
def category_disorders(batch: Batch, cluster: Ints, measure: Measure, annotators: int) -> Floats:
    """Return for each continuum its disorder over all categories, then over each of them.

    Two aligned units count as much as they overlap and, in a cluster of k units, one (k-1)-th; a unit
    without partner counts 1, once for each annotator who lacks it, as pygamma has it.
    """
    kinds = len(measure.categories)
    disorders = np.empty((len(batch.bounds) - 1, kinds + 1))
    for c in range(len(batch.bounds) - 1):
        sums, weights = np.zeros(kinds + 1), np.zeros(kinds + 1)
        has_pair, is_used = np.zeros(kinds + 1, np.bool_), np.zeros(kinds + 1, np.bool_)
        is_used[0] = True
        _add_up(batch, cluster, measure, annotators, c, (sums, weights), (has_pair, is_used))
        for k in range(kinds + 1):
            if not has_pair[k]:
                # Nothing to compare: no disorder; a category that does not occur has the most.
                disorders[c, k] = 0.0 if is_used[k] else 1.0
            else:
                disorders[c, k] = sums[k] / weights[k] if sums[k] > 0.0 else 0.0
    return disorders


@kernel
def _add_up(
    batch: Batch,
    cluster: Ints,
    measure: Measure,
    annotators: int,
    c: int,
    totals: tuple[Floats, Floats],
    flags: tuple[Bools, Bools],
) -> None:
    units, begin, end = batch.units, batch.bounds[c], batch.bounds[c + 1]
    sums, weights = totals
    has_pair, is_used = flags
    members = np.zeros(end - begin, np.int64)
    for i in range(begin, end):
        members[cluster[i]] += 1
    for i in range(begin, end):
        mine, count = units.categories[i] + 1, members[cluster[i]]
        is_used[mine] = True
        for k in (0, mine):
            sums[k] += annotators - count
            weights[k] += annotators - count
        for j in range(begin, i):
            if cluster[j] != cluster[i]:
                continue
            weight = max(0.0, 1.0 - measure.alpha * _place(batch, i, j)) / (count - 1)
            theirs = units.categories[j] + 1
            added = weight * measure.categories[mine - 1, theirs - 1]
            _count(totals, has_pair, 0, added, weight)
            _count(totals, has_pair, mine, added, weight)
            if theirs != mine:
                _count(totals, has_pair, theirs, added, weight)


@kernel
def _count(
    totals: tuple[Floats, Floats], has_pair: Bools, k: int, added: float, weight: float
) -> None:
    totals[0][k] += added
    totals[1][k] += weight
    has_pair[k] = True


@kernel
def _place(batch: Batch, i: int, j: int) -> float:
    units = batch.units
    lengths = (units.ends[i] - units.starts[i]) + (units.ends[j] - units.starts[j])
    apart = abs(units.starts[i] - units.starts[j]) + abs(units.ends[i] - units.ends[j])
    return (apart / lengths) ** 2
