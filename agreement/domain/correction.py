"""What managers decide about places, and how a decision finds its place again."""

from collections.abc import Sequence
from dataclasses import dataclass

from agreement.domain.voting import CORRECTION, Decision, Segment
from corpus.domain.spans import Span


@dataclass(frozen=True)
class Ruling:
    """A manager's decision about the segment, the category or both; None says *none*."""

    key: int
    anchor: Segment
    decides_segment: bool = True
    segment: Segment | None = None
    decides_category: bool = True
    category: str | None = None

    def segment_or(self, otherwise: Decision[Segment]) -> Decision[Segment]:
        """Return what it decides about the segment, if anything."""
        return Decision(CORRECTION, self.segment) if self.decides_segment else otherwise

    def category_or(self, otherwise: Decision[str]) -> Decision[str]:
        """Return what it decides about the category, if anything."""
        return Decision(CORRECTION, self.category) if self.decides_category else otherwise


@dataclass(frozen=True)
class Matches:
    """Which ruling belongs to which place, and which found none."""

    by_place: dict[int, Ruling]
    detached: tuple[Ruling, ...]


def match(rulings: Sequence[Ruling], places: Sequence[Sequence[Span]]) -> Matches:
    """Give each ruling the place whose units its anchor overlaps most; a place takes one at most.

    Of equal overlaps the unit closest to the anchor counts, then the place with more of them, then the
    leftmost. Where two rulings meet, the one with the larger overlap stays and the other goes on.

    >>> found = match([Ruling(1, (4, 9))], [[Span(0, 5, "AGE")], [Span(6, 9, "AGE")]])
    >>> list(found.by_place)
    [1]
    """
    ranked = sorted(
        (_closeness(ruling.anchor, units), number, ruling.anchor, ruling.key, ruling)
        for ruling in sorted(rulings, key=lambda ruling: ruling.key)
        for number, units in enumerate(places)
        if any(_overlap(ruling.anchor, unit) for unit in units)
    )
    by_place: dict[int, Ruling] = {}
    placed: set[int] = set()
    for _closest, number, _anchor, key, ruling in ranked:
        if number not in by_place and key not in placed:
            by_place[number] = ruling
            placed.add(key)
    rest = (ruling for ruling in rulings if ruling.key not in placed)
    return Matches(by_place, tuple(sorted(rest, key=lambda ruling: (ruling.anchor, ruling.key))))


def _closeness(anchor: Segment, units: Sequence[Span]) -> tuple[int, int, int]:
    """Return a key that is smallest for the units closest to the anchor."""
    overlaps = [(_overlap(anchor, unit), _beyond(anchor, unit)) for unit in units]
    most, beyond = max(overlaps, key=lambda pair: (pair[0], -pair[1]))
    return -most, beyond, -sum(overlap for overlap, _beyond in overlaps)


def _overlap(anchor: Segment, unit: Span) -> int:
    return max(0, min(anchor[1], unit.end) - max(anchor[0], unit.start))


def _beyond(anchor: Segment, unit: Span) -> int:
    """Return how much of the unit or the anchor the other does not cover."""
    return unit.end - unit.start + anchor[1] - anchor[0] - 2 * _overlap(anchor, unit)
