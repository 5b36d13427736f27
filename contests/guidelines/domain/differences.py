"""Two texts side by side: which lines and which words in them differ."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

# Unchanged lines that are shown around a change.
CONTEXT = 3
# Longer lines are compared as a whole: words against words takes the square of their number.
MOST_WORDS = 400
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True)
class Piece:
    """A stretch of a line, and whether the other side has something else there."""

    text: str
    is_changed: bool = False


@dataclass(frozen=True)
class Line:
    """One side of a row."""

    number: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Row:
    """A line of the one text beside its counterpart in the other; one of them may be missing."""

    before: Line | None
    after: Line | None
    is_same: bool = False


@dataclass(frozen=True)
class Stretch:
    """Rows in order: changed ones with what surrounds them, or unchanged ones to fold away."""

    rows: tuple[Row, ...]
    is_folded: bool = False


def compare(before: str, after: str) -> list[Stretch]:
    """Return the two texts as stretches of rows; nothing where they are the same."""
    if before == after:
        return []
    return list(_folded(list(_rows(before.splitlines(), after.splitlines()))))


def _rows(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    for kind, start, end, other_start, other_end in SequenceMatcher(
        None, before, after
    ).get_opcodes():
        pairs = zip_longest(
            enumerate(before[start:end], start + 1),
            enumerate(after[other_start:other_end], other_start + 1),
        )
        for left, right in pairs:
            if kind == "equal":
                yield Row(_whole(left, False), _whole(right, False), is_same=True)
            elif left and right:
                yield _changed_row(left, right)
            else:
                yield Row(_whole(left, True), _whole(right, True))


def _whole(numbered: tuple[int, str] | None, is_changed: bool) -> Line | None:
    if numbered is None:
        return None
    number, text = numbered
    return Line(number, (Piece(text, is_changed),))


def _changed_row(left: tuple[int, str], right: tuple[int, str]) -> Row:
    before, after = _WORD.findall(left[1]), _WORD.findall(right[1])
    if max(len(before), len(after)) > MOST_WORDS:
        return Row(_whole(left, True), _whole(right, True))
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return Row(
        Line(left[0], _pieces(before, [(kind, start, end) for kind, start, end, _, _ in steps])),
        Line(right[0], _pieces(after, [(kind, start, end) for kind, _, _, start, end in steps])),
    )


def _pieces(words: Sequence[str], steps: Sequence[tuple[str, int, int]]) -> tuple[Piece, ...]:
    return tuple(
        Piece("".join(words[start:end]), kind != "equal")
        for kind, start, end in steps
        if start < end
    )


def _folded(rows: Sequence[Row]) -> Iterator[Stretch]:
    """Yield the rows in stretches; unchanged ones far from any change are folded away."""
    near = [False] * len(rows)
    for place, row in enumerate(rows):
        if not row.is_same:
            first, last = max(0, place - CONTEXT), min(len(rows), place + CONTEXT + 1)
            near[first:last] = [True] * (last - first)
    start = 0
    for place in range(1, len(rows) + 1):
        if place == len(rows) or near[place] != near[start]:
            yield Stretch(tuple(rows[start:place]), is_folded=not near[start])
            start = place
