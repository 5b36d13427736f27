"""Gamma: how much better than by chance annotators agree (Mathet, Widlöcher and Métivier 2015)."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Protocol

import numpy as np

from gamma.alignment import Alignment, align, best_alignment, solve
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.errors import InvalidMeasure
from gamma.native.problem import Batch, Floats, Measure, Words
from gamma.native.sampling import sample_habits, sample_shifts
from gamma.work import estimate_work
from text.spans import Span


def work_of(continuum: Continuum, *, samples: int = 30) -> float:
    """Estimate how much work the gamma of a continuum is."""
    return estimate_work(len(continuum.annotators), continuum.size, samples=samples)


class Sampler(Protocol):
    """Draws continua like the observed one, with the same annotators."""

    def draw(self, samples: int) -> Batch:
        """Return so many more continua."""
        ...


class StatisticalSampler:
    """Annotators with the habits of the observed ones, drawn from normal distributions.

    Numbers of units, gaps and lengths have the mean and the deviation of the observed ones, categories
    their shares. A gap of 0 is always among the gaps, and so is the way from 0 to the first unit of each
    annotator who does not start there: all as in pygamma's default sampler.
    """

    def __init__(self, continuum: Continuum, *, seed: int) -> None:
        self._units, self._left = continuum.batch.units, float(continuum.left)
        self._annotators, self._kinds = len(continuum.annotators), len(continuum.categories)
        self._state = random_state(continuum, seed=seed)

    def draw(self, samples: int) -> Batch:
        return sample_habits(
            self._units, self._annotators, self._kinds, self._left, samples, self._state
        )


class ShuffleSampler:
    """Observed annotators shifted by random amounts, as in the paper's section 5.2."""

    def __init__(self, continuum: Continuum, *, seed: int) -> None:
        units, left = continuum.batch.units, float(continuum.left)
        self._units = units._replace(starts=units.starts + left, ends=units.ends + left)
        counts = [len(spans) for spans in continuum.units]
        self._first = np.array([0, *accumulate(counts)], np.int64)
        self._right = float(self._units.ends.max())
        self._spacing = float(np.mean(units.ends - units.starts)) / 2
        self._state = random_state(continuum, seed=seed)

    def draw(self, samples: int) -> Batch:
        return sample_shifts(
            self._units, self._first, self._right, self._spacing, samples, self._state
        )


SAMPLERS: Mapping[str, type[StatisticalSampler] | type[ShuffleSampler]] = MappingProxyType(
    {"statistical": StatisticalSampler, "shuffle": ShuffleSampler}
)


def random_state(continuum: Continuum, *, seed: int) -> Words:
    """Return the state of a generator that depends on the seed and the annotations alone."""
    digest = hashlib.sha256(f"{seed}:".encode() + continuum.digest).digest()
    return np.array([int.from_bytes(digest[:8], "big")], np.uint64)


# Largest error of gamma, in 95 of 100 cases, that each name stands for.
PRECISIONS = {"high": 0.01, "medium": 0.02, "low": 0.1}
CONFIDENCE = 1.96
MOST_SAMPLES = 1_000_000
# More samples are drawn in several goes: memory does not grow with their number.
AT_ONCE = 1000


@dataclass(frozen=True)
class GammaResult:
    """Gamma with all that it was computed from.

    `gamma` is 1 - observed / expected: 1 for perfect agreement, 0 for what chance gives, below 0 for
    worse. It is None where it is not defined: with fewer than two annotators or no unit at all, and
    where chance gives no disorder but the annotators have some. `gamma_cat` looks only at the categories
    of what is aligned, `gamma_k` at one category each. None of them depends on delta_empty; disorders are
    proportional to it.
    """

    gamma: float | None
    gamma_cat: float | None
    gamma_k: Mapping[str, float | None]
    observed: float | None
    expected: float | None
    # Disorder of each random continuum.
    chance: tuple[float, ...]
    proven: bool
    alignment: Alignment

    @property
    def samples(self) -> int:
        """How many random continua the expected disorder is the mean of."""
        return len(self.chance)


