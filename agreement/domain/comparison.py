"""Who agrees with whom, and who lowers the agreement.

Over several continua gammas are pooled, ``1 - sum of observed / sum of expected``, each disorder weighted by
the mean number of units of its annotators: a line with one unit says less than a line with ten.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from agreement.domain.batches import compute_gammas
from agreement.domain.continuum import Continuum
from agreement.domain.gamma import GammaResult


@dataclass(frozen=True)
class Agreement:
    """The pooled gamma of some continua; None if none of them can be compared."""

    gamma: float | None
    observed: float
    expected: float
    # Continua that count, and the units in them.
    continua: int
    units: int


@dataclass(frozen=True)
class LeftOut:
    """The agreement of the others: `change` is what the annotator's absence adds to gamma."""

    agreement: Agreement
    change: float | None


def pooled_agreement(continua: Sequence[Continuum], **options: Any) -> Agreement:
    """Return the agreement of all annotators over these continua.

    >>> from corpus.domain.spans import Span
    >>> same = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(0, 4, "DATE")]})
    >>> pooled_agreement([same, same]).gamma
    1.0
    """
    return _pool(continua, compute_gammas(continua, **options))


def pairwise_agreement(
    continua: Sequence[Continuum], **options: Any
) -> dict[tuple[str, str], Agreement]:
    """Return the agreement of every two annotators who share a continuum, by their names in order."""
    return {
        pair: pooled_agreement(
            [one.only(pair) for one in continua if set(pair) <= set(one.annotators)], **options
        )
        for pair in sorted({pair for one in continua for pair in combinations(one.annotators, 2)})
    }


def weighted_agreement(continua: Sequence[Continuum], annotator: str, **options: Any) -> Agreement:
    """Return the agreement of one annotator with each of the others, weighted by what they marked."""
    pairs = [
        one.only((annotator, other))
        for one in continua
        if annotator in one.annotators
        for other in one.annotators
        if other != annotator
    ]
    return pooled_agreement(pairs, **options)


def leave_one_out(continua: Sequence[Continuum], **options: Any) -> dict[str, LeftOut]:
    """Return for each annotator the agreement of the others; a positive change: they agree better."""
    left_out = {}
    for annotator in sorted({name for one in continua for name in one.annotators}):
        shared = [one for one in continua if annotator in one.annotators]
        before = pooled_agreement(shared, **options)
        after = pooled_agreement([one.without(annotator) for one in shared], **options)
        left_out[annotator] = LeftOut(after, _difference(after.gamma, before.gamma))
    return left_out


def _difference(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else after - before


def _pool(continua: Iterable[Continuum], results: Iterable[GammaResult]) -> Agreement:
    observed = expected = 0.0
    count = units = 0
    for continuum, result in zip(continua, results, strict=True):
        if result.observed is None or result.expected is None:
            continue
        weight = continuum.size / len(continuum.annotators)
        observed += weight * result.observed
        expected += weight * result.expected
        count, units = count + 1, units + continuum.size
    gamma = 1 - observed / expected if expected > 0 else (1.0 if count and not observed else None)
    return Agreement(gamma, observed, expected, count, units)
