"""Small steps that better a split: a unit to another part, or two units of two parts exchanged."""

from collections.abc import Iterable, Iterator
from random import Random

import numpy as np

from gold.splits.domain.bar import Bar
from gold.splits.domain.plan import Floats, Ints, Plan, outside

LEAST_GAIN = 1e-9
# How many numbers may be looked at in one search (some seconds), how many kicks it may have, how many
# units one kick moves, and how many second bests are tried where the bar forbids the best step.
MOST_WORK = 300_000_000
MOST_KICKS = 50
KICKED = 3
# What a look costs beside its numbers.
OVERHEAD = 2000
MOST_TRIES = 5


def search(plan: Plan, starts: Iterable[Ints], bar: Bar | None, *, seed: int) -> Ints:
    """Return the best split above the bar that steps and kicks find; at least one start is above it.

    A kick moves a few units anywhere, so that the next steps may lead deeper. Work is counted, not
    timed: every machine finds the same.
    """
    ends = [Descent(plan, start, bar).run() for start in starts]
    best = min((end for end in ends if end.is_above(bar)), key=lambda end: end.cost)
    work, source = best.work, Random(seed)  # noqa: S311
    for _ in range(MOST_KICKS):
        if work > MOST_WORK:
            break
        tried = Descent(plan, _kicked(plan, best.parts, source), bar).run()
        work += tried.work
        if tried.cost < best.cost - LEAST_GAIN and tried.is_above(bar):
            best = tried
    return best.parts


def _kicked(plan: Plan, parts: Ints, source: Random) -> Ints:
    kicked = parts.copy()
    for unit in source.sample(range(len(parts)), min(KICKED, len(parts))):
        # The last unit of a part stays.
        if (kicked == kicked[unit]).sum() > 1:
            kicked[unit] = source.randrange(len(plan.parts))
    return kicked


class Descent:
    """A split on its way down; every step lowers the cost and keeps above the bar."""

    def __init__(self, plan: Plan, parts: Ints, bar: Bar | None) -> None:
        self._plan = plan
        self.parts = parts.copy()
        self._got = plan.got(parts)
        self._quality = np.bincount(parts, weights=plan.value, minlength=len(plan.parts))
        self._scale = float(np.abs(plan.value).sum()) + 1.0
        # One that is below the bar already is bettered freely.
        self._bar = bar if bar and bar.is_met(plan, parts) else None
        self._weights = plan.weights
        self.work = 0

    def run(self) -> "Descent":
        """Take steps until none gains, or all work is spent."""
        while self.work < MOST_WORK and (self._move() or self._exchange()):
            pass
        return self

    def is_above(self, bar: Bar | None) -> bool:
        """Whether the split is in nothing behind the bar, if there is one."""
        return bar is None or bar.is_met(self._plan, self.parts)

    @property
    def cost(self) -> float:
        """The deviation and, after its point, the quality: less is better."""
        parts = range(len(self._plan.parts))
        return float(sum(self._cost(p, self._got[p], self._quality[p]) for p in parts))

    def _cost(self, part: int, got: Ints, quality: Floats) -> Floats:
        """Return the cost of one part, for each row of what it might have."""
        misses = outside(got, self._plan.lower[part], self._plan.upper[part]) @ self._weights
        self.work += got.size + OVERHEAD
        if self._plan.is_folds:
            return np.asarray(misses + 0.4 * np.abs(quality) / self._scale)
        # The first part is test; validation decides between equals.
        weights = (0.4, 0.0004) if len(self._plan.parts) > 2 else (0.4,)
        weight = weights[part] if part < len(weights) else 0.0
        return np.asarray(misses - weight * np.asarray(quality) / self._scale)

    def _move(self) -> bool:
        """Move the unit whose move gains most; False where none gains."""
        plan, parts = self._plan, range(len(self._plan.parts))
        now = [self._cost(p, self._got[p], self._quality[p]) for p in parts]
        sizes = np.bincount(self.parts, minlength=len(parts))
        gains = np.full((len(plan.units), len(parts)), np.inf)
        for source in parts:
            units = np.flatnonzero(self.parts == source)
            if sizes[source] < 2:
                continue
            without = self._cost(
                source,
                self._got[source] - plan.counts[units],
                self._quality[source] - plan.value[units],
            )
            for target in parts:
                if target != source:
                    having = self._cost(
                        target,
                        self._got[target] + plan.counts[units],
                        self._quality[target] + plan.value[units],
                    )
                    gains[units, target] = without + having - now[source] - now[target]
        for place in self._best(gains.ravel()):
            unit, target = divmod(int(place), len(parts))
            if self._apply([(unit, target)]):
                return True
        return False

    def _best(self, gains: Floats) -> Iterator[int]:
        order = np.argpartition(gains, min(MOST_TRIES, len(gains) - 1))[:MOST_TRIES]
        for place in order[np.lexsort((order, gains[order]))]:
            if gains[place] < -LEAST_GAIN:
                yield int(place)

    def _apply(self, steps: list[tuple[int, int]]) -> bool:
        parts = self.parts.copy()
        for unit, target in steps:
            parts[unit] = target
        if self._bar and not self._bar.is_met(self._plan, parts):
            return False
        for unit, target in steps:
            source = self.parts[unit]
            for part, sign in ((source, -1), (target, 1)):
                self._got[part] += sign * self._plan.counts[unit]
                self._quality[part] += sign * self._plan.value[unit]
        self.parts = parts
        return True

    def _exchange(self) -> bool:
        """Exchange units of each pair of parts wherever it gains; False where it nowhere does."""
        has_gained = False
        for first in range(len(self._plan.parts) - 1):
            for unit in np.flatnonzero(self.parts == first):
                for second in range(first + 1, len(self._plan.parts)):
                    if self.work > MOST_WORK:
                        return has_gained
                    if self.parts[unit] == first and self._exchange_one(int(unit), second):
                        has_gained = True
        return has_gained

    def _exchange_one(self, unit: int, second: int) -> bool:
        plan, first = self._plan, int(self.parts[unit])
        others = np.flatnonzero(self.parts == second)
        change = plan.counts[others] - plan.counts[unit]
        quality = plan.value[others] - plan.value[unit]
        now = sum(self._cost(p, self._got[p], self._quality[p]) for p in (first, second))
        gains = (
            self._cost(first, self._got[first] + change, self._quality[first] + quality)
            + self._cost(second, self._got[second] - change, self._quality[second] - quality)
            - now
        )
        return any(
            self._apply([(unit, second), (int(others[place]), first)])
            for place in self._best(gains)
        )
