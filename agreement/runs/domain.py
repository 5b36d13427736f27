"""What a run computes beside references: batches of about equal work, and the figures of a contest."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from gamma.work import MOST_ANNOTATORS, cut_by_work, estimate_work

# In the unit of `estimate_work`, about a microsecond: a second of computing, without the writing.
MOST_WORK = 1_000_000
# Writing the results of more inputs at once would block others for too long.
MOST_INPUTS = 200
# What every input costs beside its gamma: reading its answers, writing its result. With pygamma, which takes
# most of a second for any of them, batches are small enough to show progress.
EACH_INPUT = {"exact": 3_000, "pygamma": 100_000}


@dataclass(frozen=True)
class Batch:
    """Some inputs, and how much work they are together."""

    inputs: tuple[int, ...]
    work: int


def work_of_input(engine: str, *, annotators: int, units: int) -> int:
    """Estimate how much work an input is; one of so many annotators that nobody knows fills a batch."""
    least = MOST_WORK if annotators > MOST_ANNOTATORS and units else 0
    return EACH_INPUT[engine] + max(least, round(estimate_work(annotators, units)))


def cut_into_batches(works: Mapping[int, int]) -> list[Batch]:
    """Return all inputs in batches, the one with most work first.

    >>> [batch.inputs for batch in cut_into_batches({3: 10, 1: 900_000, 2: 200_000})]
    [(1,), (2, 3)]
    """
    # At least this much for each input limits the number of inputs in a batch.
    least = MOST_WORK / MOST_INPUTS
    inputs = sorted(works)
    stretches = cut_by_work((max(works[pk], least) for pk in inputs), most=MOST_WORK)
    found = [tuple(inputs[place] for place in stretch) for stretch in stretches]
    cut = [Batch(some, sum(works[pk] for pk in some)) for some in found]
    return sorted(cut, key=lambda batch: (-batch.work, batch.inputs))


# Fractions are summed as whole numbers of this size, so that the order of summing does not matter.
FINENESS = 10**9
BINS_PER_UNIT = 20


class Measure(NamedTuple):
    """What was measured of one compared input."""

    gamma: float | None
    gamma_cat: float | None
    observed: float | None
    expected: float | None
    gamma_k: Mapping[str, float | None]


@dataclass
class Total:
    """A sum of fractions, and of how many."""

    number: int = 0
    sum: int = 0

    def add(self, value: float | None) -> None:
        if value is not None:
            self.number += 1
            self.sum += round(value * FINENESS)

    def mean(self, *, ones: int = 0) -> float | None:
        """Return the mean of the fractions and of so many ones."""
        number = self.number + ones
        return (self.sum + ones * FINENESS) / FINENESS / number if number else None


def figures(
    measures: Iterable[Measure],
    *,
    empty: int,
    annotators: Mapping[int, int],
    gold_units: Mapping[str, int],
) -> dict[str, Any]:
    """Return means, pooled gamma and distributions of a contest.

    `empty` is the number of empty inputs; `annotators` tells how many inputs have so many annotators.
    """
    gamma, gamma_cat, observed, expected = Total(), Total(), Total(), Total()
    gamma_k: dict[str, Total] = defaultdict(Total)
    bins = Counter[int]()
    for one in measures:
        gamma.add(one.gamma)
        gamma_cat.add(one.gamma_cat)
        observed.add(one.observed)
        expected.add(one.expected)
        for label, value in one.gamma_k.items():
            gamma_k[label].add(value)
        if one.gamma is not None:
            bins[round(one.gamma * BINS_PER_UNIT)] += 1
    return {
        "gamma": gamma.mean(),
        "gamma_with_empty": gamma.mean(ones=empty),
        "gamma_cat": gamma_cat.mean(),
        "gamma_k": {label: one.mean() for label, one in sorted(gamma_k.items()) if one.number},
        "pooled_gamma": _pool(observed, expected),
        "observed": observed.mean(),
        "expected": expected.mean(),
        "annotators": {str(number): annotators[number] for number in sorted(annotators, key=str)},
        # By the middle of each bin.
        "gamma_bins": {f"{place / BINS_PER_UNIT:.2f}": bins[place] for place in sorted(bins)},
        "gold_units": {label: gold_units[label] for label in sorted(gold_units)},
    }


def _pool(observed: Total, expected: Total) -> float | None:
    """Return 1 - Σ observed / Σ expected."""
    if expected.sum:
        return 1 - observed.sum / expected.sum
    return 1.0 if observed.number and not observed.sum else None


ROWS_AT_ONCE = 1000
T = TypeVar("T")


def portions(rows: Sequence[T], size: int = ROWS_AT_ONCE) -> Iterator[Sequence[T]]:
    """Yield a few rows or ids at a time: a statement takes only so many."""
    for first in range(0, len(rows), size):
        yield rows[first : first + size]
