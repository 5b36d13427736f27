"""Compare two samples: Welch's t-test, the difference and the effect size with their intervals.

Effect size: Hedges' g on the root of the mean of the two variances (meaningful also if they differ, like
Welch's test), corrected for small samples. Its interval: Bonett, "Confidence
intervals for standardized linear contrasts of means", Psychological Methods 13 (2008).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt

import numpy as np
from scipy import stats

# The direction of the hypothesis: experimental compared with control.
LESS, GREATER = "less", "greater"
CONFIDENCE = 0.95
# With two values on a side, one of them constant, the effect size has no expectation.
LEAST_VALUES = 3
# Rounding errors are smaller, real spreads larger: durations are milliseconds, penalties fractions.
_NO_SPREAD = 1e-12


@dataclass(frozen=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Moments:
    """The size, mean and variance of a sample."""

    n: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The variance of the mean."""
        return self.variance / self.n

    @classmethod
    def of(cls, values: Sequence[float]) -> "Moments":
        array = np.asarray(values, dtype=float)
        return cls(len(array), float(array.mean()), float(array.var(ddof=1)))


@dataclass(frozen=True)
class Comparison:
    """The result of a one-tailed Welch test, with the difference and the effect size."""

    difference: float
    difference_interval: Interval
    t: float
    df: float
    p: float
    effect: float
    effect_interval: Interval


def compare(
    experimental: Sequence[float], control: Sequence[float], *, direction: str
) -> Comparison | None:
    """Test whether the experimental mean is LESS or GREATER.

    Return None with fewer than three values in a sample, or without spread in both.
    """
    if min(len(experimental), len(control)) < LEAST_VALUES:
        return None
    first, second = Moments.of(experimental), Moments.of(control)
    if first.variance + second.variance <= _NO_SPREAD:
        return None
    difference, error = first.mean - second.mean, sqrt(first.error + second.error)
    df = welch_df(first, second)
    t = difference / error
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, df)) * error
    effect, spread = _effect(first, second)
    return Comparison(
        difference=difference,
        difference_interval=Interval(difference - reach, difference + reach),
        t=t,
        df=df,
        p=float(stats.t.cdf(t, df) if direction == LESS else stats.t.sf(t, df)),
        effect=effect,
        effect_interval=Interval(effect - spread, effect + spread),
    )


def welch_df(first: Moments, second: Moments) -> float:
    """Return the degrees of freedom of Welch and Satterthwaite."""
    parts = first.error**2 / (first.n - 1) + second.error**2 / (second.n - 1)
    return (first.error + second.error) ** 2 / parts


def _effect(first: Moments, second: Moments) -> tuple[float, float]:
    """Return Hedges' g and the half-width of its interval."""
    one, two = first.variance, second.variance
    mean_variance = (one + two) / 2
    d = (first.mean - second.mean) / sqrt(mean_variance)
    m, n = first.n - 1, second.n - 1
    of_spread = d**2 * (one**2 / m + two**2 / n) / (8 * mean_variance**2)
    of_means = (one / m + two / n) / mean_variance
    correction = _small_sample(m * n * (one + two) ** 2 / (n * one**2 + m * two**2))
    z = float(stats.norm.ppf((1 + CONFIDENCE) / 2))
    return correction * d, correction * z * sqrt(of_spread + of_means)


def _small_sample(df: float) -> float:
    """Return the factor that corrects Cohen's d for small samples (Hedges 1981)."""
    return exp(lgamma(df / 2) - log(sqrt(df / 2)) - lgamma((df - 1) / 2))


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Return the confidence interval of a mean; None with fewer than two values."""
    if len(values) < 2:
        return None
    found = Moments.of(values)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, found.n - 1)) * sqrt(found.error)
    return Interval(found.mean - reach, found.mean + reach)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number (Holm 1979), in the same order."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [1.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        # Keep the order: a larger p must not become smaller after the correction.
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected


MOST_TASKS = 10_000_000
# Beyond these, the noncentral t is slow or unstable, and equals the normal distribution to six digits.
_LARGE_DF = 100_000
_LARGE_SHIFT = 30


@dataclass(frozen=True)
class Expected:
    """The difference of two means to find, and the standard deviations of single values."""

    difference: float
    experimental_sd: float
    control_sd: float


def expect_durations(*, ratio: float, variation: float) -> Expected:
    """Return the effect of an experimental team that takes `ratio` of the control team's time.

    `variation` is the standard deviation divided by the mean, the same in both teams.
    """
    return Expected(abs(1 - ratio), variation * ratio, variation)


def expect_penalties(*, control: float, difference: float) -> Expected:
    """Return the effect of penalty ratios that differ by `difference`.

    The spread is that of one person's penalties, the largest that a team's mean can have.
    """
    return Expected(abs(difference), _spread(control + difference), _spread(control))


def _spread(ratio: float) -> float:
    share = min(max(ratio, 0.0), 1.0)
    return sqrt(share * (1 - share))


def power_at(expected: Expected, tasks: int, *, alpha: float) -> float:
    """Return the probability of finding the effect with this many tasks in each team."""
    if tasks < 2 or expected.difference == 0:
        return 0.0 if tasks < 2 else alpha
    first = Moments(tasks, 0.0, expected.experimental_sd**2)
    second = Moments(tasks, 0.0, expected.control_sd**2)
    error = sqrt(first.error + second.error)
    if error == 0:
        return 1.0
    return _shifted(expected.difference / error, welch_df(first, second), alpha)


def _shifted(shift: float, df: float, alpha: float) -> float:
    """Return the probability that a noncentral t-value exceeds the critical value."""
    if shift > _LARGE_SHIFT:
        return 1.0
    if df > _LARGE_DF:
        return float(stats.norm.sf(stats.norm.isf(alpha) - shift))
    return float(stats.nct.sf(stats.t.isf(alpha, df), df, shift))


def tasks_needed(expected: Expected, *, alpha: float, power: float) -> int | None:
    """Return the smallest number of tasks per team with this power; None above MOST_TASKS."""

    def suffices(tasks: int) -> bool:
        return power_at(expected, tasks, alpha=alpha) >= power

    high = 2
    while not suffices(high):
        high *= 2
        if high > MOST_TASKS:
            return None
    return _smallest(suffices, high // 2, high)


def _smallest(suffices: Callable[[int], bool], low: int, high: int) -> int:
    """Return the smallest number above `low` that suffices, up to `high`, which does."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return max(high, 2)


def detectable(
    expect: Callable[[float], Expected], most: float, tasks: int, *, alpha: float, power: float
) -> float | None:
    """Return the smallest effect up to `most` that this many tasks find with this power, or None.

    `expect` returns the effect of a given size; larger ones must be easier to find.
    """
    if power_at(expect(most), tasks, alpha=alpha) < power:
        return None
    low, high = 0.0, most
    for _step in range(40):
        middle = (low + high) / 2
        found = power_at(expect(middle), tasks, alpha=alpha) >= power
        low, high = (low, middle) if found else (middle, high)
    return high
