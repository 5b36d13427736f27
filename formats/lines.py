"""Read a file as lines of UTF-8, whatever its encoding, with a limit on their length."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from formats import problems
from formats.encodings import AUTO, UTF_8, judge
from formats.problems import RecordRefused
from formats.records import MEGABYTE, Problem, ReadOptions

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 2**16
_UTF8 = frozenset({"utf-8", "utf-8-sig"})
# Never in valid UTF-8: marks what could not be decoded.
_INVALID = "palio_invalid"


def _mark_invalid(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\udcff", error.end


codecs.register_error(_INVALID, _mark_invalid)


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, and its number from 1."""

    number: int
    text: str


def too_long(limit: int) -> RecordRefused:
    """Return the error for a record of more than `limit` bytes."""
    return RecordRefused(problems.RECORD_TOO_LONG, limit=max(1, limit // MEGABYTE))


class Pulled(io.RawIOBase):
    """A stream that reads from `pull` until it returns nothing."""

    def __init__(self) -> None:
        self.pending = memoryview(b"")

    def pull(self) -> bytes:
        """Return the next bytes, empty at the end."""
        raise NotImplementedError

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        if not self.pending:
            self.pending = memoryview(self.pull())
        view = memoryview(buffer)
        count = min(len(view), len(self.pending))
        view[:count], self.pending = self.pending[:count], self.pending[count:]
        return count


class _Transcoder(Pulled):
    """Transcodes a file to UTF-8; bytes that cannot be decoded become an invalid byte."""

    def __init__(self, file: BinaryIO, encoding: str = "") -> None:
        super().__init__()
        self._file = file
        self._is_finished = False
        self._decoder = codecs.getincrementaldecoder(encoding)(_INVALID) if encoding else None

    def pull(self) -> bytes:
        content = b""
        while not content and not self._is_finished:
            chunk = self._file.read(_CHUNK)
            self._is_finished = not chunk
            content = self._as_utf8(chunk)
        return content

    def _as_utf8(self, chunk: bytes) -> bytes:
        if self._decoder is None:
            return chunk
        return self._decoder.decode(chunk, self._is_finished).encode(errors="surrogateescape")


def as_utf8(file: BinaryIO, encoding: str) -> BinaryIO:
    """Return the file transcoded to UTF-8; `raw_lines` removes a byte order mark."""
    if encoding in _UTF8:
        return file
    return cast(BinaryIO, io.BufferedReader(_Transcoder(file, encoding), _CHUNK))


class RecognisedStream(_Transcoder):
    """A file of unknown encoding, read as UTF-8; its first bytes beyond ASCII decide the encoding."""

    def __init__(self, file: BinaryIO, *, fallback: str, chosen: str) -> None:
        super().__init__(file)
        self._fallback = fallback
        self._chosen = chosen
        # Bytes that do not yet decide.
        self._held = b""
        # Empty as long as all bytes are ASCII.
        self.encoding = ""

    @property
    def is_guess(self) -> bool:
        """Whether the detected encoding differs from the chosen one, or from UTF-8 if none was chosen."""
        return self.encoding not in ("", UTF_8 if self._chosen == AUTO else self._chosen)

    def _as_utf8(self, chunk: bytes) -> bytes:
        if self.encoding:
            return super()._as_utf8(chunk)
        held, self._held = self._held + chunk, b""
        if not held.isascii():
            self.encoding = judge(
                held, fallback=self._fallback, chosen=self._chosen, is_end=self._is_finished
            )
            if not self.encoding and not self._is_finished:
                self._held = held
                return b""
        if self.encoding not in ("", UTF_8):
            self._decoder = codecs.getincrementaldecoder(self.encoding)(_INVALID)
        return super()._as_utf8(held)


def raw_lines(file: BinaryIO, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line with its number and line end; None for a line longer than the limit."""
    number = 0
    while line := file.readline(limit + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if len(line) > limit and not line.endswith(b"\n"):
            _skip_line(file)
            yield number, None
        else:
            yield number, line


def _skip_line(file: BinaryIO) -> None:
    while rest := file.readline(_CHUNK):
        if rest.endswith(b"\n"):
            return


def lines(file: BinaryIO, options: ReadOptions) -> Iterator[Line | Problem]:
    """Yield the lines of a text file; only `\\n` and `\\r\\n` end a line."""
    limit = options.max_record_bytes
    for number, raw in raw_lines(as_utf8(file, options.encoding), limit):
        if raw is None:
            yield Problem.of(too_long(limit), number)
            continue
        try:
            yield Line(number, raw.decode().removesuffix("\n").removesuffix("\r"))
        except UnicodeDecodeError:
            yield Problem(
                problems.BAD_ENCODING, line=number, details={"encoding": options.encoding}
            )


def whole_text(file: BinaryIO, options: ReadOptions) -> str | Problem:
    """Return the whole text of a file with one document, with its line ends unchanged."""
    limit = options.max_record_bytes
    raw = as_utf8(file, options.encoding).read(limit + 1)
    if len(raw) > limit:
        return Problem.of(too_long(limit))
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        number = raw.count(b"\n", 0, error.start) + 1
        return Problem(problems.BAD_ENCODING, line=number, details={"encoding": options.encoding})
