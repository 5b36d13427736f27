"""From a source record to clean text, one line per input; `clean_with_offsets` has the order of the steps.

XML: every CDATA section is HTML and starts a new line; everything else in the record is metadata.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.domain.html_text import trace_html
from corpus.domain.normalisation import (
    collapse_blanks,
    compose,
    drop_invisible,
    separate_glued,
)
from corpus.domain.offsets import OffsetMap, TracedText, Tracer
from corpus.exceptions import UnknownSourceKind

_CDATA_OPENING = "<![CDATA["
# Comments and processing instructions may quote a CDATA section without containing one.
_XML_SECTIONS = {_CDATA_OPENING: "]]>", "<!--": "-->", "<?": "?>"}
_XML_OPENING = re.compile("|".join(re.escape(opening) for opening in _XML_SECTIONS))


@dataclass(frozen=True, slots=True)
class CleanText:
    """Clean text, and for each of its characters the range of the source it stands for."""

    text: str
    offsets: OffsetMap

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source behind a range of the clean text."""
        return self.offsets.source_range(start, end)

    def clean_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the clean text that came from a range of the source."""
        return self.offsets.clean_range(start, end)


def clean(raw: str, *, kind: str) -> str:
    """Return the clean text of a source of kind xml, html or text."""
    return clean_with_offsets(raw, kind=kind).text


def clean_with_offsets(raw: str, *, kind: str) -> CleanText:
    """Return the clean text together with the way back to the source."""
    traced = _extract(raw, kind)
    for step in (drop_invisible, compose, collapse_blanks, separate_glued):
        traced = step(traced)
    return CleanText(traced.text, traced.offsets)


def _extract(raw: str, kind: str) -> TracedText:
    if kind == "text":
        return TracedText.of(raw)
    if kind not in ("xml", "html"):
        raise UnknownSourceKind(f"A source is xml, html or text, not {kind!r}.")
    tracer = Tracer(raw)
    for start, end in _cdata_sections(raw) if kind == "xml" else [(0, len(raw))]:
        tracer.put("\n", start, start)
        trace_html(tracer, start, end)
    return tracer.traced()


def _cdata_sections(raw: str) -> Iterator[tuple[int, int]]:
    position = 0
    while opening := _XML_OPENING.search(raw, position):
        closing = _XML_SECTIONS[opening[0]]
        found = raw.find(closing, opening.end())
        # What is never closed reaches to the end: no text is lost to a cut-off file.
        end = len(raw) if found < 0 else found
        if opening[0] == _CDATA_OPENING:
            yield opening.end(), end
        position = end + len(closing)