def compute_gamma(
    continuum: Continuum,
    *,
    samples: int = 30,
    seed: int = 0,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    sampler: str | Sampler = "statistical",
    precision: float | str | None = None,
    dissimilarity: Dissimilarity | None = None,
) -> GammaResult:
    """Return the gamma of a continuum.

    `samples` random continua are drawn; with a `precision` ("high", "medium", "low", or the largest
    relative error of the expected disorder) as many more as that needs. The draws depend on `seed` and
    the annotations alone. A `dissimilarity` takes the place of alpha, beta and delta_empty.

    >>> from text.spans import Span
    >>> result = compute_gamma(Continuum.of({
    ...     "ana": [Span(0, 4, "DATE"), Span(9, 12, "AGE"), Span(20, 31, "NAME")],
    ...     "bob": [Span(1, 4, "DATE"), Span(9, 12, "AGE"), Span(20, 31, "NAME")],
    ... }))
    >>> round(result.observed, 4), result.samples, result.proven
    (0.0068, 30, True)
    >>> result.gamma > 0.99
    True
    >>> compute_gamma(Continuum.of({"ana": [Span(0, 4, "DATE")]})).gamma is None
    True
    """
    if samples < 1:
        raise InvalidMeasure(f"At least one sample is needed, not {samples}.")
    error = _largest_error(precision)
    measured = dissimilarity or Dissimilarity(alpha, beta, delta_empty)
    if isinstance(sampler, str) and sampler not in SAMPLERS:
        raise InvalidMeasure(f"There is no sampler {sampler}: {' or '.join(SAMPLERS)}.")
    if not continuum.is_comparable:
        return _undefined(continuum, measured)
    chance = SAMPLERS[sampler](continuum, seed=seed) if isinstance(sampler, str) else sampler
    return _compare(continuum, measured, chance, samples, error)


def _largest_error(precision: float | str | None) -> float | None:
    if precision is None:
        return None
    error = PRECISIONS.get(precision) if isinstance(precision, str) else precision
    if error is None or not 0 < error < 1:
        known = ", ".join(PRECISIONS)
        raise InvalidMeasure(f"A precision is {known} or a number between 0 and 1.")
    return error


def _undefined(continuum: Continuum, dissimilarity: Dissimilarity) -> GammaResult:
    alignment = best_alignment(continuum, dissimilarity)
    gamma_k = dict.fromkeys(continuum.categories)
    return GammaResult(None, None, gamma_k, None, None, (), True, alignment)


def _compare(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    sampler: Sampler,
    samples: int,
    error: float | None,
) -> GammaResult:
    measure = dissimilarity.measure(continuum.categories, len(continuum.annotators))
    alignment, kinds = align(continuum, measure, dissimilarity.delta_empty)
    chance, kinds_by_chance = _chance(sampler, samples, measure)
    if error is not None and (more := _needed(chance, error) - samples) > 0:
        further, further_kinds = _chance(sampler, more, measure)
        chance, kinds_by_chance = chance + further, kinds_by_chance + further_kinds
    expected_kinds = (kinds_by_chance / len(chance)).tolist()
    gammas = list(map(_gamma, kinds.tolist(), expected_kinds))
    observed = alignment.disorder or 0.0
    chance = [dissimilarity.delta_empty * disorder for disorder in chance]
    expected = math.fsum(chance) / len(chance)
    return GammaResult(
        gamma=_gamma(observed, expected),
        gamma_cat=gammas[0],
        gamma_k=dict(zip(continuum.categories, gammas[1:], strict=True)),
        observed=observed,
        expected=expected,
        chance=tuple(chance),
        proven=True,
        alignment=alignment,
    )


def _gamma(observed: float, expected: float) -> float | None:
    if observed == 0:
        return 1.0
    return 1 - observed / expected if expected > 0 else None


def _chance(sampler: Sampler, samples: int, measure: Measure) -> tuple[list[float], Floats]:
    """Return the disorder of random continua, and the sum of their disorders in categories."""
    disorders: list[float] = []
    kinds = np.zeros(len(measure.categories) + 1)
    for done in range(0, samples, AT_ONCE):
        answers = solve(sampler.draw(min(AT_ONCE, samples - done)), measure)
        disorders += answers.disorders.tolist()
        kinds += answers.kinds.sum(axis=0)
    return disorders, kinds


def _needed(chance: Sequence[float], error: float) -> int:
    """Return how many samples bound the relative error of their mean (section 5.3 of the paper)."""
    mean = math.fsum(chance) / len(chance)
    deviation = math.sqrt(math.fsum((one - mean) ** 2 for one in chance) / len(chance))
    variation = deviation / mean if mean > 0 else 0.0
    return min(MOST_SAMPLES, math.ceil((variation * CONFIDENCE / error) ** 2))


def warm_up() -> None:
    """Run every compiled function once; its code is then in the cache."""
    continuum = Continuum.of(
        {
            "ana": [Span(0, 4, "DATE"), Span(9, 12, "AGE")],
            "bob": [Span(1, 4, "DATE")],
            "carl": [Span(0, 4, "DATE"), Span(10, 12, "DATE")],
        }
    )
    compute_gamma(continuum, samples=1)
    compute_gamma(continuum, samples=1, sampler="shuffle")
    # Bob's unit is as far from either of ana's: there is a tie to settle.
    best_alignment(
        Continuum.of(
            {"ana": [Span(0, 5, "DATE"), Span(5, 10, "DATE")], "bob": [Span(0, 10, "DATE")]}
        )
    )
