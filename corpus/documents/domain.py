"""A source beside its clean text: what was kept, left out, replaced and inserted, line by line."""

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
    """What became of a stretch of text."""

    KEPT = "kept"
    # In the source only: markup, metadata, noise.
    REMOVED = "removed"
    # 18.03 and 18#03.
    REPLACED = "replaced"
    # The same character, written otherwise: `&eacute;`.
    DECODED = "decoded"
    # In the clean text only.
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text with one fate."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the clean text, and the stretch of the source that it came from."""

    number: int
    text: str
    source: tuple[Piece, ...]
    clean: tuple[Piece, ...]
    # Whether the new line at its end is not in the source but came from markup.
    breaks_line: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rows of a document, and what of its source stands in none of them."""

    rows: tuple[Row, ...]
    # Left out before the first and after the last line.
    before: str
    after: str
    # Whether the document goes on after the last row.
    is_cut: bool

    @property
    def replaced(self) -> int:
        """Return how many stretches were replaced by others."""
        return sum(piece.change == Change.REPLACED for row in self.rows for piece in row.clean)


def compare(
    source: str, cleaned: CleanText, *, most_lines: int, most_characters: int
) -> Comparison:
    """Return the source beside its first lines; no line longer than all that may be shown is begun."""
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
    """Return where in the source the first line begins, and where each line gives way to the next."""
    if not lines:
        yield length
        return
    yield offsets.source_range(*lines[0])[0]
    for _, end in lines[:-1]:
        # The new line itself: in the source it ends this line, from markup it stands between two tags.
        yield offsets[end][1]
    yield offsets.source_range(*lines[-1])[1]


def _row(source: str, cleaned: CleanText, number: int, line: Range, stretch: Range) -> Row:
    start, end = line
    fates = [_fate(source, cleaned, at) for at in range(start, end)]
    breaks = end < len(cleaned.text) and cleaned.text[end] == "\n"
    from_markup = breaks and "\n" not in source[slice(*cleaned.offsets[end])]
    return Row(
        number,
        cleaned.text[start:end],
        tuple(_source_pieces(source, cleaned.offsets, fates, start, stretch)),
        tuple(_clean_pieces(cleaned.text[start:end], fates)),
        from_markup,
    )


def _fate(source: str, cleaned: CleanText, at: int) -> Change:
    start, end = cleaned.offsets[at]
    character = cleaned.text[at]
    if start == end:
        return Change.INSERTED
    origin = source[start:end]
    # A blank for blanks changes nothing that anyone reads.
    if origin == character or (character.isspace() and origin.isspace()):
        return Change.KEPT
    decoded = html.unescape(origin)
    if character in decoded or (character.isspace() and decoded.isspace()):
        return Change.DECODED if origin.startswith("&") else Change.REPLACED
    return Change.REPLACED


def _clean_pieces(text: str, fates: Sequence[Change]) -> Iterator[Piece]:
    start = 0
    for change, run in groupby(fates):
        length = sum(1 for _ in run)
        yield Piece(change, text[start : start + length])
        start += length


def _source_pieces(
    source: str, offsets: OffsetMap, fates: Sequence[Change], first: int, stretch: Range
) -> Iterator[Piece]:
    merged = groupby(_stretches(source, offsets, fates, first, stretch), key=lambda each: each[0])
    for change, run in merged:
        ranges = [each[1] for each in run]
        yield Piece(change, source[ranges[0][0] : ranges[-1][1]])


def _stretches(
    source: str, offsets: OffsetMap, fates: Sequence[Change], first: int, stretch: Range
) -> Iterator[tuple[Change, Range]]:
    """Return the source's stretches in order, without gaps: what no character stands for is removed."""
    position, border = stretch
    for at, change in enumerate(fates, start=first):
        start, end = offsets[at]
        # One stretch may stand behind several characters.
        if end <= position:
            continue
        if start > position:
            yield _left_out(source, position, start), (position, start)
        yield change, (max(start, position), end)
        position = end
    if position < border:
        yield _left_out(source, position, border), (position, border)


def _left_out(source: str, start: int, end: int) -> Change:
    # Blanks around lines are no loss: marking them would only hide what is.
    return Change.KEPT if source[start:end].isspace() else Change.REMOVED


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch of a line within which nothing begins or ends."""

    text: str
    change: Change
    # Which token and which annotated span it is part of, if any.
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
    """Says which of some ranges in order covers a place; places are asked for in order."""

    def __init__(self, ranges: Sequence[Range]) -> None:
        self._ranges = ranges
        self._next = 0

    def at(self, place: int) -> int | None:
        while self._next < len(self._ranges) and self._ranges[self._next][1] <= place:
            self._next += 1
        covers = self._next < len(self._ranges) and self._ranges[self._next][0] <= place
        return self._next if covers else None


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
