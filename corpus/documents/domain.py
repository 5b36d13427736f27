"""Compare a source with its clean text, line by line: what was kept, removed, replaced and inserted."""

import html
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise

from text.cleaning import CleanText
from text.offsets import OffsetMap
from text.spans import Span

Range = tuple[int, int]


class Change(StrEnum):
    """How cleaning changed a piece of text."""

    KEPT = "kept"
    # In the source only: markup, metadata, noise.
    REMOVED = "removed"
    # 18.03 and 18#03.
    REPLACED = "replaced"
    # The same character, written differently: `&eacute;`.
    DECODED = "decoded"
    # In the clean text only.
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text and how cleaning changed it."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the clean text and the part of the source that it came from."""

    number: int
    text: str
    source: tuple[Piece, ...]
    clean: tuple[Piece, ...]
    # Whether the line break at its end came from markup instead of a line break in the source.
    breaks_line: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rows of a document, and the parts of its source outside the rows."""

    rows: tuple[Row, ...]
    # Removed before the first and after the last line.
    before: str
    after: str
    # Whether the document continues after the last row.
    is_cut: bool

    @property
    def replaced(self) -> int:
        """Return how many pieces were replaced by others."""
        return sum(piece.change == Change.REPLACED for row in self.rows for piece in row.clean)


def compare(
    source: str, cleaned: CleanText, *, most_lines: int, most_characters: int
) -> Comparison:
    """Return the source next to its first lines, within the limits of lines and characters."""
    lines = list(_lines(cleaned.text, most_lines, most_characters))
    end = lines[-1][1] if lines else 0
    is_cut = end < len(cleaned.text)
    borders = list(_borders(cleaned.offsets, lines, len(source)))
    rows = tuple(
        _row(source, cleaned, number, line, stretch)
        for number, (line, stretch) in enumerate(
            zip(lines, pairwise(borders), strict=True), start=1
        )
    )
    after = "" if is_cut else source[borders[-1] :]
    return Comparison(rows, source[: borders[0]], after, is_cut)


def _lines(text: str, most_lines: int, most_characters: int) -> Iterator[Range]:
    start = 0
    for _ in range(most_lines):
        found = text.find("\n", start)
        end = len(text) if found < 0 else found
        if start == end or (end > most_characters and start):
            return
        yield start, min(end, most_characters)
        if end > most_characters or found < 0:
            return
        start = end + 1


def _borders(offsets: OffsetMap, lines: Sequence[Range], length: int) -> Iterator[int]:
    """Return the source positions where the first line begins and where each line ends."""
    if not lines:
        yield length
        return
    yield offsets.source_range(*lines[0])[0]
    for _, end in lines[:-1]:
        # A line break in the source ends this line; one from markup lies between two tags.
        yield offsets[end][1]
    yield offsets.source_range(*lines[-1])[1]


def _row(source: str, cleaned: CleanText, number: int, line: Range, stretch: Range) -> Row:
    start, end = line
    changes = [_change_at(source, cleaned, at) for at in range(start, end)]
    breaks = end < len(cleaned.text) and cleaned.text[end] == "\n"
    from_markup = breaks and "\n" not in source[slice(*cleaned.offsets[end])]
    return Row(
        number,
        cleaned.text[start:end],
        tuple(_source_pieces(source, cleaned.offsets, changes, start, stretch)),
        tuple(_clean_pieces(cleaned.text[start:end], changes)),
        from_markup,
    )


def _change_at(source: str, cleaned: CleanText, at: int) -> Change:
    start, end = cleaned.offsets[at]
    character = cleaned.text[at]
    if start == end:
        return Change.INSERTED
    origin = source[start:end]
    # Collapsed whitespace changes nothing that anyone reads.
    if origin == character or (character.isspace() and origin.isspace()):
        return Change.KEPT
    decoded = html.unescape(origin)
    if character in decoded or (character.isspace() and decoded.isspace()):
        return Change.DECODED if origin.startswith("&") else Change.REPLACED
    return Change.REPLACED


def _clean_pieces(text: str, changes: Sequence[Change]) -> Iterator[Piece]:
    start = 0
    for change, run in groupby(changes):
        length = sum(1 for _ in run)
        yield Piece(change, text[start : start + length])
        start += length


def _source_pieces(
    source: str, offsets: OffsetMap, changes: Sequence[Change], first: int, stretch: Range
) -> Iterator[Piece]:
    merged = groupby(_stretches(source, offsets, changes, first, stretch), key=lambda each: each[0])
    for change, run in merged:
        ranges = [each[1] for each in run]
        yield Piece(change, source[ranges[0][0] : ranges[-1][1]])


def _stretches(
    source: str, offsets: OffsetMap, changes: Sequence[Change], first: int, stretch: Range
) -> Iterator[tuple[Change, Range]]:
    """Return the pieces of the source in order and without gaps; parts without a clean character are removed."""
    position, border = stretch
    for at, change in enumerate(changes, start=first):
        start, end = offsets[at]
        # Several characters may come from one part of the source.
        if end <= position:
            continue
        if start > position:
            yield _left_out(source, position, start), (position, start)
        yield change, (max(start, position), end)
        position = end
    if position < border:
        yield _left_out(source, position, border), (position, border)


def _left_out(source: str, start: int, end: int) -> Change:
    # Whitespace around lines is not marked: it would hide the real losses.
    return Change.KEPT if source[start:end].isspace() else Change.REMOVED


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of a line in which no change, token or span begins or ends."""

    text: str
    change: Change
    # The numbers of the token and of the span that contain it, if any.
    token: int | None
    span: int | None


