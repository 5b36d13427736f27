"""A zip archive written as its files come, and lists that wait on disk until their file's turn.

Only names, sizes and checksums are held, so a large release needs no more memory than a small one.
"""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BufferedIOBase
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO, cast

from text.spans import Span, overlap

# The earliest that a zip archive can say: nothing in it depends on when it is made.
_EPOCH = (1980, 1, 1, 0, 0, 0)
IN_MEMORY_BYTES = 2**20


@dataclass(frozen=True)
class WrittenFile:
    """A file of an archive; its checksum is SHA-256."""

    name: str
    size: int
    checksum: str


class Archive:
    """A zip archive on its way into a file that can be searched; files are in the order of writing."""

    def __init__(self, sink: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED)
        self.files: list[WrittenFile] = []

    @contextmanager
    def create(self, name: str) -> Iterator[BinaryIO]:
        """Open the next file; the one before is closed."""
        entry = zipfile.ZipInfo(name, _EPOCH)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system, entry.external_attr = 3, 0o644 << 16
        # How large it becomes is known too late for the header.
        with self._zip.open(entry, "w", force_zip64=True) as file:
            counted = _Counted(file)
            yield cast("BinaryIO", counted)
        self.files.append(WrittenFile(name, counted.size, counted.digest.hexdigest()))

    def add(self, name: str, content: str) -> None:
        """Write a small file at once."""
        with self.create(name) as file:
            file.write(content.encode())

    def close(self) -> None:
        """Write the archive's own list of files."""
        self._zip.close()


class _Counted(BufferedIOBase):
    """A file that knows its size and checksum."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = 0
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self.size += len(content)
        self.digest.update(content)
        return self._file.write(content)


class Listing:
    """The members of a JSON list, kept on disk where there are many."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        self.count = 0

    def add(self, members: Mapping[str, Any]) -> None:
        line = json.dumps(members, ensure_ascii=False)
        self._file.write(f"{',' if self.count else ''}\n    {line}".encode())
        self.count += 1

    def write(self, sink: BinaryIO) -> None:
        """Write the list, and forget it."""
        with self._file:
            self._file.seek(0)
            sink.write(b"[")
            shutil.copyfileobj(self._file, sink)
            sink.write(b"\n  ]" if self.count else b"]")


# Keep the span (tokens are cut at its borders), widen it, narrow it, or leave it out.
KEEP, EXPAND, CONTRACT, DROP = POLICIES = ("keep", "expand", "contract", "drop")

Bounds = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Misaligned:
    """A span that does not fall on tokens, and what became of it; None if it was left out."""

    span: Span
    became: Span | None


def align(
    spans: Sequence[Span], tokens: Bounds, *, policy: str
) -> tuple[tuple[Span, ...], tuple[Misaligned, ...]]:
    """Return the spans by the policy, in order, and every one that did not fall on tokens.

    >>> align([Span(3, 5, "ID")], [(0, 5)], policy=EXPAND)[0]
    (Span(start=0, end=5, label='ID'),)
    """
    starts, ends = {start for start, _ in tokens}, {end for _, end in tokens}
    kept: list[Span] = []
    found: list[Misaligned] = []
    for span in sorted(spans, key=lambda span: span.start):
        if span.start in starts and span.end in ends:
            kept.append(span)
            continue
        became = _aligned(span, tokens, policy)
        if became is not None and any(
            overlap(became.extent, other.extent) for other in spans if other != span
        ):
            # Widened into a neighbour, it would overlap: no format of one tag per token can say that.
            became = None
        found.append(Misaligned(span, became))
        if became is not None:
            kept.append(became)
    return tuple(kept), tuple(found)


def _aligned(span: Span, tokens: Bounds, policy: str) -> Span | None:
    if policy == KEEP:
        return span
    if policy == EXPAND:
        inside = [each for each in tokens if each[0] < span.end and span.start < each[1]]
    elif policy == CONTRACT:
        inside = [each for each in tokens if span.start <= each[0] and each[1] <= span.end]
    else:
        inside = []
    return replace(span, start=inside[0][0], end=inside[-1][1]) if inside else None
