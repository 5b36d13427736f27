"""Spans: labelled ranges of text."""

from collections.abc import Sequence
from dataclasses import dataclass

from text.errors import InvalidSpan

Extent = tuple[int, int]


def overlap(one: Extent, other: Extent) -> int:
    """Return the number of characters that two segments share."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def find_again(anchor: Extent, extents: Sequence[Extent]) -> int | None:
    """Return the extent that shares most characters with the anchor, the leftmost of equals; None if none does."""
    shared = [overlap(anchor, extent) for extent in extents]
    most = max(shared, default=0)
    return shared.index(most) if most else None


@dataclass(frozen=True, order=True, slots=True, init=False)
class Span:
    """Half-open offsets in code points and a label; sorted by offsets, then label."""

    start: int
    end: int
    label: str

    # Written by hand: a corpus has millions of spans, and the generated one is half as fast.
    def __init__(self, start: int, end: int, label: str) -> None:
        if not 0 <= start < end:
            raise InvalidSpan(f"A span needs 0 <= start < end, not {start}-{end}.")
        if not label:
            raise InvalidSpan("A span needs a label.")
        _set_start(self, start)
        _set_end(self, end)
        _set_label(self, label)

    @property
    def extent(self) -> Extent:
        return self.start, self.end


# The class is frozen.
_set_start, _set_end, _set_label = (
    getattr(Span, name).__set__ for name in ("start", "end", "label")
)


# Characters of context on each side of a range in a long line.
AROUND = 240


@dataclass(frozen=True)
class Excerpt:
    """A range with its context; the ellipses of a cut line are included."""

    before: str
    marked: str
    after: str


def cut_out(text: str, start: int, end: int, *, around: int = AROUND) -> Excerpt:
    """Return a range with its context, cut between words if the line is long.

    >>> cut_out("Vu par le Dr Durand ce matin", 13, 19, around=6)
    Excerpt(before='… le Dr ', marked='Durand', after=' ce…')
    """
    return Excerpt(_tail(text[:start], around), text[start:end], _head(text[end:], around))


def _tail(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    cut = text[-length:]
    return f"…{cut[max(cut.find(' '), 0) :]}"


def _head(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    cut = text[:length]
    end = cut.rfind(" ")
    return f"{cut[:end] if end > 0 else cut}…"
