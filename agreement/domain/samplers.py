"""Chance: random continua that share the habits, or the annotations, of an observed one."""

import hashlib
from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Protocol

import numpy as np

from agreement.domain.continuum import Continuum
from agreement.domain.native.arrays import Batch, Words
from agreement.domain.native.sampling import sample_habits, sample_shifts


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
