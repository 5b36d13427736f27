"""pygamma-agreement behind the same function: slow, and nothing it returns is proven.

The only module that knows it. It is not among the platform's packages; who wants to compare installs it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from gamma.alignment import Alignment, UnitaryAlignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.engines import check_engine
from gamma.errors import InvalidMeasure
from gamma.gamma import GammaResult
from gamma.gamma import compute_gamma as compute_exactly
from text.spans import Span


@cache
def _pygamma() -> ModuleType:
    check_engine("pygamma")
    # Importing it compiles for half a minute.
    import pygamma_agreement  # noqa: PLC0415

    return pygamma_agreement  # type: ignore[no-any-return]


def compute_gamma(
    continuum: Continuum,
    /,
    *,
    samples: int = 30,
    seed: int = 0,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    sampler: str = "statistical",
    precision: float | str | None = None,
    dissimilarity: Dissimilarity | None = None,
) -> GammaResult:
    """Return the gamma of a continuum as pygamma computes it; not safe in threads."""
    # It refuses weights that have no meaning.
    measured = dissimilarity or Dissimilarity(alpha, beta, delta_empty)
    if measured.similar:
        raise InvalidMeasure("With pygamma categories are the same or not: none are similar.")
    if measured.delta_empty != 1:
        raise InvalidMeasure("pygamma treats a delta_empty other than 1 inconsistently.")
    if not continuum.is_comparable:
        return compute_exactly(continuum)
    theirs = _pygamma()
    samplers = {
        "statistical": theirs.StatisticalContinuumSampler,
        "shuffle": theirs.ShuffleContinuumSampler,
    }
    if sampler not in samplers:
        raise InvalidMeasure(f"There is no sampler {sampler}: {' or '.join(samplers)}.")
    # Its samplers know no other source of random numbers.
    np.random.seed(seed % 2**32)
    with silence():
        found = _as_theirs(continuum).compute_gamma(
            theirs.CombinedCategoricalDissimilarity(alpha=measured.alpha, beta=measured.beta),
            n_samples=samples,
            precision_level=precision,
            sampler=samplers[sampler](),
        )
        return _as_ours(continuum, found)


@contextmanager
def silence() -> Iterator[None]:
    """Keep its solver, which writes from C, off standard output, which carries our result alone."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  (not a path of ours)
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _as_theirs(continuum: Continuum) -> Any:
    from pyannote.core import Segment  # noqa: PLC0415

    theirs = _pygamma().Continuum()
    for annotator in continuum.annotators:
        theirs.add_annotator(annotator)
    for annotator, span in continuum:
        theirs.add(annotator, Segment(span.start, span.end), span.label)
    return theirs


def _as_ours(continuum: Continuum, found: Any) -> GammaResult:
    expected = float(found.expected_disorder)
    observed = float(found.observed_disorder)
    has_gamma = expected > 0 or observed == 0
    return GammaResult(
        gamma=float(found.gamma) if has_gamma else None,
        gamma_cat=float(found.gamma_cat),
        gamma_k={kind: float(found.gamma_k(kind)) for kind in continuum.categories},
        observed=observed,
        expected=expected,
        chance=tuple(float(one.disorder) for one in found.chance_alignments),
        proven=False,
        alignment=_alignment(continuum, found.best_alignment),
    )


def _alignment(continuum: Continuum, theirs: Any) -> Alignment:
    known = {(name, span.start, span.end, span.label): span for name, span in continuum}

    def ours(name: str, unit: Any) -> Span | None:
        return unit and known[name, unit.segment.start, unit.segment.end, unit.annotation]

    unitary = [
        UnitaryAlignment(
            {name: ours(name, unit) for name, unit in one.n_tuple}, float(one.disorder)
        )
        for one in theirs.unitary_alignments
    ]
    unitary.sort(key=lambda one: min(span for span in one.units.values() if span))
    return Alignment(continuum.annotators, tuple(unitary), float(theirs.disorder), None)
