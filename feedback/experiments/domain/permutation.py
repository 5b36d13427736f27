"""Compare two teams by their people: an exact two-sided permutation test and its confidence interval.

Each person is one value. If the arms make no difference, every division of these people into two teams of the
same sizes is equally likely; p is the share of divisions whose means differ at least as much as the real ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from feedback.experiments.domain.welch import CONFIDENCE, Interval

# Enough for all divisions of nine and nine people. For more people, DRAWS divisions are drawn, always the same.
MOST_DIVISIONS = 50_000
DRAWS = 9_999
SEED = 2026
LEAST_PEOPLE = 2
# Sums of the same numbers in another order differ in the last digits.
_TOLERANCE = 1e-9
_NO_SPREAD = 1e-12
_STEPS = 60


@dataclass(frozen=True)
class PeopleTest:
    """The difference of two teams' means over people; no interval if it would be unbounded."""

    difference: float
    interval: Interval | None
    p: float
    # The smallest possible p with this many people.
    least_p: float
    is_exact: bool


def compare_people(experimental: Sequence[float], control: Sequence[float]) -> PeopleTest | None:
    """Compare the values of people; None with fewer than two in a team.

    >>> test = compare_people([1, 2, 3, 4], [5, 6, 7, 8])
    >>> round(test.p, 4), test.difference, test.is_exact
    (0.0286, -4.0, True)
    """
    sizes = len(experimental), len(control)
    if min(sizes) < LEAST_PEOPLE:
        return None
    divisions, is_exact = _divisions(sum(sizes), sizes[0])
    shifted = _Shifted.of(np.array([*experimental, *control], dtype=float), divisions, *sizes)
    mirrored = is_exact and sizes[0] == sizes[1]
    least_p = (2 if mirrored else 1) / len(divisions)
    if shifted.spread < _NO_SPREAD:
        return PeopleTest(shifted.difference, None, 1.0, least_p, is_exact)
    bounds = [shifted.bound(sign) if least_p < 1 - CONFIDENCE else None for sign in (-1, 1)]
    low, high = bounds
    interval = None if low is None or high is None else Interval(low, high)
    return PeopleTest(shifted.difference, interval, shifted.p(0), least_p, is_exact)


@lru_cache(maxsize=8)
def _divisions(people: int, first: int) -> tuple[NDArray[np.int32], bool]:
    """Return the first team in each division (the real one first), and whether all divisions are included."""
    if comb(people, first) <= MOST_DIVISIONS:
        every = chain.from_iterable(combinations(range(people), first))
        return np.fromiter(every, dtype=np.int32).reshape(-1, first), True
    order = np.tile(np.arange(people, dtype=np.int32), (DRAWS, 1))
    drawn = np.random.default_rng(SEED).permuted(order, axis=1)[:, :first]
    return np.vstack([np.arange(first, dtype=np.int32), drawn]), False


@dataclass(frozen=True)
class _Shifted:
    """The differences of all divisions, as a function of a shift of the experimental values."""

    difference: float
    spread: float
    # Per division: its difference, and how fast it falls with the shift.
    differences: NDArray[np.float64]
    slopes: NDArray[np.float64]

    @classmethod
    def of(
        cls, values: NDArray[np.float64], divisions: NDArray[np.int32], first: int, second: int
    ) -> "_Shifted":
        scale = 1 / first + 1 / second
        differences = values[divisions].sum(axis=1) * scale - values.sum() / second
        slopes = (divisions < first).sum(axis=1) * scale - first / second
        return cls(float(differences[0]), float(np.ptp(values)), differences, slopes)

    def p(self, shift: float) -> float:
        """Return p for the hypothesis that the experimental values are larger by `shift`."""
        least = abs(self.difference - shift) - _TOLERANCE * self.spread
        return float(np.mean(np.abs(self.differences - shift * self.slopes) >= least))

    def bound(self, sign: int) -> float:
        """Return the furthest shift on one side that the test does not reject."""
        # p falls monotonically away from the observed difference: the real division has the steepest slope.
        near, step = 0.0, self.spread
        while self.p(self.difference + sign * (near + step)) >= 1 - CONFIDENCE:
            near, step = near + step, 2 * step
        far = near + step
        for _ in range(_STEPS):
            middle = (near + far) / 2
            is_kept = self.p(self.difference + sign * middle) >= 1 - CONFIDENCE
            near, far = (middle, far) if is_kept else (near, middle)
        return self.difference + sign * near
