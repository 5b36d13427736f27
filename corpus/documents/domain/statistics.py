"""Figures about the lines of a corpus: how long they are, and how that is spread."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# Each twice as long as the one before: lines of notes are mostly short, and a few are very long.
LONGEST_OF_BINS = (10, 20, 40, 80, 160, 320, 640, 1280, 2560)


@dataclass(frozen=True, slots=True)
class Bin:
    """How many lines have a length from `first` to `last` characters; the last bin has no end."""

    first: int
    last: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of some lines."""

    lines: int
    characters: int
    shortest: int
    median: int
    # Nineteen of twenty lines are at most so long.
    long: int
    longest: int
    bins: tuple[Bin, ...]

    @property
    def highest(self) -> int:
        """Return the count of the fullest bin."""
        return max((each.count for each in self.bins), default=0)


def describe_lengths(counts: Mapping[int, int]) -> Lengths | None:
    """Return figures about lines, given how many there are of each length; None without any."""
    ordered = sorted((length, count) for length, count in counts.items() if count)
    if not ordered:
        return None
    return Lengths(
        lines=sum(count for _, count in ordered),
        characters=sum(length * count for length, count in ordered),
        shortest=ordered[0][0],
        median=_quantile(ordered, 0.5),
        long=_quantile(ordered, 0.95),
        longest=ordered[-1][0],
        bins=tuple(histogram(ordered)),
    )


def histogram(counts: Sequence[tuple[int, int]]) -> list[Bin]:
    """Return the bins from the first to the last that has lines, with those between them."""
    totals = [0] * (len(LONGEST_OF_BINS) + 1)
    for length, count in counts:
        totals[bisect_left(LONGEST_OF_BINS, length)] += count
    borders = pairwise([0, *LONGEST_OF_BINS, None])
    bins = [
        Bin((before or 0) + 1, last, total)
        for (before, last), total in zip(borders, totals, strict=True)
    ]
    filled = [index for index, each in enumerate(bins) if each.count]
    return bins[filled[0] : filled[-1] + 1] if filled else []


def _quantile(ordered: Sequence[tuple[int, int]], share: float) -> int:
    """Return the smallest length that at least this share of the lines does not exceed."""
    wanted = share * sum(count for _, count in ordered)
    seen = 0
    for length, count in ordered:
        seen += count
        if seen >= wanted:
            return length
    return ordered[-1][0]
