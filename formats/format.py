"""The definition of a format: names, files, reader, writer and export layouts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import BinaryIO, Protocol

from formats.checks import require_no_overlap
from formats.problems import RecordRefused
from formats.records import (
    IOB2,
    READ_DEFAULTS,
    WRITE_DEFAULTS,
    Problem,
    ReadOptions,
    Record,
    WriteOptions,
)

Read = Iterator[Record | Problem]
# Creates a file of a folder or archive.
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


# Returns additional files of an archive by name, from the number of texts per part, the language and the data cards.
FilesBeside = Callable[[Mapping[str, int], str, Mapping[str, str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One choice of an export: the layout of the archive and the content of its records."""

    # Default: the format's name and title.
    name: str = ""
    title: str = ""
    # The tagging scheme, for formats with tags.
    scheme: str = IOB2
    # Whether records include facts (gamma, annotators, …), and whether these include the source.
    has_facts: bool = False
    has_sources: bool = True
    # The folder of the files with texts.
    folder: str = ""
    # A part with more texts becomes a folder of files; 0 is no limit.
    most_texts: int = 0
    files_beside: FilesBeside = lambda counts, language, cards: {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format for texts with spans; at most one of `writer` and `folder_writer` is set."""

    name: str
    # The tool's own name, which is not translated.
    title: str
    # The extensions of its files, the usual one first.
    extensions: tuple[str, ...]
    reader: Reader
    writer: Writer | None = None
    folder_writer: FolderWriter | None = None
    # Extensions that are read only if the format was chosen explicitly.
    other_extensions: tuple[str, ...] = ()
    # The extension of each file's companion: brat's `x.txt` has its annotations in `x.ann`.
    companion_extension: str = ""
    # Recognises the format by the first bytes; needed if formats share an extension.
    recognises: Callable[[bytes], bool] | None = None
    # Whether imports accept it.
    is_imported: bool = True
    # Whether a file's name is the annotator.
    is_named_after_annotator: bool = False
    # The spans that it cannot hold, as a message marked for translation.
    cannot_hold: str = ""
    # Whether it keeps fields beside text and spans.
    keeps_fields: bool = True
    # The layouts of its exports, if it can be written.
    layouts: tuple[Layout, ...] = (Layout(),)

    @property
    def endings(self) -> tuple[str, ...]:
        """The extensions of its files, including companions."""
        return self.extensions + ((self.companion_extension,) if self.companion_extension else ())

    @property
    def exports(self) -> tuple[Layout, ...]:
        """The named choices of an export; empty if the format cannot be written."""
        return tuple(
            replace(each, name=each.name or self.name, title=each.title or self.title)
            for each in self.layouts
            if self.writer is not None or self.is_folder
        )

    @property
    def is_folder(self) -> bool:
        """Whether records are written as a folder with a file each."""
        return self.folder_writer is not None

    def read(
        self,
        file: BinaryIO,
        *,
        options: ReadOptions = READ_DEFAULTS,
        companion: BinaryIO | None = None,
    ) -> Read:
        """Yield the records and problems of a file in order; bad input raises nothing.

        The file needs `read(n)` and `readline(n)` and is read once, from its current position. Memory is
        bounded by `options.max_record_bytes`. Records with errors are left out.
        """
        for found in self.reader(file, options=options, companion=companion):
            yield found if options.allows_overlaps else _without_overlaps(found)

    def write(
        self, records: Iterable[Record], file: BinaryIO, *, options: WriteOptions = WRITE_DEFAULTS
    ) -> Iterator[Problem]:
        """Write the records and yield what cannot be kept. Nothing is written until it is iterated."""
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
        """Write each record into files of its own and yield what cannot be kept. Must be iterated."""
        if self.folder_writer is None:
            raise TypeError(f"{self.name} is one file: use write.")
        yield from self.folder_writer(records, create, options=options)


def _without_overlaps(found: Record | Problem) -> Record | Problem:
    if isinstance(found, Record):
        try:
            require_no_overlap(found.spans)
        except RecordRefused as refused:
            return Problem.of(refused, found.line)
    return found
