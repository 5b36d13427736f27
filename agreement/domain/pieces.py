"""A text cut where places begin and end, to be drawn with them marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agreement.domain.anchors import Extent, overlap


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
