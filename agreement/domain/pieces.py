"""A text cut where places begin and end, to be drawn with them marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agreement.domain.anchors import Extent, overlap


@dataclass(frozen=True)
class Piece:
    """Some words, and the place they belong to, if any."""

    words: str
    place: int | None = None


def cut(text: str, extents: Sequence[Extent], *, first: int | None = None) -> Iterator[Piece]:
    """Yield the text in pieces; of places that overlap, `first` is marked, else the leftmost.

    >>> [piece.words for piece in cut("Vu par Ana à 9h", [(7, 10), (13, 15)])]
    ['Vu par ', 'Ana', ' à ', '9h']
    """
    at = 0
    for number in _apart(extents, first):
        start, end = extents[number]
        if start > at:
            yield Piece(text[at:start])
        yield Piece(text[start:end], number)
        at = end
    if at < len(text):
        yield Piece(text[at:])


def _apart(extents: Sequence[Extent], first: int | None) -> list[int]:
    """Return places that do not overlap, from left to right."""
    chosen = [] if first is None else [first]
    for number in sorted(range(len(extents)), key=lambda number: extents[number]):
        if not any(overlap(extents[number], extents[other]) for other in chosen):
            chosen.append(number)
    return sorted(chosen, key=lambda number: extents[number])
