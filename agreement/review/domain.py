"""A text cut where places begin and end, to be drawn with them marked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agreement.references.domain.voting import Segment
from text.spans import Extent, Span, overlap


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
    segments = Counter(unit.extent for unit in marked)
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
    there = Counter(unit.label for unit in units if unit.extent == segment)
    return min(there, key=lambda label: (-there[label], label))


@dataclass(frozen=True)
class Piece:
    """Some words, and the place they belong to, if any."""

    words: str
    place: int | None = None
    start: int = 0


@dataclass(frozen=True)
class Layer:
    """Some words, and the numbers of the units that all of them lie in."""

    words: str
    units: tuple[int, ...]


def cut(text: str, extents: Sequence[Extent], *, first: int | None = None) -> Iterator[Piece]:
    """Yield the text in pieces; of places that overlap, `first` is marked, else the leftmost.

    >>> [piece.words for piece in cut("Vu par Ana à 9h", [(7, 10), (13, 15)])]
    ['Vu par ', 'Ana', ' à ', '9h']
    """
    at = 0
    for number in _apart(extents, first):
        start, end = extents[number]
        if start > at:
            yield Piece(text[at:start], start=at)
        yield Piece(text[start:end], number, start)
        at = end
    if at < len(text):
        yield Piece(text[at:], start=at)


def layers(piece: Piece, units: Sequence[Extent]) -> Iterator[Layer]:
    """Yield a piece cut again wherever one of the units, in places of the whole text, begins or ends.

    >>> [(one.words, one.units) for one in layers(Piece("le 3 mai", 0, 5), [(8, 9), (8, 13)])]
    [('le ', ()), ('3', (0, 1)), (' mai', (1,))]
    """
    first, last = piece.start, piece.start + len(piece.words)
    edges = {edge for unit in units for edge in unit if first < edge < last}
    for start, end in pairwise(sorted({first, last} | edges)):
        covering = (number for number, unit in enumerate(units) if overlap(unit, (start, end)))
        yield Layer(piece.words[start - first : end - first], tuple(covering))


def _apart(extents: Sequence[Extent], first: int | None) -> list[int]:
    """Return places that do not overlap, from left to right."""
    chosen = [] if first is None else [first]
    for number in sorted(range(len(extents)), key=lambda number: extents[number]):
        if not any(overlap(extents[number], extents[other]) for other in chosen):
            chosen.append(number)
    return sorted(chosen, key=lambda number: extents[number])
