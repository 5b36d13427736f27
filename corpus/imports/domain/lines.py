"""The annotations of one person, or of no named person, on the lines of a document."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from typing import NamedTuple

from corpus.imports.domain.sources import SourceDocument
from formats import problems
from formats.problems import UnreadableFile
from formats.records import ACCEPT, Record, in_one_line
from text.cleaning import CleanText, Rules, clean_with_offsets
from text.spans import Span


def clean_document(document: SourceDocument, *, rules: Rules) -> CleanText:
    """Return the clean text of a document with offsets into the text that its spans refer to."""
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
    """Return the spans of each line in order, with offsets in that line.

    Whitespace at the edges of spans is cut off. Raises UnreadableFile for a span that crosses lines or
    overlaps another.
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


# The purposes of annotations in a file.
ANSWERS, GOLD, PROPOSALS = "answers", "gold", "proposals"
LONGEST_ANNOTATOR = 120
ANSWERABLE_YEARS = range(1970, 2200)
# A day: longer durations were not really measured.
LONGEST_DURATION_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class AnnotationSet:
    """One record's annotations: the spans of every line of a document, with offsets in the line."""

    annotator: str
    verdict: str
    lines: tuple[tuple[Span, ...], ...]
    answered_at: datetime | None = None
    duration_ms: int | None = None
    is_prediction: bool = False

    def has_same_annotations_as(self, other: "AnnotationSet") -> bool:
        return (self.verdict, self.lines) == (other.verdict, other.lines)


def is_wanted(record: Record | None, *, purpose: str) -> bool:
    """Return whether a record's annotations are imported for this purpose."""
    if record is None or not record.is_annotated or not purpose:
        return False
    if purpose == ANSWERS:
        return not record.is_prediction
    # Rejected and ignored answers are neither gold nor proposals.
    return record.verdict == ACCEPT and (purpose == PROPOSALS or not record.is_prediction)


def annotation_set(record: Record, cleaned: CleanText, *, purpose: str) -> AnnotationSet:
    """Return the record's annotations on its cleaned lines; raise UnreadableFile if they are invalid."""
    annotator = in_one_line(record.annotator) if purpose == ANSWERS else ""
    if purpose == ANSWERS and not annotator:
        raise UnreadableFile(problems.ANNOTATOR_MISSING)
    if len(annotator) > LONGEST_ANNOTATOR:
        raise UnreadableFile(problems.ANNOTATOR_TOO_LONG, limit=LONGEST_ANNOTATOR)
    # Only an accepted answer has spans.
    spans = record.spans if record.verdict == ACCEPT else ()
    lines = tuple(tuple(line) for line in place_spans(spans, cleaned))
    answered_at, duration_ms = (
        _plausible_time(record),
        _plausible_duration(record, lines=len(lines)),
    )
    return AnnotationSet(
        annotator, record.verdict, lines, answered_at, duration_ms, record.is_prediction
    )


def _plausible_time(record: Record) -> datetime | None:
    """Return when the answer was given, or None if the year is impossible."""
    answered_at = record.answered_at
    if answered_at is None or answered_at.year not in ANSWERABLE_YEARS:
        return None
    return answered_at if answered_at.tzinfo else answered_at.replace(tzinfo=UTC)


def _plausible_duration(record: Record, *, lines: int) -> int | None:
    """Return how long the answer took, or None if it covers several lines or is implausible."""
    duration_ms = record.duration_ms
    if lines != 1 or duration_ms is None or not 0 <= duration_ms <= LONGEST_DURATION_MS:
        return None
    return duration_ms


def effective_set(earlier: AnnotationSet, new: AnnotationSet, *, purpose: str) -> AnnotationSet:
    """Return which of two sets on the same text counts; raise UnreadableFile if they may not differ."""
    if new.has_same_annotations_as(earlier):
        return earlier
    if purpose == ANSWERS:
        is_older = earlier.answered_at and new.answered_at and new.answered_at < earlier.answered_at
        return earlier if is_older else new
    if purpose == PROPOSALS and earlier.is_prediction != new.is_prediction:
        # A program's proposals are preferred to people's answers as pre-annotations.
        return new if new.is_prediction else earlier
    raise UnreadableFile(problems.ANNOTATIONS_DIFFER)


LONGEST_ID = 120


def candidate_ids(name: str, number: int, digest: bytes) -> list[str]:
    """Return possible ids of a file's document, the shortest first; the last one is unique.

    `name` is the file's path; `number` is the document's position in the file, 0 if it is the only one.
    """
    path = name.rpartition(".")[0] or name
    stem = path.rpartition("/")[2]
    ending = f"-{number}" if number else ""
    unique = f"{ending}-{digest.hex()[:16]}"
    nice = [base + ending for base in (stem, path) if len(base + ending) <= LONGEST_ID]
    return [*nice, stem[: LONGEST_ID - len(unique)] + unique]
