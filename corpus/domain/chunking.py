"""From a source document to its lines, and from spans in its text to spans in those lines."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from corpus.domain import problems
from corpus.domain.preprocessing import CleanText, Rules, clean_with_offsets
from corpus.domain.sources import SourceDocument
from corpus.domain.spans import Span
from corpus.exceptions import UnreadableFile


def clean_document(document: SourceDocument, *, rules: Rules) -> CleanText:
    """Return the clean text of a document, traced to the text that its spans point into."""
    raw = document.record.text if document.record else document.source
    return clean_with_offsets(raw, kind=document.kind, rules=rules, sections=document.sections)


def cut_lines(cleaned: CleanText, *, document: SourceDocument, longest: int) -> list[str]:
    """Return the lines of a cleaned document, none of them longer than allowed."""
    lines = cleaned.text.split("\n") if cleaned.text else []
    position = 0
    for line in lines:
        if len(line) > longest:
            place = _line_in_file(document, cleaned, position)
            raise UnreadableFile(problems.LINE_TOO_LONG, line=place, limit=longest)
        position += len(line) + 1
    return lines


def _line_in_file(document: SourceDocument, cleaned: CleanText, position: int) -> int:
    if document.line:
        return document.line
    start, _ = cleaned.source_range(position, position + 1)
    return document.source.count("\n", 0, start) + 1


def place_spans(spans: Sequence[Span], cleaned: CleanText) -> list[list[Span]]:
    """Return for each line the spans in it, in the line's own offsets and in order.

    A span's blank edges are not part of it. Each span must lie in one line and none may overlap.
    """
    lines = cleaned.text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
    placed: list[list[_Numbered]] = [[] for _ in lines]
    for number, span in enumerate(spans, start=1):
        start, end = _without_blank_edges(cleaned, span)
        if start == end:
            raise UnreadableFile(problems.SPAN_VANISHES, span=number)
        line = bisect_right(starts, start) - 1
        if end > starts[line] + len(lines[line]):
            raise UnreadableFile(problems.SPAN_CROSSES_LINES, span=number)
        moved = Span(start - starts[line], end - starts[line], span.label)
        placed[line].append(_Numbered(moved, number))
    return [_in_order(line) for line in placed]


class _Numbered(NamedTuple):
    span: Span
    number: int


def _without_blank_edges(cleaned: CleanText, span: Span) -> tuple[int, int]:
    start, end = cleaned.clean_range(span.start, span.end)
    covered = cleaned.text[start:end]
    start += len(covered) - len(covered.lstrip())
    return start, start + len(covered.strip())


def _in_order(spans: list[_Numbered]) -> list[Span]:
    spans = sorted(spans)
    for first, second in pairwise(spans):
        if first.span.end > second.span.start:
            details = {"span": second.number, "other": first.number}
            raise UnreadableFile(problems.SPANS_OVERLAP, **details)
    return [item.span for item in spans]
