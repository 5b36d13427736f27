"""The tokens of a text, cut so that every span begins and ends with one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from corpus.domain.spans import Span
from corpus.domain.tokens import tokenize

Place = tuple[int, int]


def cut_tokens(text: str, spans: Sequence[Span], *, language: str) -> list[list[Place]]:
    """Return the tokens, each as the parts into which borders of spans cut it: one, mostly."""
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
