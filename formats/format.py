"""What a format is: a name, its files, a reader and a writer."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from formats.checks import require_no_overlap
from formats.problems import RecordRefused
from formats.records import (
    READ_DEFAULTS,
    WRITE_DEFAULTS,
    Problem,
    ReadOptions,
    Record,
    WriteOptions,
)

Read = Iterator[Record | Problem]
# Opens one new file of a folder (or of an archive) by its name.
CreateFile = Callable[[str], AbstractContextManager[BinaryIO]]


class Reader(Protocol):
    def __call__(
        self, file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None
    ) -> Read: ...


class Writer(Protocol):
    def __call__(
        self, records: Iterable[Record], file: BinaryIO, *, options: WriteOptions
    ) -> Iterator[Problem]: ...


class FolderWriter(Protocol):
    def __call__(
        self, records: Iterable[Record], create: CreateFile, *, options: WriteOptions
    ) -> Iterator[Problem]: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One tool's way to write texts with spans; either `writer` or `folder_writer` is set."""

    name: str
    # What its files' names end in, the usual one first.
    extensions: tuple[str, ...]
    reader: Reader
    writer: Writer | None = None
    folder_writer: FolderWriter | None = None
    # What the file beside each file ends in: brat's `x.txt` has its annotations in `x.ann`.
    companion_extension: str = ""

    @property
    def is_folder(self) -> bool:
        """Whether a set of records is a folder of files, one per record."""
        return self.folder_writer is not None

    def read(
        self,
        file: BinaryIO,
        *,
        options: ReadOptions = READ_DEFAULTS,
        companion: BinaryIO | None = None,
    ) -> Read:
        """Yield the records of a file and what is wrong in it, in order; never raise on bad input.

        The file needs `read(n)` and `readline(n)` and is read once, from where it stands. Memory is
        bounded by `options.max_record_bytes`. A record with an error in it is left out.
        """
        for found in self.reader(file, options=options, companion=companion):
            yield found if options.allows_overlaps else _without_overlaps(found)

    def write(
        self, records: Iterable[Record], file: BinaryIO, *, options: WriteOptions = WRITE_DEFAULTS
    ) -> Iterator[Problem]:
        """Write the records as they come, yielding what cannot be kept; it must be iterated."""
        if self.writer is None:
            raise TypeError(f"{self.name} is a folder of files: use write_folder.")
        yield from self.writer(records, file, options=options)

    def write_folder(
        self,
        records: Iterable[Record],
        create: CreateFile,
        *,
        options: WriteOptions = WRITE_DEFAULTS,
    ) -> Iterator[Problem]:
        """Write each record into files of its own, yielding what cannot be kept; iterate it."""
        if self.folder_writer is None:
            raise TypeError(f"{self.name} is one file: use write.")
        yield from self.folder_writer(records, create, options=options)


def _without_overlaps(found: Record | Problem) -> Record | Problem:
    if isinstance(found, Record):
        try:
            require_no_overlap(found.spans)
        except RecordRefused as refused:
            return Problem(refused.code, line=found.line, details=refused.details)
    return found
