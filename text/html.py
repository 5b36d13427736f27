"""Extract the text of HTML, even if broken, with the source offset of every character.

A scanner instead of a tree: only lines and cells matter, each character must keep its offset in the
source, and every input must take linear time.
"""

import html
import re
from functools import lru_cache

from text.offsets import Tracer

_MARK = re.compile(r"[<&]")
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/><]*)")
# The tokens inside a tag; quotes count only where a value begins.
_TAG_STOP = re.compile(r""">|=\s*(["'])""")
_BEFORE_VALUES = re.compile(r"[<>=]")
_BOGUS_COMMENT = re.compile(r"<[!?/]")
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
_XML_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|lt|gt|amp|quot|apos);")
# The largest code point has seven digits; longer ones would make int() refuse the text.
_LONGEST_NUMBER = 32

_LINE_ELEMENTS = frozenset({"br", "li", "p", "tr"})
_CELL = "td"
_RAW_ELEMENTS = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style")
}
# Closing a list closes an open item, as in a tree builder.
_IMPLIED_END = {"ul": "li", "ol": "li", "table": "tr", "tbody": "tr", "thead": "tr", "tfoot": "tr"}


def trace_html(tracer: Tracer, start: int, end: int) -> None:
    """Write the text of the HTML between two offsets of the tracer's source."""
    _Scanner(tracer, end).scan(start)


def trace_references(tracer: Tracer, start: int, end: int) -> None:
    """Write the text of an XML element without child elements."""
    for match in _XML_REFERENCE.finditer(tracer.source, start, end):
        tracer.copy(start, match.start())
        start = match.end()
        tracer.put(html.unescape(match[0]), match.start(), start)
    tracer.copy(start, end)


@lru_cache(maxsize=4096)
def _unescaped(reference: str) -> str:
    return html.unescape(reference)


class _Scanner:
    def __init__(self, tracer: Tracer, end: int) -> None:
        self._tracer = tracer
        self._source = tracer.source
        self._end = end
        self._open: set[str] = set()
        self._are_quotes_sound = True
        # Found once, so that a bare `<` does not search the rest of the source each time.
        self._last_close = tracer.source.rfind(">", 0, end)

    def scan(self, position: int) -> None:
        while match := _MARK.search(self._source, position, self._end):
            self._tracer.copy(position, match.start())
            at = match.start()
            position = self._reference(at) if match[0] == "&" else self._angle(at)
        self._tracer.copy(position, self._end)

    def _reference(self, at: int) -> int:
        match = _REFERENCE.match(self._source, at, self._end)
        if not match:
            return self._literal(at)
        is_huge = match[0][1] == "#" and len(match[0]) > _LONGEST_NUMBER
        decoded = "\N{REPLACEMENT CHARACTER}" if is_huge else _unescaped(match[0])
        if decoded == match[0]:
            self._tracer.copy(at, match.end())
        else:
            self._tracer.put(decoded, at, match.end())
        return match.end()

    def _angle(self, at: int) -> int:
        if tag := _TAG.match(self._source, at, self._end):
            return self._tag(tag)
        if self._source.startswith("<!--", at):
            return self._after("-->", at + 4, missing=self._end)
        if _BOGUS_COMMENT.match(self._source, at, self._end):
            after = self._after_close(at + 2)
            return self._literal(at) if after < 0 else after
        return self._literal(at)

    def _literal(self, at: int) -> int:
        self._tracer.copy(at, at + 1)
        return at + 1

    def _after(self, needle: str, position: int, *, missing: int) -> int:
        found = self._source.find(needle, position, self._end)
        return missing if found < 0 else found + len(needle)

    def _after_close(self, position: int) -> int:
        return -1 if position > self._last_close else self._source.index(">", position) + 1

    def _tag(self, tag: re.Match[str]) -> int:
        tag_end = self._tag_end(tag.end())
        if tag_end < 0:
            return self._literal(tag.start())
        name = tag[2].lower()
        if tag[1]:
            self._close(name, tag.start(), tag_end)
        else:
            self._begin(name, tag.start(), tag_end)
        if name in _RAW_ELEMENTS and not tag[1]:
            closing = _RAW_ELEMENTS[name].search(self._source, tag_end, self._end)
            return closing.start() if closing else self._end
        return tag_end

    def _tag_end(self, position: int) -> int:
        """Return the end of the tag, or -1 for a bare `<` before a word."""
        first = _BEFORE_VALUES.search(self._source, position, self._end)
        if not first or first[0] == "<":
            return -1
        if first[0] == ">":
            return first.end()
        if self._are_quotes_sound:
            quoted_end = self._quoted_tag_end(first.start())
            if quoted_end >= 0:
                return quoted_end
            # Searched once to the end of the source: a search per tag would be quadratic.
            self._are_quotes_sound = False
        return self._after_close(position)

    def _quoted_tag_end(self, position: int) -> int:
        while stop := _TAG_STOP.search(self._source, position, self._end):
            if stop[0] == ">":
                return stop.end()
            position = self._after(stop[1], stop.end(), missing=-1)
            if position < 0:
                return -1
        return -1

    def _begin(self, name: str, start: int, end: int) -> None:
        if name in _LINE_ELEMENTS:
            self._open.add(name)
            self._tracer.put("\n", start, start)
        if name == "br":
            self._tracer.put("\n", end, end)
        if name == _CELL:
            self._tracer.put(" ", end, end)

    def _close(self, name: str, start: int, end: int) -> None:
        if name == _CELL:
            self._tracer.put(" ", start, start)
        if name in _LINE_ELEMENTS or _IMPLIED_END.get(name) in self._open:
            self._open.discard(_IMPLIED_END.get(name, name))
            self._tracer.put("\n", end, end)
