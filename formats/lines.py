"""A file as lines of UTF-8, whatever its encoding, none of them longer than the limit."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from formats.encodings import AUTO, UTF_8, judge
from formats.problems import BAD_ENCODING, RECORD_TOO_LONG
from formats.records import MEGABYTE, Problem, ReadOptions

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 2**16
_UTF8 = frozenset({"utf-8", "utf-8-sig"})
# No byte of valid UTF-8: what could not be decoded stays recognisable after transcoding.
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


def in_megabytes(size: int) -> int:
    """Return a limit as people are told it."""
    return max(1, size // MEGABYTE)


class _Transcoder(io.RawIOBase):
    """Another encoding, read as UTF-8; what cannot be decoded becomes an invalid byte."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder(encoding)(errors=_INVALID)
        self._pending = b""
        self._is_finished = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        while not self._pending and not self._is_finished:
            chunk = self._file.read(_CHUNK)
            self._is_finished = not chunk
            text = self._decoder.decode(chunk, final=self._is_finished)
            self._pending = text.encode(errors="surrogateescape")
        view = memoryview(buffer)
        count = min(len(view), len(self._pending))
        view[:count], self._pending = self._pending[:count], self._pending[count:]
        return count


def as_utf8(file: BinaryIO, encoding: str) -> BinaryIO:
    """Return the file with its bytes as UTF-8; a byte order mark is left to `raw_lines`."""
    if encoding in _UTF8:
        return file
    return cast(BinaryIO, io.BufferedReader(_Transcoder(file, encoding), _CHUNK))


class RecognisedStream(io.RawIOBase):
    """A file that nobody says the encoding of, read as UTF-8: judged at its first bytes beyond ASCII."""

    def __init__(self, file: BinaryIO, *, fallback: str, chosen: str) -> None:
        self._file = file
        self._fallback = fallback
        self._chosen = chosen
        # Bytes that do not yet tell, and those that wait to be read.
        self._held = self._pending = b""
        self._is_finished = False
        self._decoder: codecs.IncrementalDecoder | None = None
        # Empty as long as all is ASCII.
        self.encoding = ""

    @property
    def is_guess(self) -> bool:
        """Whether it is read otherwise than as what was chosen, or else as UTF-8."""
        return self.encoding not in ("", UTF_8 if self._chosen == AUTO else self._chosen)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        while not self._pending and not self._is_finished:
            chunk = self._file.read(_CHUNK)
            self._is_finished = not chunk
            self._pending = self._as_utf8(chunk)
        view = memoryview(buffer)
        count = min(len(view), len(self._pending))
        view[:count], self._pending = self._pending[:count], self._pending[count:]
        return count

    def _as_utf8(self, chunk: bytes) -> bytes:
        if not self.encoding:
            self._held += chunk
            if not self._held.isascii():
                self.encoding = judge(
                    self._held,
                    fallback=self._fallback,
                    chosen=self._chosen,
                    is_end=self._is_finished,
                )
                if not self.encoding and not self._is_finished:
                    return b""
            chunk, self._held = self._held, b""
            if self.encoding not in ("", UTF_8):
                self._decoder = codecs.getincrementaldecoder(self.encoding)(errors=_INVALID)
        if self._decoder is None:
            return chunk
        text = self._decoder.decode(chunk, final=self._is_finished)
        return text.encode(errors="surrogateescape")


def raw_lines(file: BinaryIO, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line with its number and its end; None instead of one longer than the limit."""
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
    """Yield the lines of a text file; `\\n` and `\\r\\n` end them, nothing else does."""
    limit = options.max_record_bytes
    for number, raw in raw_lines(as_utf8(file, options.encoding), limit):
        if raw is None:
            yield Problem(RECORD_TOO_LONG, line=number, details={"limit": in_megabytes(limit)})
            continue
        try:
            yield Line(number, raw.decode().removesuffix("\n").removesuffix("\r"))
        except UnicodeDecodeError:
            yield Problem(BAD_ENCODING, line=number, details={"encoding": options.encoding})


def whole_text(file: BinaryIO, options: ReadOptions) -> str | Problem:
    """Return all of a file that holds one document, its line ends as they are."""
    limit = options.max_record_bytes
    raw = as_utf8(file, options.encoding).read(limit + 1)
    if len(raw) > limit:
        return Problem(RECORD_TOO_LONG, details={"limit": in_megabytes(limit)})
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        number = raw.count(b"\n", 0, error.start) + 1
        return Problem(BAD_ENCODING, line=number, details={"encoding": options.encoding})