def layer(row: Row, *, tokens: Sequence[Range], spans: Sequence[Span]) -> list[Atom]:
    """Return the line cut wherever a change, a token or a span begins or ends; spans do not overlap."""
    borders = {0, len(row.text)}
    position = 0
    for piece in row.clean:
        position += len(piece.text)
        borders.add(position)
    for start, end in [*tokens, *((span.start, span.end) for span in spans)]:
        borders |= {start, end}
    cuts = sorted(border for border in borders if 0 <= border <= len(row.text))
    changes = _Cursor(list(_ranges(row.clean)))
    words = _Cursor(tokens)
    marks = _Cursor([(span.start, span.end) for span in spans])
    return [
        Atom(
            row.text[start:end],
            row.clean[changes.at(start) or 0].change,
            words.at(start),
            marks.at(start),
        )
        for start, end in pairwise(cuts)
    ]


def _ranges(pieces: Sequence[Piece]) -> Iterator[Range]:
    start = 0
    for piece in pieces:
        yield start, start + len(piece.text)
        start += len(piece.text)


class _Cursor:
    """Finds the range that covers a position; ranges and positions come in ascending order."""

    def __init__(self, ranges: Sequence[Range]) -> None:
        self._ranges = ranges
        self._next = 0

    def at(self, place: int) -> int | None:
        while self._next < len(self._ranges) and self._ranges[self._next][1] <= place:
            self._next += 1
        covers = self._next < len(self._ranges) and self._ranges[self._next][0] <= place
        return self._next if covers else None


# Each bin is twice as wide as the one before: most lines are short, and a few are very long.
LONGEST_OF_BINS = (10, 20, 40, 80, 160, 320, 640, 1280, 2560)


@dataclass(frozen=True, slots=True)
class Bin:
    """How many lines have a length from `first` to `last` characters; the last bin has no end."""

    first: int
    last: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Lengths:
    """Statistics of the lengths of lines."""

    lines: int
    characters: int
    shortest: int
    median: int
    # 19 out of 20 lines are at most this long.
    long: int
    longest: int
    bins: tuple[Bin, ...]

    @property
    def highest(self) -> int:
        """Return the count of the fullest bin."""
        return max((each.count for each in self.bins), default=0)


def describe_lengths(counts: Mapping[int, int]) -> Lengths | None:
    """Return the statistics for counts by length; None without lines."""
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
    """Return the bins from the first to the last that has lines, including empty ones between them."""
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
    """Return the smallest length that is not exceeded by at least this share of the lines."""
    wanted = share * sum(count for _, count in ordered)
    seen = 0
    for length, count in ordered:
        seen += count
        if seen >= wanted:
            return length
    return ordered[-1][0]
