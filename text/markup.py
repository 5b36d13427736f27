r"""Inline markup for spans: `Dr [Durand](NOM:PERSONNEL_MÉDICAL)`.

A bracket that opens no span is text; `\[`, `\]` and `\\` are escaped characters.
"""

import re
from collections.abc import Sequence

from text.errors import InvalidMarkup
from text.spans import Span

# Each character matches in only one way, so that no input causes backtracking: a backslash is either
# an escape or alone.
_SPAN = r"\[(?P<inner>(?:\\[\[\]\\]|\\(?![\[\]\\])|[^\[\]\\])+)\]\((?P<label>[^()\[\]\n]+)\)"
SPAN = re.compile(_SPAN)
_PIECE = re.compile(rf"\\(?P<escaped>[\[\]\\])|{_SPAN}")
_ESCAPED = re.compile(r"\\([\[\]\\])")
_SPECIAL = re.compile(r"([\[\]\\])")
_UNWRITABLE_LABEL = re.compile(r"[()\[\]\n]")


def parse(marked: str) -> tuple[str, list[Span]]:
    """Return the text without markup, and the spans in order."""
    text, spans, position = "", [], 0
    for piece in _PIECE.finditer(marked):
        text += marked[position : piece.start()]
        position = piece.end()
        if piece["escaped"]:
            text += piece["escaped"]
            continue
        inner = unescape(piece["inner"])
        spans.append(Span(len(text), len(text) + len(inner), piece["label"]))
        text += inner
    return text + marked[position:], spans


def render(text: str, spans: Sequence[Span]) -> str:
    """Return the markup of a text with spans; `parse` reverses it."""
    pieces, position = [], 0
    for span in sorted(spans):
        if span.start < position or span.end > len(text):
            raise InvalidMarkup(f"The span {span.start}-{span.end} overlaps or leaves the text.")
        if _UNWRITABLE_LABEL.search(span.label):
            raise InvalidMarkup("A label with brackets cannot be written inline.")
        pieces.append(_escape(text[position : span.start]))
        pieces.append(f"[{_escape(text[span.start : span.end])}]({span.label})")
        position = span.end
    return "".join(pieces) + _escape(text[position:])


def unescape(text: str) -> str:
    """Return the text without escapes."""
    return _ESCAPED.sub(r"\1", text)


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
