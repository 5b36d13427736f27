"""Small steps that better a split: a unit to another part, or two units of two parts exchanged."""

import numpy as np

from gold.splits.domain.plan import Floats, Ints, Plan, outside

LEAST_GAIN = 1e-9
# How many numbers may be looked at (some seconds), and what a look costs beside its numbers.
MOST_WORK = 300_000_000
OVERHEAD = 2000


def descend(plan: Plan, parts: Ints) -> Ints:
    """Return the split at which steps that gain end; no part is left empty.

    Work is counted, not timed: every machine finds the same.
    """
    descent = _Descent(plan, parts)
    while descent.work < MOST_WORK and (descent.move() or descent.exchange()):
        pass
    return descent.parts


class _Descent:
    """A split on its way down; every step lowers its cost: the deviation and, after its point, the quality."""

    def __init__(self, plan: Plan, parts: Ints) -> None:
        self._plan = plan
        self.parts = parts.copy()
        self._got = plan.got(parts)
        self._quality = np.bincount(parts, weights=plan.value, minlength=len(plan.parts))
        self._scale = float(np.abs(plan.value).sum()) + 1.0
        self.work = 0

    def _cost(self, part: int, counts: Ints | int = 0, value: Floats | float = 0.0) -> Floats:
        """Return the cost of one part, for each row of what it might have more."""
        plan = self._plan
        got = self._got[part] + counts
        quality = (self._quality[part] + value) / self._scale
        misses = outside(got, plan.lower[part], plan.upper[part]) @ plan.weights
        self.work += got.size + OVERHEAD
        if plan.is_folds:
            return np.asarray(misses + 0.4 * np.abs(quality))
        # The first part is test; validation decides between equals; train is the last.
        weight = 0.0 if part == len(plan.parts) - 1 else (0.4, 0.0004)[part]
        return np.asarray(misses - weight * quality)

    def move(self) -> bool:
        """Move the unit whose move gains most; return False where none gains."""
        plan, parts = self._plan, range(len(self._plan.parts))
        now = [self._cost(part) for part in parts]
        gains = np.zeros((len(plan.units), len(parts)))
        for source in parts:
            units = np.flatnonzero(self.parts == source)
            # The last unit of a part stays.
            if len(units) < 2:
                continue
            counts, value = plan.counts[units], plan.value[units]
            without = self._cost(source, -counts, -value) - now[source]
            for target in parts:
                if target != source:
                    gains[units, target] = without + self._cost(target, counts, value) - now[target]
        unit, target = divmod(int(gains.argmin()), len(parts))
        if gains[unit, target] > -LEAST_GAIN:
            return False
        self._put(unit, target)
        return True

    def _put(self, unit: int, target: int) -> None:
        for part, sign in ((self.parts[unit], -1), (target, 1)):
            self._got[part] += sign * self._plan.counts[unit]
            self._quality[part] += sign * self._plan.value[unit]
        self.parts[unit] = target

    def exchange(self) -> bool:
        """Exchange units of each pair of parts wherever it gains; return False where it nowhere does."""
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
        counts = plan.counts[others] - plan.counts[unit]
        value = plan.value[others] - plan.value[unit]
        costs = self._cost(first, counts, value) + self._cost(second, -counts, -value)
        best = int(costs.argmin())
        if costs[best] - self._cost(first) - self._cost(second) > -LEAST_GAIN:
            return False
        self._put(unit, second)
        self._put(int(others[best]), first)
        return True
