"""What a format is: its names, its files, a reader and a writer, and how it is exported."""

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


# The files that go with an archive, by name: from the number of texts in each part, the language and the data cards.
FilesBeside = Callable[[Mapping[str, int], str, Mapping[str, str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One choice of an export: how the archive of a format is laid out, and what it says of a text."""

    # Those of the format, if it has but one layout.
    name: str = ""
    title: str = ""
    # How tags are written, where the format has tags.
    scheme: str = IOB2
    # Whether it also says what is known of a text (gamma, annotators, …), and then where the text comes from.
    has_facts: bool = False
    has_sources: bool = True
    # The folder of the files with texts.
    folder: str = ""
    # A part with more texts is a folder of files; 0 is no limit.
    most_texts: int = 0
    files_beside: FilesBeside = lambda counts, language, cards: {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One tool's way to write texts with spans; at most one of `writer` and `folder_writer` is set."""

    name: str
    # What people read: the tool's own name, which is not translated.
    title: str
    # What its files' names end in, the usual one first.
    extensions: tuple[str, ...]
    reader: Reader
    writer: Writer | None = None
    folder_writer: FolderWriter | None = None
    # Endings of files that are read only where a person chose the format.
    other_extensions: tuple[str, ...] = ()
    # What the file beside each file ends in: brat's `x.txt` has its annotations in `x.ann`.
    companion_extension: str = ""
    # Whether a file that begins so is in this format; needed where others have the same extension.
    recognises: Callable[[bytes], bool] | None = None
    # Whether imports offer it.
    is_imported: bool = True
    # Whether a file's name says whose annotations it holds.
    is_named_after_annotator: bool = False
    # Spans that it cannot hold: a message marked for translation.
    cannot_hold: str = ""
    # Whether it has a place for fields beside text and spans.
    keeps_fields: bool = True
    # How it is exported, where it is written at all.
    layouts: tuple[Layout, ...] = (Layout(),)

    @property
    def endings(self) -> tuple[str, ...]:
        """What the names of its files end in, those beside them too."""
        return self.extensions + ((self.companion_extension,) if self.companion_extension else ())

    @property
    def exports(self) -> tuple[Layout, ...]:
        """The choices of an export, each with its name; none where it is not written."""
        return tuple(
            replace(each, name=each.name or self.name, title=each.title or self.title)
            for each in self.layouts
            if self.writer is not None or self.is_folder
        )

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
            return Problem.of(refused, found.line)
    return found
