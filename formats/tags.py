"""Convert spans to and from tags per token: writes IOB2 and BILOU, and also reads IOB1 and IOBES.

B begins, I goes on, O is outside; E or L ends, S or U is a span of one token (IOBES, BILOU). In IOB1 only
a span that touches another of its label begins with B; so an I that follows nothing begins one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from formats.problems import BAD_TAG, RecordRefused
from formats.records import BILOU, IOB2
from text.spans import Span
from text.tokens import tokenize

Place = tuple[int, int]


def cut_tokens(text: str, spans: Sequence[Span], *, language: str) -> list[list[Place]]:
    """Return the tokens, each as its parts between borders of spans; usually one part."""
    borders = sorted({border for span in spans for border in (span.start, span.end)})
    tokens, index = [], 0
    for start, end in tokenize(text, language=language):
        edges = [start]
        while index < len(borders) and borders[index] < end:
            if borders[index] > start:
                edges.append(borders[index])
            index += 1
        edges.append(end)
        tokens.append(list(pairwise(edges)))
    return tokens


def cut_everything(text: str, spans: Sequence[Span], *, language: str) -> Iterator[Place]:
    """Yield tokens and the blanks between them, cut at borders of spans; a single space after a token
    is left out, as in spaCy, unless a border touches it."""
    borders = {border for span in spans for border in (span.start, span.end)}
    position = 0
    for start, end in (
        part for token in cut_tokens(text, spans, language=language) for part in token
    ):
        yield from _blanks(text, position, start, borders)
        yield start, end
        position = end
    yield from _blanks(text, position, len(text), borders)


def _blanks(text: str, start: int, end: int, borders: set[int]) -> Iterator[Place]:
    if start < end and start > 0 and text[start] == " " and not {start, start + 1} & borders:
        start += 1
    edges = [start, *(place for place in range(start + 1, end) if place in borders), end]
    return ((a, b) for a, b in pairwise(edges) if a < b)


_TAG = re.compile(r"([BIELSU])-(.+)", re.DOTALL)
_OUTSIDE = frozenset({"O", "_"})

# First token, token after the last one, label.
TokenSpan = tuple[int, int, str]


def is_tag(value: str) -> bool:
    """Return whether a column is a tag."""
    return value in _OUTSIDE or _TAG.fullmatch(value) is not None


def spans_of(tags: Sequence[str]) -> Iterator[TokenSpan]:
    """Yield the spans of a sentence's tags as positions of tokens."""
    start, label = 0, ""
    for index, tag in enumerate([*tags, "O"]):
        prefix, named = _parsed(tag)
        goes_on = prefix in "IEL" and label != "" and named == label
        if label and not goes_on:
            yield start, index, label
            label = ""
        if prefix != "O" and not goes_on:
            start, label = index, named
        if prefix in "ELSU" and label:
            yield start, index + 1, label
            label = ""


def _parsed(tag: str) -> tuple[str, str]:
    if tag in _OUTSIDE:
        return "O", ""
    match = _TAG.fullmatch(tag)
    if not match:
        raise RecordRefused(BAD_TAG)
    return match[1], match[2]


def tags_of(count: int, spans: Sequence[TokenSpan], *, scheme: str = IOB2) -> list[str]:
    """Return the tags of `count` tokens; the spans must not overlap.

    >>> tags_of(4, [(0, 1, "A"), (1, 4, "B")], scheme=BILOU)
    ['U-A', 'B-B', 'I-B', 'L-B']
    """
    tags = ["O"] * count
    for start, end, label in spans:
        tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
        if scheme == BILOU:
            tags[end - 1] = f"U-{label}" if end == start + 1 else f"L-{label}"
    return tags
