"""Before a contest: how many tasks per team an effect of some size needs to be found.

One-tailed Welch test on tasks that are independent of each other, as many in both teams; its power by
the noncentral t-distribution. Tasks of one person are alike, so the numbers are the least that is
needed: more people are worth more than more tasks each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from scipy import stats

from feedback.domain.experiments.welch import Moments, welch_df

MOST_TASKS = 10_000_000
# Beyond these the noncentral t is the normal distribution to six digits, and slow or unstable.
_LARGE_DF = 100_000
_LARGE_SHIFT = 30


@dataclass(frozen=True)
class Expected:
    """The difference of two means to be found, and how single values spread about them."""

    difference: float
    experimental_sd: float
    control_sd: float


def expect_durations(*, ratio: float, variation: float) -> Expected:
    """Return what it means that the experimental team takes `ratio` of the control's time.

    `variation` is the standard deviation in parts of the mean, the same in both teams.
    """
    return Expected(abs(1 - ratio), variation * ratio, variation)


def expect_penalties(*, control: float, difference: float) -> Expected:
    """Return what it means that penalty ratios differ by so much.

    The spread is that of one person's penalties: the largest that a team's mean can have.
    """
    return Expected(abs(difference), _spread(control + difference), _spread(control))


def _spread(ratio: float) -> float:
    share = min(max(ratio, 0.0), 1.0)
    return sqrt(share * (1 - share))


def power_at(expected: Expected, tasks: int, *, alpha: float) -> float:
    """Return how likely the effect is found with so many tasks in each team."""
    if tasks < 2 or expected.difference == 0:
        return 0.0 if tasks < 2 else alpha
    first = Moments(tasks, 0.0, expected.experimental_sd**2)
    second = Moments(tasks, 0.0, expected.control_sd**2)
    error = sqrt(first.error + second.error)
    if error == 0:
        return 1.0
    return _shifted(expected.difference / error, welch_df(first, second), alpha)


def _shifted(shift: float, df: float, alpha: float) -> float:
    """Return how often a t-value so far from 0 on average is beyond the critical one."""
    if shift > _LARGE_SHIFT:
        return 1.0
    if df > _LARGE_DF:
        return float(stats.norm.sf(stats.norm.isf(alpha) - shift))
    return float(stats.nct.sf(stats.t.isf(alpha, df), df, shift))


def tasks_needed(expected: Expected, *, alpha: float, power: float) -> int | None:
    """Return the smallest number of tasks per team that gives this power; None beyond millions."""

    def suffices(tasks: int) -> bool:
        return power_at(expected, tasks, alpha=alpha) >= power

    high = 2
    while not suffices(high):
        high *= 2
        if high > MOST_TASKS:
            return None
    return _smallest(suffices, high // 2, high)


def _smallest(suffices: Callable[[int], bool], low: int, high: int) -> int:
    """Return the smallest number above `low` that suffices; `high` does."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return max(high, 2)


def curve(expected: Expected, sizes: Sequence[int], *, alpha: float) -> list[tuple[int, float]]:
    """Return the power at each number of tasks per team."""
    return [(tasks, power_at(expected, tasks, alpha=alpha)) for tasks in sizes]


def detectable(
    expect: Callable[[float], Expected], most: float, tasks: int, *, alpha: float, power: float
) -> float | None:
    """Return the smallest effect up to `most` that so many tasks find with this power, or None.

    `expect` says what an effect of a given size looks like; the larger, the easier to find.
    """
    if power_at(expect(most), tasks, alpha=alpha) < power:
        return None
    low, high = 0.0, most
    for _step in range(40):
        middle = (low + high) / 2
        found = power_at(expect(middle), tasks, alpha=alpha) >= power
        low, high = (low, middle) if found else (middle, high)
    return high
