"""WebAnno TSV 3, also written by INCEpTION: a token per line, spans as numbered values; offsets in UTF-16.

Each sentence is a record with the id of its `#Sentence.id`; with `joins_sentences` the file is one, its
sentences lines of it. Spans are read from one layer: the named one, else named entities, else the custom
layers; what other layers, relations and chains hold is counted and reported.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from formats import problems
from formats.checks import checked_label, checked_span
from formats.format import Format, Read
from formats.lines import Line, lines, too_long
from formats.problems import RecordRefused
from formats.records import AUTO, UTF16, Problem, ReadOptions, Record
from formats.units import to_code_points, to_utf16
from formats.webanno_schema import NUMBERED, STACKED, Column, Schema, unescape
from formats.webanno_writer import write
from text.spans import Span

_FORMAT = re.compile(r"#FORMAT=WebAnno TSV 3\.(\d+)\s*")
_TEXT, _SENTENCE_ID = "#Text=", "#Sentence.id="
_UNIT = re.compile(r"\d{1,9}-\d{1,9}(?:\.\d{1,9})?")
_OFFSETS = re.compile(r"(\d{1,15})-(\d{1,15})")

_LONGEST_GAP = 100

# Layer and number of a span in a sentence; spans without a number get negative ones.
_Key = tuple[int, int]


@dataclass(slots=True)
class _Sentence:
    """A sentence as read; its offsets are those of the document, in UTF-16."""

    line: int
    id: str = ""
    texts: list[str] = field(default_factory=list)
    # Start, end and form of each token or sub-token.
    units: list[tuple[int, int, str]] = field(default_factory=list)
    # Start, end and label of each span so far.
    spans: dict[_Key, tuple[int, int, str]] = field(default_factory=dict)
    is_broken: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def begin(self) -> int:
        """The offset of the text: that of the first token, minus the whitespace before it."""
        if not self.units:
            return 0
        start, _, form = self.units[0]
        text = self.text
        blanks = len(text) - len(text.lstrip())
        return start if text.startswith(form) else start - to_utf16(text)(blanks)

    def numbers(self) -> set[_Key]:
        return {key for key in self.spans if key[1] >= 0}

    def add(self, key: _Key, start: int, end: int, label: str) -> None:
        first, last, label = self.spans.get(key, (start, end, label))
        self.spans[key] = min(first, start), max(last, end), label

    def read_spans(self, options: ReadOptions) -> dict[_Key, Span]:
        """Return the spans in code points of the sentence."""
        text, begin = self.text, self.begin
        unit = UTF16 if options.offset_unit == AUTO else options.offset_unit
        convert = to_code_points(text, unit)
        for start, end, form in self.units:
            first, last = convert(start - begin), convert(end - begin)
            if first is None or last is None or first < 0 or text[first:last] != form:
                raise RecordRefused(problems.TEXT_DIFFERS_FROM_TOKENS)
        spans = {}
        for number, (key, (start, end, value)) in enumerate(self.spans.items(), 1):
            label = checked_label(value, number=number, options=options)
            place = start - begin, end - begin
            spans[key] = checked_span(*place, label, text=text, number=number, convert=convert)
        return spans


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield a record per sentence, or one for the file."""
    found = lines(file, options)
    first = next(found, None)
    if first is None:
        yield Problem(problems.EMPTY_FILE)
        return
    if isinstance(first, Problem):
        yield first
        return
    version = _FORMAT.fullmatch(first.text)
    if not version:
        yield Problem(problems.NOT_WEBANNO, line=1)
        return
    reader = _Reader(options, is_old=int(version[1][:3]) < 2)
    sentences = reader.sentences(found)
    yield from (
        _joined(sentences, options) if options.joins_sentences else _apart(sentences, options)
    )
    for kind, count in reader.unread.items():
        yield Problem.warn(problems.ANNOTATIONS_NOT_READ, kind=kind, count=count)


