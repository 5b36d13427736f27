"""CoNLL columns: a token per line with its tag, an empty line between sentences.

Which record a sentence belongs to: where a file marks its documents (`-DOCSTART-` rows or `# newdoc`
comments, before the first token), a record is a document and its sentences are its lines. Otherwise each
sentence is a record, or all are one with `joins_sentences`.

The columns alone lose the blanks between tokens. Files of ours keep the text in a comment as CoNLL-U does
(`# text = …`; `# text_json = "…"` where it has characters that a line cannot hold) and all else that a
record carries in `# record = {…}`; foreign tokens are joined by spaces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from corpus.domain.formats.checks import checked_label, checked_object, checked_text
from corpus.domain.formats.conll_writer import write
from corpus.domain.formats.format import Format, Read
from corpus.domain.formats.json_objects import Members, parse_json
from corpus.domain.formats.lines import Line, in_megabytes, lines
from corpus.domain.formats.members import ID, SPANS, TEXT, record_of
from corpus.domain.formats.options import ReadOptions
from corpus.domain.formats.pieces import Place
from corpus.domain.formats.tags import is_tag, spans_of
from corpus.domain.problems import (
    BAD_TAG,
    RECORD_TOO_LONG,
    TEXT_DIFFERS_FROM_TOKENS,
    WRONG_COLUMNS,
)
from corpus.domain.records import WARNING, Problem, Record
from corpus.domain.spans import Span
from corpus.exceptions import RecordRefused

_DOCSTART = "-DOCSTART-"
_COMMENT = re.compile(
    r"# ?(newdoc|text|text_json|record|newpar|sent_id)(?: id)?(?: =(?: (.*))?)?", re.DOTALL
)


@dataclass(slots=True)
class _Sentence:
    """The rows of a sentence, and its text where a comment gives it."""

    forms: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    text: str | None = None

    def placed(self) -> tuple[str, list[Place]] | None:
        """Return the given text with the places of the tokens; None if they are not all in it."""
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
        """Return the tokens with a space between them, and their places."""
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
    """Yield a record per document, or per sentence where the file marks no documents."""
    return _Reader(options).read(file)


class _Reader:
    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        # Those of the first row, which all others have to have.
        self._columns = 0
        self._are_columns_enough = False
        # What ends a record: a mark once the file has shown one, or the end of a sentence.
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
                    yield Problem(refused.code, line=line.number, details=refused.details)
                self._is_broken = True
        self._end_sentence()
        yield from self._end_record(0)

    def _take(self, line: Line) -> Read:
        self._size += len(line.text)
        if self._size > self._options.max_record_bytes:
            self._sentences, self._sentence = [], _Sentence()
            self._size = 0
            limit = in_megabytes(self._options.max_record_bytes)
            raise RecordRefused(RECORD_TOO_LONG, limit=limit)
        if not line.text.strip():
            has_ended = self._end_sentence() or self._is_broken
            if has_ended and not self._mark and not self._options.joins_sentences:
                yield from self._end_record(line.number + 1)
        elif comment := self._comment(line.text):
            yield from self._take_comment(comment, line.number)
        else:
            yield from self._take_row(line)

    def _comment(self, text: str) -> re.Match[str] | None:
        """Return what a comment says; a token `#` begins a row like any other."""
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
            raise RecordRefused(WRONG_COLUMNS, expected=max(self._columns, 2), found=len(columns))
        form, tag = columns[options.token_column], columns[options.tag_column]
        if form == _DOCSTART and self._mark != "newdoc":
            self._end_sentence()
            yield from self._end_record(line.number)
            self._mark = _DOCSTART
        elif not is_tag(tag):
            raise RecordRefused(BAD_TAG)
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
            yield Problem(refused.code, line=self._line, details=refused.details)
        self._begin_record(next_line, next_id)

    def _built(self) -> Iterator[Record | Problem]:
        texts: list[str] = []
        spans: list[Span] = []
        offset = 0
        for sentence in self._sentences:
            placed = sentence.placed()
            if placed is None and sentence.text is not None:
                yield Problem(TEXT_DIFFERS_FROM_TOKENS, line=self._line, severity=WARNING)
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


CONLL = Format("conll", (".conll", ".iob", ".bio", ".tsv", ".txt"), read, write)
