"""CoNLL columns: a token per line with its tag, an empty line between sentences.

Which record a sentence belongs to: where a file marks its documents (`-DOCSTART-` rows or `# newdoc`
comments, before the first token), a record is a document and its sentences are its lines. Otherwise each
sentence is a record, or all are one with `joins_sentences`.

The columns alone lose the whitespace between tokens. Our files keep the text in a comment as in CoNLL-U
(`# text = …`, or `# text_json = "…"` for characters that a line cannot hold) and the other fields of the
record in `# record = {…}`; tokens of other files are joined by spaces.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from formats import problems
from formats.checks import CONTROL, checked_label, checked_object, checked_text
from formats.format import Format, Layout, Read
from formats.json_objects import Members, parse_json
from formats.lines import Line, lines, too_long
from formats.members import ID, SPANS, TEXT, members_of, record_of
from formats.problems import RecordRefused
from formats.records import BILOU, Problem, ReadOptions, Record, WriteOptions
from formats.tags import Place, cut_tokens, is_tag, spans_of, tags_of
from text.errors import gettext_noop as _
from text.spans import Span


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write a block of rows per line of each text; tokens are split at borders of spans."""
    for number, record in enumerate(records, 1):
        spans, lost = _writable(record)
        for problem in lost:
            yield _placed(problem, record, number)
        try:
            header = _header(record)
        except (ValueError, RecursionError):
            yield _placed(Problem(problems.RECORD_NOT_KEPT), record, number)
            continue
        file.write("\n".join([header, *_blocks(record.text, spans, options)]).encode())


def _placed(problem: Problem, record: Record, number: int) -> Problem:
    details = {**problem.details, "record": number}
    return Problem(problem.code, line=record.line, severity=problem.severity, details=details)


def _writable(record: Record) -> tuple[list[Span], list[Problem]]:
    """Return the spans that tags can express, and the problems of the others; the outer of two spans is kept."""
    spans: list[Span] = []
    lost: list[Problem] = []
    for span in sorted(record.spans, key=lambda s: (s.start, -s.end)):
        place: dict[str, object] = {"start": span.start, "end": span.end}
        trimmed = _trimmed(span, record.text)
        if CONTROL.search(span.label):
            lost.append(Problem(problems.LABEL_NOT_KEPT))
        elif trimmed is None:
            lost.append(Problem(problems.SPAN_NOT_KEPT, details={**place, "reason": "blank"}))
        elif spans and trimmed.start < spans[-1].end:
            lost.append(Problem(problems.SPAN_NOT_KEPT, details={**place, "reason": "overlap"}))
        else:
            spans.append(trimmed)
            if trimmed != span:
                lost.append(Problem(problems.SPAN_SHORTENED, details=place))
    return spans, lost


def _trimmed(span: Span, text: str) -> Span | None:
    """Return the span without whitespace at its edges, which has no tokens; None if nothing is left."""
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
    # The rows hold text and spans; here the names only keep the order of the members.
    rest = {name: None if name in (TEXT, SPANS) else value for name, value in members.items()}
    line = json.dumps(rest, allow_nan=False)
    return f"{mark}\n# record = {line}"


def _blocks(text: str, spans: Sequence[Span], options: WriteOptions) -> Iterator[str]:
    """Yield a block per line of the text, or a single block if a span crosses a line end."""
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


_DOCSTART = "-DOCSTART-"
_COMMENT = re.compile(
    r"# ?(newdoc|text|text_json|record|newpar|sent_id)(?: id)?(?: =(?: (.*))?)?", re.DOTALL
)


@dataclass(slots=True)
class _Sentence:
    """The rows of a sentence, and its text if a comment gives it."""

    forms: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    text: str | None = None

    def placed(self) -> tuple[str, list[Place]] | None:
        """Return the given text with the offsets of the tokens; None if they do not match it."""
        if self.text is None:
            return None
        places, position = [], 0
        for form in self.forms:
            start = _after_blanks(self.text, position)
            position = start + len(form)
            if not self.text.startswith(form, start):
                return None
            places.append((start, position))
        return (self.text, places) if _after_blanks(self.text, position) == len(self.text) else None

    def joined(self) -> tuple[str, list[Place]]:
        """Return the tokens joined by spaces, and their offsets."""
        places, position = [], 0
        for form in self.forms:
            places.append((position, position + len(form)))
            position += len(form) + 1
        return " ".join(self.forms), places


