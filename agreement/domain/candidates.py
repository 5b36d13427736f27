"""What a manager can choose between at a place: the segments and categories that people voted for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agreement.domain.voting import Segment
from corpus.domain.spans import Span


@dataclass(frozen=True)
class SegmentCandidate:
    """A segment with its votes, and the category that most of those who marked it gave."""

    segment: Segment
    votes: int
    label: str


@dataclass(frozen=True)
class Candidates:
    """Segments and labels, most votes first; how many voted for nothing here."""

    segments: tuple[SegmentCandidate, ...]
    labels: tuple[tuple[str, int], ...]
    nothing: int


def candidates(units: Sequence[Span | None]) -> Candidates:
    """Return what was voted for at a place, from what each annotator marked there.

    >>> found = candidates([Span(0, 3, "AGE"), Span(0, 3, "DATE"), Span(0, 3, "AGE"), None])
    >>> found.segments[0].label, found.labels, found.nothing
    ('AGE', (('AGE', 2), ('DATE', 1)), 1)
    """
    marked = [unit for unit in units if unit is not None]
    segments = Counter((unit.start, unit.end) for unit in marked)
    labels = Counter(unit.label for unit in marked)
    return Candidates(
        segments=tuple(
            SegmentCandidate(segment, votes, _usual_label(segment, marked))
            for segment, votes in sorted(segments.items(), key=lambda pair: (-pair[1], pair[0]))
        ),
        labels=tuple(sorted(labels.items(), key=lambda pair: (-pair[1], pair[0]))),
        nothing=len(units) - len(marked),
    )


def _usual_label(segment: Segment, units: Sequence[Span]) -> str:
    there = Counter(unit.label for unit in units if (unit.start, unit.end) == segment)
    return min(there, key=lambda label: (-there[label], label))
