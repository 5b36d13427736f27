"""The best alignment of a continuum, with the proof that none is better."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.errors import NotProven
from gamma.native.categories import cluster_costs, kinds_of
from gamma.native.pricing import OFFENCE
from gamma.native.problem import Batch, Floats, Ints, Measure, Units
from gamma.native.solver import SEARCH, UNPROVEN, Answers, solve_batch
from gamma.programming import prove_part
from gamma.ties import settle_ties
from text.spans import Span

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


@dataclass(frozen=True)
class UnitaryAlignment:
    """What the annotators marked in one place: a unit of each, or None."""

    units: Mapping[str, Span | None]
    disorder: float


@dataclass(frozen=True)
class Proof:
    """Why no alignment is better.

    Costs are in units of ``delta_empty``. Every unit has a price, no unitary alignment costs less than its
    units' prices together, so no alignment costs less than `bound`, their sum. Where `bound` stays below
    `cost` the route is "search" or "programming": every unitary alignment that could be in a cheaper
    alignment was looked at. Prices are in the order of the continuum's units.
    """

    route: str
    cost: float
    bound: float
    prices: tuple[float, ...]


@dataclass(frozen=True)
class Alignment:
    """A partition of all units into unitary alignments, from left to right."""

    annotators: tuple[str, ...]
    unitary: tuple[UnitaryAlignment, ...]
    disorder: float | None
    proof: Proof | None

    def __iter__(self) -> Iterator[UnitaryAlignment]:
        return iter(self.unitary)

    def __len__(self) -> int:
        return len(self.unitary)

    def __getitem__(self, index: int) -> UnitaryAlignment:
        return self.unitary[index]


def best_alignment(continuum: Continuum, dissimilarity: Dissimilarity | None = None) -> Alignment:
    """Return the alignment of least disorder; of several, the one that the rule of ties names.

    With fewer than two annotators nothing is compared: every unit stays alone, without disorder.

    >>> found = best_alignment(Continuum.of({
    ...     "ana": [Span(0, 4, "DATE"), Span(9, 12, "AGE")],
    ...     "bob": [Span(1, 4, "DATE")],
    ... }))
    >>> [[unit and unit.label for unit in unitary.units.values()] for unitary in found]
    [['DATE', 'DATE'], ['AGE', None]]
    >>> round(found.disorder, 4), found.proof.route
    (0.6803, 'assignment')
    """
    dissimilarity = dissimilarity or Dissimilarity()
    if not continuum.is_comparable:
        return _aligned(continuum, np.arange(continuum.size), np.zeros(continuum.size), None, None)
    measure = dissimilarity.measure(continuum.categories, len(continuum.annotators))
    return align(continuum, measure, dissimilarity.delta_empty)[0]


def align(continuum: Continuum, measure: Measure, delta_empty: float) -> tuple[Alignment, Floats]:
    """Return the best alignment and its disorder of categories, over all and over each."""
    answers, units = solve(continuum.batch, measure, asks_for_ties=True), continuum.batch.units
    cluster, kinds = answers.cluster, answers.kinds[0]
    if answers.may_tie[0]:
        cluster = settle_ties(units, measure, answers)
        kinds = kinds_of(units, cluster, measure)
    costs = cluster_costs(units, cluster, measure)
    cost, route = float(costs.sum()), ROUTES[answers.routes[0]]
    proof = Proof(route, cost, float(answers.bounds[0]), tuple(answers.prices.tolist()))
    disorders = (delta_empty / measure.fee) * costs
    disorder = delta_empty * cost / measure.fee / (continuum.size / measure.annotators)
    return _aligned(continuum, cluster, disorders, disorder, proof), kinds


def _aligned(
    continuum: Continuum,
    cluster: Ints,
    disorders: Floats,
    disorder: float | None,
    proof: Proof | None,
) -> Alignment:
    rows: dict[int, dict[str, Span | None]] = {}
    # Where the first unit of each stands: no other unitary alignment has the same.
    places: dict[int, tuple[Span, str]] = {}
    for (annotator, span), number in zip(continuum, cluster.tolist(), strict=True):
        if number not in rows:
            rows[number] = dict.fromkeys(continuum.annotators)
            places[number] = (span, annotator)
        elif span < places[number][0]:
            places[number] = (span, annotator)
        rows[number][annotator] = span
    costs = disorders.tolist()
    order = sorted(rows, key=places.__getitem__)
    unitary = tuple(UnitaryAlignment(rows[number], costs[number]) for number in order)
    return Alignment(continuum.annotators, unitary, disorder, proof)
