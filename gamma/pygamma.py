"""pygamma-agreement behind the same function: slow, and nothing it returns is proven.

The only module that imports it, and not before it computes: importing it compiles for half a minute.
"""

import logging
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from gamma.alignment import Alignment, UnitaryAlignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.errors import InvalidMeasure, NotProven, TooLarge
from gamma.gamma import GammaResult, StatisticalSampler
from gamma.gamma import compute_gamma as compute_exactly
from text.spans import Span

# It lists every combination of at most one unit of each annotator, in memory.
MOST_COMBINATIONS = 250_000
# The sampler that draws what our statistical one draws: both engines then have the same gamma.
SAME = "same"


@cache
def _pygamma() -> ModuleType:
    import pygamma_agreement  # noqa: PLC0415

    return pygamma_agreement  # type: ignore[no-any-return]


@cache
def _measure(alpha: float, beta: float) -> Any:
    # Kept, since each one is compiled anew.
    return _pygamma().CombinedCategoricalDissimilarity(alpha=alpha, beta=beta)


class _SameSampler:
    """Hands pygamma the random continua that our engine draws."""

    def __init__(self, continuum: Continuum, *, seed: int) -> None:
        self._continuum, self._sampler = continuum, StatisticalSampler(continuum, seed=seed)

    def init_sampling(self, *_observed: object) -> None:
        """Do nothing: pygamma asks its own samplers to look at the observed continuum."""

    @property
    def sample_from_continuum(self) -> Any:
        names, kinds = self._continuum.annotators, self._continuum.categories
        batch = self._sampler.draw(1)
        columns = (column[: batch.bounds[1]].tolist() for column in batch.units)
        return _built(
            names,
            (
                (names[who], start, end, kinds[kind])
                for start, end, kind, who in zip(*columns, strict=True)
            ),
        )


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
    """Return the gamma of a continuum as pygamma computes it; not safe in threads.

    Raises TooLarge if pygamma would have to list too many combinations of units.
    """
    # It refuses weights that have no meaning.
    measured = dissimilarity or Dissimilarity(alpha, beta, delta_empty)
    if measured.similar:
        raise InvalidMeasure("With pygamma categories are the same or not: none are similar.")
    if measured.delta_empty != 1:
        raise InvalidMeasure("pygamma treats a delta_empty other than 1 inconsistently.")
    if not continuum.is_comparable:
        return compute_exactly(continuum)
    combinations = math.prod(len(spans) + 1 for spans in continuum.units)
    if combinations > MOST_COMBINATIONS:
        raise TooLarge(f"pygamma would have to list {combinations} combinations of units.")
    with silence():
        from cvxpy import SolverError  # noqa: PLC0415

        theirs = _pygamma()
        samplers: dict[str, Callable[[], Any]] = {
            "statistical": theirs.StatisticalContinuumSampler,
            "shuffle": theirs.ShuffleContinuumSampler,
            SAME: lambda: _SameSampler(continuum, seed=seed),
        }
        if sampler not in samplers:
            raise InvalidMeasure(f"There is no sampler {sampler}: {' or '.join(samplers)}.")
        # Its samplers know no other source of random numbers.
        np.random.seed(seed % 2**32)
        try:
            found = to_pygamma(continuum).compute_gamma(
                _measure(measured.alpha, measured.beta),
                n_samples=samples,
                precision_level=precision,
                sampler=samplers[sampler](),
            )
        except (AssertionError, SolverError) as error:
            # Its assertion says that the solver gave up.
            raise NotProven("pygamma found no alignment.") from error
        return _as_ours(continuum, found)


@contextmanager
def silence() -> Iterator[None]:
    """Keep its solver, which writes from C, off standard output, and its warnings out of the log."""
    sys.stdout.flush()
    kept, level = os.dup(1), logging.root.manager.disable
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  (not a path of ours)
        os.dup2(nowhere.fileno(), 1)
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(level)
        os.dup2(kept, 1)
        os.close(kept)


def to_pygamma(continuum: Continuum) -> Any:
    """Return the same continuum as a `pygamma_agreement.Continuum`."""
    units = ((name, span.start, span.end, span.label) for name, span in continuum)
    return _built(continuum.annotators, units)


def _built(names: Iterable[str], units: Iterable[tuple[str, float, float, str]]) -> Any:
    from pyannote.core import Segment  # noqa: PLC0415

    theirs = _pygamma().Continuum()
    for name in names:
        theirs.add_annotator(name)
    for name, start, end, label in units:
        theirs.add(name, Segment(start, end), label)
    return theirs


def _as_ours(continuum: Continuum, found: Any) -> GammaResult:
    return GammaResult(
        gamma=_defined(lambda: found.gamma),
        gamma_cat=_defined(lambda: found.gamma_cat),
        gamma_k={kind: _defined(found.gamma_k, kind) for kind in continuum.categories},
        observed=float(found.observed_disorder),
        expected=float(found.expected_disorder),
        chance=tuple(float(one.disorder) for one in found.chance_alignments),
        proven=False,
        alignment=_alignment(continuum, found.best_alignment),
    )


def _defined(figure: Callable[..., Any], *of: str) -> float | None:
    """Return a figure, or None where pygamma divides by an expected disorder of 0."""
    with suppress(ZeroDivisionError), np.errstate(divide="ignore", invalid="ignore"):
        value = float(figure(*of))
        return value if math.isfinite(value) else None
    return None


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
