"""Clean a source record into text with one line per input; `clean_with_offsets` has the order of the steps.

In XML, every CDATA section is HTML and starts a new line; everything else in the record is metadata.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from text.errors import UnknownSourceKind
from text.html import trace_html, trace_references
from text.normalisation import (
    collapse_blanks,
    compose,
    drop_invisible,
    drop_unstorable,
    separate_glued,
)
from text.offsets import OffsetMap, TracedText, Tracer

_CDATA_OPENING = "<![CDATA["
# Comments and processing instructions may contain the characters of a CDATA section.
_XML_SECTIONS = {_CDATA_OPENING: "]]>", "<!--": "-->", "<?": "?>"}
_XML_OPENING = re.compile("|".join(re.escape(opening) for opening in _XML_SECTIONS))


class Section(NamedTuple):
    """A part of an XML source that contains HTML."""

    start: int
    end: int
    # Whether the HTML is escaped in an element's text: `&lt;p&gt;`.
    is_escaped: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The optional cleaning rules."""

    # A glued full stop becomes `#`: 18.03.2022.
    full_stops: bool = True
    # A dash between a digit and a capital letter becomes a space: 1015-Lausanne.
    dashes: bool = True
    # Control and zero-width characters are dropped.
    noise: bool = True


ALL_RULES = Rules()


@dataclass(frozen=True, slots=True)
class CleanText:
    """Clean text, with the source range of each of its characters."""

    text: str
    offsets: OffsetMap

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the source range of a range of the clean text."""
        return self.offsets.source_range(start, end)

    def clean_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the clean text for a source range."""
        return self.offsets.clean_range(start, end)


def clean(raw: str, *, kind: str, rules: Rules = ALL_RULES) -> str:
    """Return the clean text of a source of kind xml, html or text."""
    return clean_with_offsets(raw, kind=kind, rules=rules).text


def clean_with_offsets(
    raw: str, *, kind: str, rules: Rules = ALL_RULES, sections: Sequence[Section] | None = None
) -> CleanText:
    """Return the clean text with its offsets in the source.

    `sections` are the parts of an XML source that are text; by default every CDATA section is.
    """
    traced = _extract(raw, kind, sections)
    traced = drop_invisible(traced) if rules.noise else drop_unstorable(traced)
    traced = collapse_blanks(compose(traced))
    traced = separate_glued(traced, stops=rules.full_stops, dashes=rules.dashes)
    return CleanText(traced.text, traced.offsets)


def _extract(raw: str, kind: str, sections: Sequence[Section] | None) -> TracedText:
    if kind == "text":
        return TracedText.of(raw)
    if kind not in ("xml", "html"):
        raise UnknownSourceKind(f"A source is xml, html or text, not {kind!r}.")
    tracer = Tracer(raw)
    stretches = [Section(0, len(raw))] if kind == "html" else sections
    for section in cdata_sections(raw) if stretches is None else stretches:
        tracer.put("\n", section.start, section.start)
        if section.is_escaped:
            _trace_escaped(tracer, section)
        else:
            trace_html(tracer, section.start, section.end)
    return tracer.traced()


def _trace_escaped(tracer: Tracer, section: Section) -> None:
    """Write the text of HTML that was escaped in XML."""
    unescaped = Tracer(tracer.source)
    trace_references(unescaped, section.start, section.end)
    markup = unescaped.traced()
    inner = Tracer(markup.text)
    trace_html(inner, 0, len(markup.text))
    tracer.append(inner.traced(), markup.offsets)


def cdata_sections(raw: str) -> Iterator[Section]:
    """Return the CDATA sections of an XML source in order; the source may be broken or cut off."""
    position = 0
    while opening := _XML_OPENING.search(raw, position):
        closing = _XML_SECTIONS[opening[0]]
        found = raw.find(closing, opening.end())
        # An unclosed section extends to the end, so that a cut-off file loses no text.
        end = len(raw) if found < 0 else found
        if opening[0] == _CDATA_OPENING:
            yield Section(opening.end(), end)
        position = end + len(closing)
