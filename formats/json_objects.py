"""Read and write JSON objects one at a time, as JSON lines or one array.

The elements of an array are cut out before they are parsed: only one element is in memory, a broken
element does not affect the others, and every object has its line.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

from formats import problems
from formats.format import Read, Reader, Writer
from formats.lines import as_utf8, raw_lines, too_long
from formats.problems import RecordRefused
from formats.records import Problem, ReadOptions, Record, WriteOptions

Members = dict[str, Any]
Build = Callable[[Members, int, ReadOptions], Iterable[Record | Problem]]
# The line and the bytes of an object in the file.
_Raw = tuple[int, bytes]

_CHUNK = 2**16
_BLANK = b" \t\r\n"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_STRUCTURE = re.compile(rb'["\[\]{},]')
_KEY = re.compile(r'"([A-Za-z_]+)"\s*:')
_IN_STRING = re.compile(rb'["\\]')


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON.")


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError("A number beyond what can be written again.")
    return value


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def object_reader(build: Build) -> Reader:
    """Return a reader that yields the records that `build` makes of the file's objects, and the problems."""

    def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
        for found in _raw_objects(as_utf8(file, options.encoding), options.max_record_bytes):
            if isinstance(found, Problem):
                yield found
                continue
            line, raw = found
            try:
                yield from build(_parsed(raw, options), line, options)
            except RecordRefused as refused:
                yield Problem.of(refused, line)

    return read


def _parsed(raw: bytes, options: ReadOptions) -> Members:
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise RecordRefused(problems.BAD_ENCODING, encoding=options.encoding) from error
    members = parse_json(text)
    if not isinstance(members, dict):
        raise RecordRefused(problems.NOT_AN_OBJECT)
    return members


def parse_json(text: str) -> Any:
    """Parse JSON; raise RecordRefused if it is invalid, too deep or has lone surrogates."""
    try:
        value = _DECODER.decode(text)
    except RecursionError as error:
        raise RecordRefused(problems.JSON_TOO_DEEP) from error
    except ValueError as error:
        # Python's own message would quote the text.
        raise RecordRefused(problems.BAD_JSON) from error
    if _SURROGATE.search(text):
        _require_whole_characters(value)
    return value


def _require_whole_characters(value: object) -> None:
    try:
        dump_json(value)
    except UnicodeEncodeError as error:
        raise RecordRefused(problems.LONE_SURROGATE) from error
    except RecursionError as error:
        raise RecordRefused(problems.JSON_TOO_DEEP) from error


def _raw_objects(file: BinaryIO, limit: int) -> Iterator[_Raw | Problem]:
    is_first = True
    for line, raw in raw_lines(file, limit):
        if raw is None:
            yield Problem.of(too_long(limit), line)
        elif content := raw.strip(_BLANK):
            if is_first and content.startswith(b"["):
                yield from _Elements(file, limit, line).scan(raw.lstrip(_BLANK)[1:])
                return
            yield line, content
        is_first = is_first and raw is not None and not content


class _Elements:
    """Cuts the elements out of an array by counting brackets outside strings."""

    def __init__(self, file: BinaryIO, limit: int, line: int) -> None:
        self._file = file
        self._limit = limit
        self._line = self._first_line = line
        self._depth = 0
        self._is_in_string = False
        # Whether the first byte of the next chunk completes an escape.
        self._skipped = 0
        self._pieces: list[bytes] = []
        self._size = 0
        self._has_elements = False
        self._is_closed = False

    def scan(self, chunk: bytes) -> Iterator[_Raw | Problem]:
        while chunk and not self._is_closed:
            start = 0
            for cut in self._cuts(chunk):
                self._take(chunk[start:cut])
                yield from self._finished()
                start = cut + 1
            self._take(b"" if self._is_closed else chunk[start:])
            chunk = self._file.read(_CHUNK)
        if not self._is_closed:
            yield Problem(problems.FILE_CUT_OFF, line=self._line)

    def _cuts(self, chunk: bytes) -> Iterator[int]:
        """Yield the positions where elements end: their commas and the last bracket."""
        position = self._skipped
        while mark := (_IN_STRING if self._is_in_string else _STRUCTURE).search(chunk, position):
            position = mark.end()
            if mark[0] == b"\\":
                position += 1
            elif mark[0] == b'"':
                self._is_in_string = not self._is_in_string
            elif mark[0] in (b"[", b"{"):
                self._depth += 1
            elif mark[0] == b",":
                if self._depth == 0:
                    yield mark.start()
            elif self._depth == 0:
                self._is_closed = True
                yield mark.start()
                return
            else:
                self._depth -= 1
        self._skipped = max(position - len(chunk), 0)

    def _take(self, piece: bytes) -> None:
        if not self._size:
            content = piece.lstrip(_BLANK)
            self._line += piece.count(b"\n", 0, len(piece) - len(content))
            self._first_line, piece = self._line, content
        self._line += piece.count(b"\n")
        self._size += len(piece)
        if self._size > self._limit:
            self._pieces.clear()
        else:
            self._pieces.append(piece)

    def _finished(self) -> Iterator[_Raw | Problem]:
        is_empty_array = self._is_closed and not self._size and not self._has_elements
        if self._size > self._limit:
            yield Problem.of(too_long(self._limit), self._first_line)
        elif not is_empty_array:
            yield self._first_line, b"".join(self._pieces)
        self._has_elements = True
        self._pieces, self._size = [], 0


def dump_json(value: object) -> bytes:
    """Return a value as one line of JSON; raise ValueError or RecursionError if that is impossible."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def object_writer(members: Callable[[Record, WriteOptions], Mapping[str, object]]) -> Writer:
    """Return a writer of one object per line that yields the records that cannot be written."""

    def write(
        records: Iterable[Record], file: BinaryIO, *, options: WriteOptions
    ) -> Iterator[Problem]:
        for number, record in enumerate(records, 1):
            written = members(record, options)
            try:
                line = dump_json(written)
            except (ValueError, RecursionError):
                details = {"record": number}
                yield Problem(problems.RECORD_NOT_KEPT, line=record.line, details=details)
            else:
                file.write(line + b"\n")

    return write


def first_keys(start: bytes) -> set[str]:
    """Return the keys of the object in the first line of a file; empty if there is no object."""
    line = start.partition(b"\n")[0].decode(errors="replace")
    if not line.startswith("{"):
        return set()
    try:
        return set(json.loads(line))
    except (ValueError, RecursionError):
        # Cut off or invalid; the reader reports invalid JSON.
        return set(_KEY.findall(line))
