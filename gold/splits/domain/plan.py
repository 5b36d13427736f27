"""The arrays that every method of splitting works on: units, strata, and what each part should get."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from gold.splits.domain.samples import BINS_IN_ONE, Options, Sample
from gold.splits.errors import NoSamples, TooFewGroups, TooFewSamples

Units = tuple[tuple[int, ...], ...]


def alone(count: int) -> Units:
    """Return as many units of one sample each.

    >>> alone(3)
    ((0,), (1,), (2,))
    """
    return tuple((position,) for position in range(count))


def link(groups: Sequence[Sequence[str]], *, link_limit: int | None = None) -> Units:
    """Return the positions that must stay together, in the order of their first ones.

    A line that stands in more than `link_limit` places is boilerplate: it links nothing and stays alone,
    like a line that belongs to nothing.

    >>> link([["a"], ["b"], ["a", "c"], [], ["c"]])
    ((0, 2, 4), (1,), (3,))
    >>> link([["a"], ["b"], ["a", "b", "c"]], link_limit=2)
    ((0,), (1,), (2,))
    """
    leaders: dict[str, str] = {}
    linked = [keys if link_limit is None or len(keys) <= link_limit else () for keys in groups]
    for keys in linked:
        for key in keys:
            leaders[_leader(leaders, key)] = _leader(leaders, keys[0])
    units: dict[str | int, list[int]] = {}
    for position, keys in enumerate(linked):
        unit = _leader(leaders, keys[0]) if keys else position
        units.setdefault(unit, []).append(position)
    return tuple(tuple(members) for members in units.values())


def _leader(leaders: dict[str, str], key: str) -> str:
    """Return the key that stands for all those linked with this one, and shorten the way there."""
    leader = key
    while leaders.setdefault(leader, leader) != leader:
        leader = leaders[leader]
    while leaders[key] != leader:
        leaders[key], key = leader, leaders[key]
    return leader


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
# Beside the categories, a part has its number of empty samples and its size.
BESIDE = 2
# An example of a category that is missing weighs more than a sample.
CATEGORY_WEIGHT = 2


@dataclass(frozen=True, eq=False)
class Plan:
    """Units (samples that stay together) with their counts, and the bounds of each part.

    Columns of `counts`, `lower` and `upper` are the strata, then empty samples, then all samples. The
    last part is what the others leave.
    """

    samples: tuple[Sample, ...]
    units: Units
    parts: tuple[str, ...]
    # What each part should have of everything, together 1.
    shares: tuple[Fraction, ...]
    is_folds: bool
    strata: tuple[str, ...]
    left_out: tuple[str, ...]
    counts: Ints
    lower: Ints
    upper: Ints
    # The quality of each unit, above or below the mean of all samples.
    value: Floats
    # Sums over the samples of a unit for which there is one: gamma, how many, annotators, how many.
    gamma: Floats
    gammas: Ints
    annotators: Ints
    annotated: Ints

    @property
    def has_groups(self) -> bool:
        """Whether any samples stay together."""
        return len(self.units) < int(self.counts[:, -1].sum())

    @property
    def weights(self) -> Ints:
        """What one too many or missing weighs in each column."""
        strata = [CATEGORY_WEIGHT] * len(self.strata)
        return np.array([*strata, *[1] * BESIDE], dtype=np.int64)

    def got(self, parts: Ints) -> Ints:
        """Return what each part has, given the part of each unit."""
        got = np.zeros_like(self.lower)
        np.add.at(got, parts, self.counts)
        return got

    def deviations(self, parts: Ints) -> Ints:
        """Return for each part and column how many are too many or missing."""
        return outside(self.got(parts), self.lower, self.upper)

    def spread(self, parts: Ints) -> Ints:
        """Return the part of each sample, given that of each unit."""
        # Samples of no unit, such as those of a second test part, are in no part of the plan.
        found = np.full(len(self.samples), -1, dtype=np.int64)
        for unit, part in zip(self.units, parts, strict=True):
            found[list(unit)] = part
        return found


def outside(got: Ints, lower: Ints, upper: Ints) -> Ints:
    """Return how far each number is outside its bounds."""
    return np.asarray(np.maximum(lower - got, 0) + np.maximum(got - upper, 0), dtype=np.int64)


def make_plan(samples: Sequence[Sample], units: Units, options: Options) -> Plan:
    """Return the plan of a split; raise TooFewSamples or TooFewGroups where there can be none."""
    shares = options.shares
    check_enough(len(samples), len(units), len(shares))
    totals = Counter[str]()
    for sample in samples:
        totals.update(sample.categories)
    strata = tuple(sorted(name for name, count in totals.items() if count >= options.min_count))
    counts = _counts(samples, units, strata)
    is_folds = options.folds is not None
    lower, upper = _bounds(counts.sum(axis=0), list(shares.values()), is_folds=is_folds)
    return Plan(
        samples=tuple(samples),
        units=units,
        parts=tuple(shares),
        shares=tuple(shares.values()),
        is_folds=is_folds,
        strata=strata,
        left_out=tuple(sorted(totals.keys() - set(strata))),
        counts=counts,
        lower=lower,
        upper=upper,
        value=_summed(_values(samples), units),
        gamma=_summed([sample.gamma or 0.0 for sample in samples], units),
        gammas=_whole([sample.gamma is not None for sample in samples], units),
        annotators=_whole([sample.annotators or 0 for sample in samples], units),
        annotated=_whole([sample.annotators is not None for sample in samples], units),
    )


def check_enough(samples: int, units: int, parts: int) -> None:
    """Raise NoSamples, TooFewSamples or TooFewGroups if so many cannot be split into these parts."""
    if not samples:
        raise NoSamples("There is no sample to split.")
    if samples < parts:
        raise TooFewSamples(f"{samples} samples cannot be split into {parts} parts.")
    if units < parts:
        raise TooFewGroups(
            f"The {samples} samples are linked into {units} groups, which cannot be split "
            f"into {parts} parts: group by something smaller, or ask for fewer parts."
        )


def _counts(samples: Sequence[Sample], units: Units, strata: Sequence[str]) -> Ints:
    columns = {name: column for column, name in enumerate(strata)}
    counts = np.zeros((len(units), len(strata) + BESIDE), dtype=np.int64)
    for row, unit in enumerate(units):
        for position in unit:
            for name, count in samples[position].categories.items():
                if name in columns:
                    counts[row, columns[name]] += count
            counts[row, -2] += samples[position].is_empty
        counts[row, -1] = len(unit)
    return counts


def _values(samples: Sequence[Sample]) -> list[float]:
    """Return the quality of each sample: one bin of gamma outweighs any number of annotators.

    Taken from the mean of their kind, so that parts gain nothing by being larger or having fewer
    empty samples than they should.
    """
    # A sample without gamma comes after all bins.
    last = min((level for s in samples if (level := s.bin) is not None), default=0) - 1
    step = max(sample.annotators or 0 for sample in samples) + 1
    raw = [_level(sample, last) * step + (sample.annotators or 0) for sample in samples]
    means = {
        kind: float(np.mean(values))
        for kind in (True, False)
        if (values := [v for v, s in zip(raw, samples, strict=True) if s.is_empty == kind])
    }
    return [value - means[s.is_empty] for value, s in zip(raw, samples, strict=True)]


def _level(sample: Sample, last: int) -> int:
    if sample.bin is not None:
        return sample.bin
    # Where nobody found anything, all agree.
    return BINS_IN_ONE if sample.is_empty else last


def _summed(values: Sequence[float], units: Units) -> Floats:
    return np.array([sum(values[position] for position in unit) for unit in units], dtype=float)


def _whole(values: Sequence[int], units: Units) -> Ints:
    return np.array([sum(values[position] for position in unit) for unit in units], dtype=np.int64)


def half_up(number: Fraction) -> int:
    """Return the nearest whole number, the larger of two.

    >>> half_up(Fraction(9, 2)), half_up(Fraction(22, 5))
    (5, 4)
    """
    return floor(number + Fraction(1, 2))


def targets_of(total: int, shares: Sequence[Fraction]) -> list[int]:
    """Return the target of each part: total × share rounded half up, and the rest for the last.

    >>> targets_of(30, [Fraction(15, 100), Fraction(15, 100), Fraction(70, 100)])
    [5, 5, 20]
    """
    targets: list[int] = []
    for share in shares[:-1]:
        targets.append(min(half_up(total * share), total - sum(targets)))
    return [*targets, total - sum(targets)]


def sizes_of(total: int, shares: Sequence[Fraction]) -> list[int]:
    """Return the size of each part: as any target, but none is empty.

    >>> sizes_of(3, [Fraction(15, 100), Fraction(15, 100), Fraction(70, 100)])
    [1, 1, 1]
    """
    sizes = [max(1, size) for size in targets_of(total, shares)]
    while sum(sizes) > total:
        sizes[max(range(len(sizes)), key=lambda part: (sizes[part], part))] -= 1
    return sizes


def _bounds(totals: Ints, shares: Sequence[Fraction], *, is_folds: bool) -> tuple[Ints, Ints]:
    """Return the least and the most that each part should get.

    In folds both neighbours of an equal share are right: where the odd ones go is free.
    """
    if is_folds:
        lower = [[floor(int(total) * share) for total in totals] for share in shares]
        upper = [[ceil(int(total) * share) for total in totals] for share in shares]
        return np.array(lower, dtype=np.int64), np.array(upper, dtype=np.int64)
    rows = [targets_of(int(total), shares) for total in totals[:-1]]
    rows.append(sizes_of(int(totals[-1]), shares))
    targets = np.array(rows, dtype=np.int64).T
    return targets, targets
