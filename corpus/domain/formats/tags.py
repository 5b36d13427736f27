"""Spans as one tag per token: IOB2 and BILOU, which are written, and the older and newer cousins, which are read.

B begins, I goes on, O is outside; E or L ends, S or U is a span of one token (IOBES, BILOU). In IOB1 only
a span that touches another of its label begins with B; so an I that follows nothing begins one.
"""

import re
from collections.abc import Iterator, Sequence

from corpus.domain.formats.options import BILOU, IOB2
from corpus.domain.problems import BAD_TAG
from corpus.exceptions import RecordRefused

_TAG = re.compile(r"([BIELSU])-(.+)", re.DOTALL)
_OUTSIDE = frozenset({"O", "_"})

# First token, token after the last, label.
TokenSpan = tuple[int, int, str]


def is_tag(value: str) -> bool:
    """Whether a column looks like a tag."""
    return value in _OUTSIDE or _TAG.fullmatch(value) is not None


def spans_of(tags: Sequence[str]) -> Iterator[TokenSpan]:
    """Yield the spans of a sentence's tags."""
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
    """Return the tags of so many tokens; the spans do not overlap.

    >>> tags_of(4, [(0, 1, "A"), (1, 4, "B")], scheme=BILOU)
    ['U-A', 'B-B', 'I-B', 'L-B']
    """
    tags = ["O"] * count
    for start, end, label in spans:
        tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
        if scheme == BILOU:
            tags[end - 1] = f"U-{label}" if end == start + 1 else f"L-{label}"
    return tags
