"""CSV with a header: columns text, id, type, and `spans` with a list of spans as in our JSONL.

The columns of `members` have a meaning, all others pass through as text. An empty `spans` cell means not annotated,
`[]` annotated without spans. Cells that a spreadsheet would read as formulas get an apostrophe, which the reader removes.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from formats import problems
from formats.format import Format, Layout, Read
from formats.json_objects import Members, dump_json, parse_json
from formats.lines import as_utf8, raw_lines, too_long
from formats.members import (
    DURATION,
    NAMES,
    PREDICTION,
    SPANS,
    TEXT,
    members_of,
    own_record,
)
from formats.problems import RecordRefused
from formats.records import Problem, ReadOptions, Record, WriteOptions
from text.tables import csv_lines, unguarded

_DELIMITERS = ",;\t"
_QUOTED = re.compile(r'"[^"]*"')
# Invalid bytes, as `surrogateescape` keeps them.
_UNDECODED = re.compile("[\udc80-\udcff]")

# Rows are limited in bytes as they are read; the csv module's own limit is per field and global.
csv.field_size_limit(2**31 - 1)


class _Lines:
    """Feeds lines to the CSV parser, which takes as many as a row needs."""

    def __init__(self, file: BinaryIO, options: ReadOptions) -> None:
        self._limit = options.max_record_bytes
        self._lines = raw_lines(as_utf8(file, options.encoding), self._limit)
        self._size = 0
        self.count = 0

    def begin_row(self) -> None:
        self._size = self.count = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        _, raw = next(self._lines)
        self.count += 1
        self._size += self._limit + 1 if raw is None else len(raw)
        if raw is None or self._size > self._limit:
            raise too_long(self._limit)
        return raw.decode(errors="surrogateescape")


def _rows(file: BinaryIO, options: ReadOptions) -> Iterator[tuple[int, list[str]] | Problem]:
    lines = _Lines(file, options)
    try:
        first = next(lines, "")
    except RecordRefused as refused:
        yield Problem.of(refused, 1)
        return
    reader = csv.reader(chain([first], lines), delimiter=options.delimiter or _sniffed(first))
    while True:
        line = reader.line_num + 1
        lines.begin_row()
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield Problem(problems.BAD_TABLE, line=line)
            continue
        except RecordRefused as refused:
            yield Problem.of(refused, line)
            if lines.count > 1:
                # An open quote: the start of the next row is unknown.
                return
            continue
        if row:
            yield line, [unguarded(cell) for cell in row]


def _sniffed(header: str) -> str:
    bare = _QUOTED.sub("", header)
    return max(_DELIMITERS, key=bare.count)


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield one record per row after the header."""
    header: list[str] = []
    for row in _rows(file, options):
        if isinstance(row, Problem):
            yield row
            continue
        line, cells = row
        try:
            if header:
                yield _record(_members(header, cells, options), line, options)
            else:
                header = _header(cells, options)
        except RecordRefused as refused:
            yield Problem.of(refused, line)
            if not header:
                return


def _header(cells: list[str], options: ReadOptions) -> list[str]:
    _require_decoded(cells, options)
    names = [cell.strip() for cell in cells]
    wanted = options.text_field or TEXT
    if wanted not in names:
        raise RecordRefused(problems.MISSING_FIELD, field=wanted)
    return names


def _members(header: list[str], cells: list[str], options: ReadOptions) -> Members:
    _require_decoded(cells, options)
    if len(cells) < len(header) or any(cells[len(header) :]):
        raise RecordRefused(problems.WRONG_COLUMNS, expected=len(header), found=len(cells))
    members: Members = dict(zip(header, cells, strict=False))
    kept = (options.text_field or TEXT, options.id_field, options.type_field)
    unsaid = {name for name in NAMES if members.get(name) == "" and name not in kept}
    return {name: value for name, value in members.items() if name not in unsaid}


def _require_decoded(cells: list[str], options: ReadOptions) -> None:
    if any(_UNDECODED.search(cell) for cell in cells):
        raise RecordRefused(problems.BAD_ENCODING, encoding=options.encoding)


def _record(members: Members, line: int, options: ReadOptions) -> Record:
    if SPANS in members:
        members[SPANS] = parse_json(members[SPANS])
    if PREDICTION in members:
        members[PREDICTION] = members[PREDICTION].strip().lower() in ("true", "1")
    if str(members.get(DURATION, "")).isdecimal():
        members[DURATION] = int(members[DURATION][:12])
    return own_record(members, line, options)


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write a row per record; the first record determines the additional columns."""
    header: list[str] = []
    for number, record in enumerate(records, 1):
        members = members_of(record)
        if not header:
            header = [*NAMES, *(name for name in members if name not in NAMES)]
            file.writelines(csv_lines([header]))
        try:
            row = b"".join(csv_lines([[_cell(members.get(name)) for name in header]]))
        except (ValueError, RecursionError):
            yield Problem(problems.RECORD_NOT_KEPT, line=record.line, details={"record": number})
            continue
        file.write(row)
        if lost := sorted(members.keys() - set(header)):
            yield Problem.warn(problems.FIELDS_NOT_KEPT, record.line, record=number, fields=lost)
    if not header:
        file.writelines(csv_lines([NAMES]))


def _cell(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return dump_json(value).decode()


CSV = Format(
    name="csv",
    title="CSV",
    extensions=(".csv", ".tsv"),
    other_extensions=(".txt",),
    reader=read,
    writer=write,
    layouts=(Layout(has_facts=True),),
)