class _Reader:
    def __init__(self, options: ReadOptions, *, is_old: bool) -> None:
        self._options = options
        self._is_old = is_old
        self._schema = Schema(options.layer)
        self._sentence: _Sentence | None = None
        self._size = self._singles = 0
        self.unread = Counter[str]()

    def sentences(self, found: Iterator[Line | Problem]) -> Iterator[_Sentence | Problem]:
        """Yield the sentences and problems; a sentence with an error is marked as broken."""
        for line in found:
            if isinstance(line, Problem):
                yield from self._broken(line)
                continue
            if self._is_end(line):
                yield from self._ended()
            try:
                self._take(line)
            except RecordRefused as refused:
                yield from self._broken(Problem.of(refused, line.number))
        yield from self._ended()

    def _is_end(self, line: Line) -> bool:
        has_rows = self._sentence is not None and bool(self._sentence.units)
        starts_anew = has_rows and line.text.startswith((_TEXT, _SENTENCE_ID))
        return not line.text.strip() or starts_anew

    def _broken(self, problem: Problem) -> Iterator[Problem]:
        self._sentence = self._sentence or _Sentence(problem.line)
        if not self._sentence.is_broken:
            yield problem
        self._sentence.is_broken = True

    def _ended(self) -> Iterator[_Sentence]:
        if self._sentence:
            yield self._sentence
        self._sentence, self._size = None, 0

    def _take(self, line: Line) -> None:
        if not line.text.strip() or self._schema.take(line.text):
            return
        self._size += len(line.text)
        if self._size > self._options.max_record_bytes:
            self._sentence = _Sentence(line.number)
            raise too_long(self._options.max_record_bytes)
        self._sentence = self._sentence or _Sentence(line.number)
        if line.text.startswith(_TEXT):
            self._sentence.texts.append(unescape(line.text[len(_TEXT) :], is_old=self._is_old))
        elif line.text.startswith(_SENTENCE_ID):
            self._sentence.id = line.text[len(_SENTENCE_ID) :].strip()
        elif not line.text.startswith("#"):
            self._take_row(self._sentence, line.text.split("\t"))

    def _take_row(self, sentence: _Sentence, cells: list[str]) -> None:
        expected = 3 + len(self._schema.columns)
        if len(cells) < expected or any(cells[expected:]):
            raise RecordRefused(problems.WRONG_COLUMNS, expected=expected, found=len(cells))
        offsets = _OFFSETS.fullmatch(cells[1])
        if not _UNIT.fullmatch(cells[0]) or not offsets or not sentence.texts:
            raise RecordRefused(problems.BAD_LINE)
        start, end = int(offsets[1]), int(offsets[2])
        sentence.units.append((start, end, unescape(cells[2], is_old=self._is_old)))
        for column, cell in zip(self._schema.columns, cells[3:], strict=False):
            if cell not in ("_", ""):
                self._take_cell(sentence, column, cell, start, end)

    def _take_cell(
        self, sentence: _Sentence, column: Column, cell: str, start: int, end: int
    ) -> None:
        if column.unread_kind:
            self.unread[column.unread_kind] += 1
        if not column.is_label:
            return
        for stacked in STACKED.findall(cell):
            value = NUMBERED.fullmatch(stacked)
            if not value:
                raise RecordRefused(problems.BAD_LINE)
            self._singles -= 1
            number = int(value[2]) if value[2] else self._singles
            is_unnamed = value[1] == "*"
            label = column.unnamed if is_unnamed else unescape(value[1], is_old=self._is_old)
            sentence.add((column.layer, number), start, end, label)


def _apart(found: Iterator[_Sentence | Problem], options: ReadOptions) -> Read:
    """Yield a record per sentence, once the next sentence shows that no span continues in it."""
    waiting: _Sentence | None = None
    number = 0
    for item in found:
        if isinstance(item, Problem):
            yield item
            continue
        if waiting and waiting.numbers() & item.numbers():
            yield Problem(problems.SPAN_ACROSS_SENTENCES, line=item.line)
            waiting.is_broken = item.is_broken = True
        if waiting:
            number += 1
            yield from _record([waiting], number, options)
        waiting = item
    if waiting:
        yield from _record([waiting], number + 1, options)


def _joined(found: Iterator[_Sentence | Problem], options: ReadOptions) -> Read:
    sentences: list[_Sentence] = []
    size, is_broken = 0, False
    for item in found:
        if isinstance(item, Problem):
            is_broken = True
            yield item
            continue
        size += len(item.text)
        if size > options.max_record_bytes:
            yield Problem.of(too_long(options.max_record_bytes), item.line)
            return
        sentences.append(item)
    if sentences and not is_broken:
        yield from _record(sentences, 0, options)


def _record(sentences: list[_Sentence], number: int, options: ReadOptions) -> Read:
    first = sentences[0]
    if any(sentence.is_broken for sentence in sentences):
        return
    try:
        text, spans = _merged(sentences, options)
    except RecordRefused as refused:
        yield Problem.of(refused, first.line)
        return
    name = f"{options.name}-{number}" if options.name and number else options.name
    yield Record(
        text,
        tuple(spans),
        id=(first.id if number else "") or name,
        annotator=options.annotator,
        is_annotated=True,
        line=first.line,
    )


def _merged(sentences: list[_Sentence], options: ReadOptions) -> tuple[str, list[Span]]:
    """Return the text of the sentences and their spans, merging spans that continue in the next sentence."""
    pieces: list[str] = []
    spans: dict[_Key, Span] = {}
    length = document_end = 0
    for sentence in sentences:
        gap = _gap(sentence.begin - document_end) if pieces else ""
        text = sentence.text
        length += len(gap)
        for key, span in sentence.read_spans(options).items():
            moved = Span(span.start + length, span.end + length, span.label)
            spans[key] = Span(spans.get(key, moved).start, moved.end, moved.label)
        pieces += [gap, text]
        length += len(text)
        document_end = sentence.begin + to_utf16(text)(len(text))
    return "".join(pieces), list(spans.values())


def _gap(size: int) -> str:
    """Return the text between two sentences, which the file does not contain: usually a line end."""
    if size == 0:
        return ""
    # Files that count each sentence from 0, and hostile ones, have impossible gaps.
    return "\n" + " " * (size - 1) if 0 < size <= _LONGEST_GAP else "\n"


WEBANNO = Format(
    name="webanno",
    title="WebAnno TSV",
    extensions=(".tsv", ".csv"),
    other_extensions=(".txt",),
    reader=read,
    writer=write,
    recognises=lambda start: start.startswith(b"#FORMAT=WebAnno"),
    keeps_fields=False,
)
