"""Records as CoNLL columns; `corpus.domain.formats.conll` reads them and describes the file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from corpus.domain.formats.checks import CONTROL
from corpus.domain.formats.members import ID, SPANS, TEXT, members_of
from corpus.domain.formats.options import WriteOptions
from corpus.domain.formats.pieces import cut_tokens
from corpus.domain.formats.tags import tags_of
from corpus.domain.problems import (
    LABEL_NOT_KEPT,
    RECORD_NOT_KEPT,
    SPAN_NOT_KEPT,
    SPAN_SHORTENED,
)
from corpus.domain.records import Problem, Record
from corpus.domain.spans import Span


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write tags, a block of rows per line of each text; tokens are cut where spans cut them."""
    for number, record in enumerate(records, 1):
        spans, problems = _writable(record)
        for problem in problems:
            yield _placed(problem, record, number)
        try:
            header = _header(record)
        except (ValueError, RecursionError):
            yield _placed(Problem(RECORD_NOT_KEPT), record, number)
            continue
        file.write("\n".join([header, *_blocks(record.text, spans, options)]).encode())


def _placed(problem: Problem, record: Record, number: int) -> Problem:
    details = {**problem.details, "record": number}
    return Problem(problem.code, line=record.line, severity=problem.severity, details=details)


def _writable(record: Record) -> tuple[list[Span], list[Problem]]:
    """Return the spans that tags can say, and what becomes of the others: the outer of two stays."""
    spans: list[Span] = []
    problems: list[Problem] = []
    for span in sorted(record.spans, key=lambda s: (s.start, -s.end)):
        place: dict[str, object] = {"start": span.start, "end": span.end}
        trimmed = _trimmed(span, record.text)
        if CONTROL.search(span.label):
            problems.append(Problem(LABEL_NOT_KEPT))
        elif trimmed is None:
            problems.append(Problem(SPAN_NOT_KEPT, details={**place, "reason": "blank"}))
        elif spans and trimmed.start < spans[-1].end:
            problems.append(Problem(SPAN_NOT_KEPT, details={**place, "reason": "overlap"}))
        else:
            spans.append(trimmed)
            if trimmed != span:
                problems.append(Problem(SPAN_SHORTENED, details=place))
    return spans, problems


def _trimmed(span: Span, text: str) -> Span | None:
    """Return the span without blanks at its edges, which are no tokens; None if it is blank."""
    covered = text[span.start : span.end]
    start = span.start + len(covered) - len(covered.lstrip())
    end = span.start + len(covered.rstrip())
    return Span(start, end, span.label) if start < end else None


def _header(record: Record) -> str:
    members = members_of(record)
    is_plain = record.id.isprintable() and record.id == record.id.strip()
    mark = f"# newdoc id = {record.id}" if is_plain and record.id else "# newdoc"
    is_said = is_plain and record.id == members.get(ID, "")
    if is_said and [*members] in ([TEXT, SPANS], [ID, TEXT, SPANS]):
        return mark
    # Text and spans are in the rows: here they only keep their places among the members.
    rest = {name: None if name in (TEXT, SPANS) else value for name, value in members.items()}
    line = json.dumps(rest, allow_nan=False)
    return f"{mark}\n# record = {line}"


def _blocks(text: str, spans: Sequence[Span], options: WriteOptions) -> Iterator[str]:
    """Yield a block per line of the text, or a single one if a span crosses the end of a line."""
    is_whole = any("\n" in text[span.start : span.end] for span in spans)
    offset, following = 0, 0
    for line in [text] if is_whole else text.split("\n"):
        end = offset + len(line)
        first = following
        while following < len(spans) and spans[following].start < end:
            following += 1
        own = [Span(s.start - offset, s.end - offset, s.label) for s in spans[first:following]]
        yield from _block(line, own, options)
        offset = end + 1
    yield ""


def _block(text: str, spans: Sequence[Span], options: WriteOptions) -> Iterator[str]:
    if CONTROL.search(text):
        yield f"# text_json = {json.dumps(text)}"
    else:
        yield f"# text = {text}"
    parts = [part for token in cut_tokens(text, spans, language=options.language) for part in token]
    starts = {start: index for index, (start, _) in enumerate(parts)}
    ends = {end: index for index, (_, end) in enumerate(parts)}
    placed = [(starts[span.start], ends[span.end] + 1, span.label) for span in spans]
    tags = tags_of(len(parts), placed, scheme=options.scheme)
    for (start, end), tag in zip(parts, tags, strict=True):
        yield f"{text[start:end]}\t{tag}"
    yield ""