def _after_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield a record per document, or per sentence if the file marks no documents."""
    return _Reader(options).read(file)


class _Reader:
    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        # The number of columns of the first row, which all rows must have.
        self._columns = 0
        self._are_columns_enough = False
        # The mark that begins a document; empty as long as each sentence ends a record.
        self._mark = ""
        self._records = 0
        self._begin_record(1)

    def _begin_record(self, line: int, record_id: str = "") -> None:
        self._line = line
        self._id = record_id
        self._members: Members | None = None
        self._sentences: list[_Sentence] = []
        self._sentence = _Sentence()
        self._size = 0
        self._is_broken = False

    def read(self, file: BinaryIO) -> Read:
        for line in lines(file, self._options):
            if isinstance(line, Problem):
                self._is_broken = True
                yield line
                continue
            try:
                yield from self._take(line)
            except RecordRefused as refused:
                # One problem per record: a file in another format would have one per line.
                if not self._is_broken:
                    yield Problem.of(refused, line.number)
                self._is_broken = True
        self._end_sentence()
        yield from self._end_record(0)

    def _take(self, line: Line) -> Read:
        self._size += len(line.text)
        if self._size > self._options.max_record_bytes:
            self._sentences, self._sentence = [], _Sentence()
            self._size = 0
            raise too_long(self._options.max_record_bytes)
        if not line.text.strip():
            has_ended = self._end_sentence() or self._is_broken
            if has_ended and not self._mark and not self._options.joins_sentences:
                yield from self._end_record(line.number + 1)
        elif comment := self._comment(line.text):
            yield from self._take_comment(comment, line.number)
        else:
            yield from self._take_row(line)

    def _comment(self, text: str) -> re.Match[str] | None:
        """Return the match of a comment; a row may begin with the token `#`."""
        if not text.startswith("#"):
            return None
        known = _COMMENT.fullmatch(text)
        columns = text.split()
        is_row = "\t" in text or (
            len(columns) == (self._columns or len(columns))
            and is_tag(columns[-1])
            and len(columns) > 1
        )
        return known if known or is_row else _COMMENT.fullmatch("# sent_id")

    def _take_comment(self, comment: re.Match[str], line: int) -> Read:
        name, value = comment[1], comment[2] or ""
        if name == "newdoc":
            self._end_sentence()
            yield from self._end_record(line, value)
            self._mark = name
        elif name == "record":
            self._members = checked_object(parse_json(value), name)
        elif name == "text_json":
            self._sentence.text = checked_text(parse_json(value), name)
        elif name == "text":
            self._sentence.text = value

    def _take_row(self, line: Line) -> Read:
        columns = line.text.split("\t") if "\t" in line.text else line.text.split()
        options = self._options
        if not self._columns:
            self._columns = len(columns)
            self._are_columns_enough = self._has_columns()
        if len(columns) != self._columns or not self._are_columns_enough:
            raise RecordRefused(
                problems.WRONG_COLUMNS, expected=max(self._columns, 2), found=len(columns)
            )
        form, tag = columns[options.token_column], columns[options.tag_column]
        if form == _DOCSTART and self._mark != "newdoc":
            self._end_sentence()
            yield from self._end_record(line.number)
            self._mark = _DOCSTART
        elif not is_tag(tag):
            raise RecordRefused(problems.BAD_TAG)
        else:
            self._sentence.forms.append(form)
            self._sentence.tags.append(tag)

    def _has_columns(self) -> bool:
        last = self._columns - 1
        wanted = (self._options.token_column, self._options.tag_column)
        return last > 0 and all(-last - 1 <= column <= last for column in wanted)

    def _end_sentence(self) -> bool:
        has_content = bool(self._sentence.forms) or self._sentence.text is not None
        if has_content:
            self._sentences.append(self._sentence)
            self._sentence = _Sentence()
        return has_content

    def _end_record(self, next_line: int, next_id: str = "") -> Read:
        try:
            if self._sentences and not self._is_broken:
                self._records += 1
                yield from self._built()
        except RecordRefused as refused:
            yield Problem.of(refused, self._line)
        self._begin_record(next_line, next_id)

    def _built(self) -> Iterator[Record | Problem]:
        texts: list[str] = []
        spans: list[Span] = []
        offset = 0
        for sentence in self._sentences:
            placed = sentence.placed()
            if placed is None and sentence.text is not None:
                yield Problem.warn(problems.TEXT_DIFFERS_FROM_TOKENS, self._line)
            text, places = placed or sentence.joined()
            for first, after, tag_label in spans_of(sentence.tags):
                label = checked_label(tag_label, number=len(spans) + 1, options=self._options)
                spans.append(Span(offset + places[first][0], offset + places[after - 1][1], label))
            texts.append(text)
            offset += len(text) + 1
        yield self._record("\n".join(texts), spans)

    def _record(self, text: str, spans: list[Span]) -> Record:
        if self._members is not None:
            members = self._members | {TEXT: text}
        else:
            record_id = self._id or self._numbered_name()
            members = ({ID: record_id} if record_id else {}) | {TEXT: text, SPANS: None}
        return record_of(
            members, spans, line=self._line, options=self._options, is_annotated=SPANS in members
        )

    def _numbered_name(self) -> str:
        name = self._options.name
        is_whole_file = self._options.joins_sentences and not self._mark
        return name if is_whole_file or not name else f"{name}-{self._records}"


CONLL = Format(
    name="conll",
    title="CoNLL",
    extensions=(".conll", ".iob", ".iob2", ".bio"),
    other_extensions=(".tsv", ".txt"),
    reader=read,
    writer=write,
    cannot_hold=_("overlapping spans and whitespace at the edges of spans"),
    layouts=(
        Layout(title="CoNLL IOB2"),
        Layout(name="bilou", title="CoNLL BILOU", scheme=BILOU),
    ),
)
