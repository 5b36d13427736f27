"""The best alignment of a continuum, with the proof that none is better."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from agreement.domain.continuum import Continuum
from agreement.domain.dissimilarity import Dissimilarity
from agreement.domain.native.compilation import Floats, Ints
from agreement.domain.native.costs import cluster_costs
from agreement.domain.native.problem import Units
from agreement.domain.native.solver import Answers, Batch
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
    batch = as_batch(continuum)
    measure = dissimilarity.measure(continuum.categories, len(continuum.annotators))
    if not continuum.is_comparable:
        return _aligned(continuum, np.arange(continuum.size), np.zeros(continuum.size), None, None)
    answers = solve(batch, measure)
    cluster = settle_ties(batch.units, measure, answers)
    costs = cluster_costs(batch.units, cluster, measure)
    return proven_alignment(continuum, cluster, dissimilarity.delta_empty * costs, answers)


def proven_alignment(
    continuum: Continuum, cluster: Ints, costs: Floats, answers: Answers
) -> Alignment:
    """Return what the solver found for one continuum, and what each cluster costs, as a value."""
    annotators = len(continuum.annotators)
    disorders = costs / (annotators * (annotators - 1) / 2)
    proof = Proof(
        ROUTES[answers.routes[0]],
        float(answers.costs[0]),
        float(answers.bounds[0]),
        tuple(answers.prices.tolist()),
    )
    disorder = float(disorders.sum()) / (continuum.size / annotators)
    return _aligned(continuum, cluster, disorders, disorder, proof)


def _aligned(
    continuum: Continuum,
    cluster: Ints,
    disorders: Floats,
    disorder: float | None,
    proof: Proof | None,
) -> Alignment:
    members: dict[int, dict[str, Span | None]] = {}
    for (annotator, span), number in zip(continuum, cluster.tolist(), strict=True):
        row = members.setdefault(number, dict.fromkeys(continuum.annotators))
        row[annotator] = span
    unitary = [
        (_place(row), UnitaryAlignment(row, float(disorders[number])))
        for number, row in members.items()
    ]
    unitary.sort(key=lambda item: item[0])
    return Alignment(continuum.annotators, tuple(one for _, one in unitary), disorder, proof)


def _place(row: Mapping[str, Span | None]) -> tuple[int, int, str, str]:
    """Return where the first unit stands: no other unitary alignment has the same."""
    return min(
        (span.start, span.end, span.label, annotator)
        for annotator, span in row.items()
        if span is not None
    )


def as_batch(continuum: Continuum) -> Batch:
    """Return the continuum for compiled code, counted from its first unit: small numbers are exact."""
    categories = {name: number for number, name in enumerate(continuum.categories)}
    left = min((spans[0].start for spans in continuum.units if spans), default=0)
    spans = [span for spans in continuum.units for span in spans]
    counts = [len(spans) for spans in continuum.units]
    units = Units(
        np.array([span.start - left for span in spans], np.float64),
        np.array([span.end - left for span in spans], np.float64),
        np.array([categories[span.label] for span in spans], np.int64),
        np.repeat(np.arange(len(counts), dtype=np.int64), counts),
    )
    return Batch(units, np.array([0, len(spans)], np.int64))
