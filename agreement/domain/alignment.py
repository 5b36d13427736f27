"""The best alignment of a continuum, with the proof that none is better."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from agreement.domain.continuum import Continuum
from agreement.domain.dissimilarity import Dissimilarity
from agreement.domain.native.arrays import Floats, Ints, Measure
from agreement.domain.native.categories import kinds_of
from agreement.domain.native.costs import cluster_costs
from agreement.domain.solving import ROUTES, solve
from agreement.domain.ties import settle_ties
from corpus.domain.spans import Span


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
