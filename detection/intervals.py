"""How far figures would move on other texts of the same kind: bootstrap intervals over texts."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from detection.evaluation import TextCounts

DRAWS, SEED = 1000, 0
# In percent: between them are 95 % of the draws.
LOWEST, HIGHEST = 2.5, 97.5
# So many different texts times draws are held at once.
MOST_HELD = 4_000_000

Sums = NDArray[np.int64]
FIGURES: Mapping[str, Callable[[Sums], tuple[Sums, Sums]]] = {
    "exact.precision": lambda sums: (sums[0], sums[0] + sums[1]),
    "exact.recall": lambda sums: (sums[0], sums[0] + sums[2]),
    "exact.f1": lambda sums: (2 * sums[0], 2 * sums[0] + sums[1] + sums[2]),
    "tokens.precision": lambda sums: (sums[3], sums[3] + sums[4]),
    "tokens.recall": lambda sums: (sums[3], sums[3] + sums[5]),
    "tokens.f1": lambda sums: (2 * sums[3], 2 * sums[3] + sums[4] + sums[5]),
    "leakage": lambda sums: (sums[7], sums[6]),
}


class Interval(NamedTuple):
    """Between which values 95 % of the draws are."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A figure over all texts, and its interval; None where it has no denominator."""

    value: float
    interval: Interval | None


def estimates(texts: Mapping[TextCounts, int]) -> dict[str, Estimate]:
    """Return micro figures and leakage with their intervals, given how many texts have which counts.

    Texts are drawn with replacement, as many as there are. Equal texts are drawn together, which is the
    same and quick. Without any text there is nothing to say.

    >>> estimates({TextCounts(1, 0, 0, 1, 0, 0, 2, 1): 40})["leakage"]
    Estimate(value=0.5, interval=Interval(low=0.5, high=0.5))
    """
    if not texts:
        return {}
    counts = np.array([list(each) for each in texts], dtype=np.int64)
    times = np.array(list(texts.values()), dtype=np.int64)
    whole = (times @ counts)[:, None]
    drawn = _drawn(counts, times)
    found = {}
    for name, ratio in FIGURES.items():
        part, total = ratio(whole)
        value = float(part[0] / total[0]) if total[0] else 0.0
        found[name] = Estimate(value, _interval(*ratio(drawn)))
    return found


def _drawn(counts: Sums, times: Sums) -> Sums:
    """Return the sums of each draw: a row for each count, a column for each draw."""
    # The generator whose stream numpy has promised not to change.
    source = np.random.RandomState(SEED)
    size, shares = int(times.sum()), times / times.sum()
    at_once = max(1, min(DRAWS, MOST_HELD // len(times)))
    sums = [
        source.multinomial(size, shares, size=min(at_once, DRAWS - first)) @ counts
        for first in range(0, DRAWS, at_once)
    ]
    return np.asarray(np.concatenate(sums).T, dtype=np.int64)


def _interval(part: Sums, total: Sums) -> Interval | None:
    known = total > 0
    if not known.any():
        return None
    low, high = np.percentile(part[known] / total[known], (LOWEST, HIGHEST))
    return Interval(float(low), float(high))


def as_members(found: Mapping[str, Estimate], texts: Mapping[TextCounts, int]) -> dict[str, object]:
    """Return leakage and intervals as JSON has them."""
    if not found:
        return {}
    identifying = sum(each.identifying * times for each, times in texts.items())
    uncovered = sum(each.uncovered * times for each, times in texts.items())
    levels: dict[str, dict[str, list[float] | None]] = {"exact": {}, "tokens": {}}
    for name, estimate in found.items():
        level, _, figure = name.partition(".")
        if figure:
            levels[level][figure] = list(estimate.interval) if estimate.interval else None
    leakage = found["leakage"]
    interval = list(leakage.interval) if leakage.interval else None
    return {
        "leakage": {
            "identifying": identifying,
            "uncovered": uncovered,
            "ratio": leakage.value,
            "interval": interval,
        },
        "intervals": {"level": 0.95, "draws": DRAWS, "seed": SEED, "micro": levels},
    }
