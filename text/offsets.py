"""Text with the source offsets of each character."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

# Unsigned 32 bits: a 10 MB source must not cost a gigabyte of integers.
_OFFSET = "I"


@cache
def _numbers() -> "array[int]":
    """Return the first numbers; copying them is faster than counting."""
    return array(_OFFSET, range(2**20))


class OffsetMap:
    """The half-open source range of every character; starts and ends never decrease.

    An inserted character has an empty range.
    """

    def __init__(self, starts: Iterable[int] = (), ends: Iterable[int] = ()) -> None:
        self._starts = array(_OFFSET, starts)
        self._ends = array(_OFFSET, ends)

    @classmethod
    def identity(cls, length: int) -> "OffsetMap":
        """Return the map of an unchanged text."""
        offsets = cls()
        offsets.extend_identity(0, length)
        return offsets

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, index: int) -> tuple[int, int]:
        return self._starts[index], self._ends[index]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OffsetMap):
            return NotImplemented
        return self._starts == other._starts and self._ends == other._ends

    def __hash__(self) -> int:
        return hash((self._starts.tobytes(), self._ends.tobytes()))

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the source range of the characters from `start` to `end`."""
        if start + 1 == end:
            return self._starts[start], self._ends[start]
        first = next((i for i in range(start, end) if self._ends[i] > self._starts[i]), None)
        if first is None:
            place = self._starts[start] if start < len(self) else (self._ends or [0])[-1]
            return place, place
        last = next(i for i in range(end - 1, first - 1, -1) if self._ends[i] > self._starts[i])
        return self._starts[first], self._ends[last]

    def clean_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of characters from the source range, empty if there are none."""
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))

    def extend(self, starts: Iterable[int], ends: Iterable[int]) -> None:
        """Append the ranges of further characters."""
        self._starts.extend(starts)
        self._ends.extend(ends)

    def extend_identity(self, start: int, end: int) -> None:
        """Append unchanged characters."""
        numbers = _numbers()
        if end < len(numbers):
            self._starts.extend(numbers[start:end])
            self._ends.extend(numbers[start + 1 : end + 1])
        else:
            self.extend(range(start, end), range(start + 1, end + 1))

    def extend_from(self, other: "OffsetMap", start: int, end: int) -> None:
        """Append a range of another map."""
        self._starts.extend(other._starts[start:end])
        self._ends.extend(other._ends[start:end])


class Edit(NamedTuple):
    """Replaces the characters from `start` to `end` by `replacement`."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class TracedText:
    """A text with the source range of each character."""

    text: str
    offsets: OffsetMap

    @classmethod
    def of(cls, source: str) -> "TracedText":
        """Return the unchanged source as traced text."""
        return cls(source, OffsetMap.identity(len(source)))

    def edited(self, edits: Iterable[Edit]) -> "TracedText":
        """Return the text after the edits, which must be in order and not overlap."""
        pieces: list[str] = []
        offsets = OffsetMap()
        position = 0
        for edit in edits:
            pieces += (self.text[position : edit.start], edit.replacement)
            offsets.extend_from(self.offsets, position, edit.start)
            # Every new character maps to the whole replaced range.
            start, end = self.offsets.source_range(edit.start, edit.end)
            count = len(edit.replacement)
            offsets.extend([start] * count, [end] * count)
            position = edit.end
        if not pieces:
            return self
        pieces.append(self.text[position:])
        offsets.extend_from(self.offsets, position, len(self.text))
        return TracedText("".join(pieces), offsets)


@dataclass(slots=True)
class Tracer:
    """Builds a traced text while a source is read from start to end."""

    source: str
    pieces: list[str] = field(default_factory=list)
    offsets: OffsetMap = field(default_factory=OffsetMap)

    def copy(self, start: int, end: int) -> None:
        """Append a range of the source unchanged."""
        self.pieces.append(self.source[start:end])
        self.offsets.extend_identity(start, end)

    def put(self, text: str, start: int, end: int) -> None:
        """Append `text` for the source range; an empty range inserts it."""
        self.pieces.append(text)
        self.offsets.extend([start] * len(text), [end] * len(text))

    def append(self, text: TracedText, offsets: OffsetMap) -> None:
        """Write a text that was traced to another one, which `offsets` traces to this source."""
        self.pieces.append(text.text)
        ranges = [offsets.source_range(start, end) for start, end in text.offsets]
        self.offsets.extend((start for start, _ in ranges), (end for _, end in ranges))

    def traced(self) -> TracedText:
        """Return the traced text."""
        return TracedText("".join(self.pieces), self.offsets)
