"""Chance: random continua that share the habits, or the annotations, of an observed one."""

import hashlib
import math
from collections.abc import Mapping
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Protocol

import numpy as np

from agreement.domain.continuum import Continuum
from agreement.domain.native.compilation import Words
from agreement.domain.native.problem import Units
from agreement.domain.native.sampling import Habits, sample_habits, sample_shifts
from agreement.domain.native.solver import Batch


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
        self._habits = habits_of(continuum)
        self._state = random_state(continuum, seed=seed)

    def draw(self, samples: int) -> Batch:
        return sample_habits(self._habits, samples, self._state)


class ShuffleSampler:
    """Observed annotators shifted by random amounts, as in the paper's section 5.2."""

    def __init__(self, continuum: Continuum, *, seed: int) -> None:
        self._units, self._first = _absolute_units(continuum)
        self._right = float(self._units.ends.max())
        self._spacing = float(np.mean(self._units.ends - self._units.starts)) / 2
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


def habits_of(continuum: Continuum) -> Habits:
    """Return how the annotators of a continuum annotate."""
    spans = [span for spans in continuum.units for span in spans]
    counts = [len(spans) for spans in continuum.units]
    shares = dict.fromkeys(continuum.categories, 0)
    for span in spans:
        shares[span.label] += 1
    cumulated = list(accumulate(share / len(spans) for share in shares.values()))
    return Habits(
        len(counts),
        _mean_and_deviation(counts),
        _mean_and_deviation([0, *_gaps(continuum)]),
        _mean_and_deviation([span.end - span.start for span in spans]),
        np.array([share / cumulated[-1] for share in cumulated]),
    )


def _mean_and_deviation(values: list[int]) -> tuple[float, float]:
    # numpy would take longer to look at so few numbers than the solver takes for a sample.
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _gaps(continuum: Continuum) -> list[int]:
    between = [
        after.start - before.end for spans in continuum.units for before, after in pairwise(spans)
    ]
    before_first = [spans[0].start for spans in continuum.units if spans and spans[0].start > 0]
    return between + before_first


def _absolute_units(continuum: Continuum) -> tuple[Units, np.ndarray]:
    numbers = {name: number for number, name in enumerate(continuum.categories)}
    spans = [span for _, span in continuum]
    counts = [len(spans) for spans in continuum.units]
    units = Units(
        np.array([span.start for span in spans], np.float64),
        np.array([span.end for span in spans], np.float64),
        np.array([numbers[span.label] for span in spans], np.int64),
        np.repeat(np.arange(len(counts), dtype=np.int64), counts),
    )
    return units, np.array([0, *accumulate(counts)], np.int64)
