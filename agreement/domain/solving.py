"""Best alignments of many continua: the compiled solver first, the slower one for what it leaves."""

import numpy as np

from agreement.domain.native.arrays import Batch, Ints, Measure, Units
from agreement.domain.native.categories import kinds_of
from agreement.domain.native.certificate import OFFENCE
from agreement.domain.native.costs import cluster_costs
from agreement.domain.native.solver import SEARCH, UNPROVEN, Answers, solve_batch
from agreement.domain.programming import prove_part
from agreement.exceptions import NotProven

# What the two ways to a cost may differ by: solvers of programs are good to a millionth.
SLIP = 1e-4
# How a whole continuum was proven: by the dearest method that one of its parts needed.
ROUTES = ("", "alone", "assignment", "identical", "prices", "relaxation", "search", "programming")


def solve(batch: Batch, measure: Measure, *, asks_for_ties: bool = False) -> Answers:
    """Return the proven best alignment of every continuum of a batch."""
    size, continua = int(batch.bounds[-1]), len(batch.bounds) - 1
    answers = Answers(
        np.empty(size, np.int64),
        np.empty(size),
        np.empty(size, np.int64),
        np.empty(size, np.bool_),
        np.empty(continua, np.int64),
        np.empty(continua),
        np.empty(continua),
        np.empty(continua),
        np.empty(continua, np.bool_),
        np.empty((continua, len(measure.categories) + 1)),
    )
    if not solve_batch(batch, measure, answers, asks_for_ties):
        for number in np.flatnonzero(answers.routes == UNPROVEN):
            _finish(batch, measure, answers, int(number))
        _check(answers, np.diff(batch.bounds))
    return answers


def _check(answers: Answers, sizes: Ints) -> None:
    """Refuse answers whose own figures do not prove them, whatever the reason."""
    gap, leeway = answers.costs - answers.bounds, OFFENCE * np.maximum(1, sizes)
    may_have_gap = answers.routes >= SEARCH
    if np.any(gap < -leeway) or np.any(~may_have_gap & (gap > leeway)):
        raise NotProven("An alignment's cost and bound differ: please report this continuum.")


def _finish(batch: Batch, measure: Measure, answers: Answers, number: int) -> None:
    """Prove the parts of a continuum that the compiled solver left."""
    begin, end = batch.bounds[number], batch.bounds[number + 1]
    part, is_proven = answers.part[begin:end], answers.is_proven[begin:end]
    for left in np.unique(part[~is_proven]):
        members = begin + np.flatnonzero(part == left)
        units, hints = _chosen(batch.units, members), answers.prices[members]
        proven = prove_part(units, measure, hints)
        if abs(cluster_costs(units, proven.cluster, measure).sum() - proven.cost) > SLIP:
            raise NotProven("The slower method's alignment does not cost what it says.")
        # Parts number their clusters one after the other, a number for each unit.
        answers.cluster[members] = np.count_nonzero(part < left) + proven.cluster
        answers.prices[members] = proven.prices
    own = slice(begin, end)
    units, cluster = _chosen(batch.units, np.arange(begin, end)), answers.cluster[own]
    answers.routes[number] = len(ROUTES) - 1
    answers.bounds[number] = answers.prices[own].sum()
    cost = answers.costs[number] = cluster_costs(units, cluster, measure).sum()
    answers.disorders[number] = cost / measure.fee / (len(cluster) / measure.annotators)
    answers.kinds[number] = kinds_of(units, cluster, measure)


def _chosen(units: Units, members: Ints) -> Units:
    return Units(
        units.starts[members],
        units.ends[members],
        units.categories[members],
        units.annotators[members],
    )
