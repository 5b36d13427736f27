"""Store the files of an import, and read their items in an order that can be resumed."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from io import BufferedReader
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from corpus.imports.domain.archives import Archive, ArchiveLimits, is_passed_over, safe_name
from corpus.imports.domain.sources import Folder, Reading, SourceDocument, read_documents
from corpus.imports.errors import (
    FileReplaced,
    ImportTooLarge,
    TooManyFiles,
    UnsafeFileName,
    WrongImportState,
)
from corpus.imports.models import Import, ImportFile, ImportPiece
from formats import problems
from formats.kinds import HEAD_BYTES, is_archive
from formats.lines import Pulled
from formats.problems import UnreadableFile
from formats.records import MEGABYTE, Problem
from formats.xml import XmlPaths

PIECE_BYTES = MEGABYTE


def receive_file(*, imported: Import, name: str, chunks: Iterable[bytes]) -> ImportFile:
    """Store a file under its path, replacing an earlier file of that path.

    Each megabyte is one short transaction, so that a slow upload holds no lock. The size is unknown
    until the last one, and reading refuses such a file.
    """
    safe = safe_name(name)
    if safe is None:
        raise UnsafeFileName(name)
    pieces = _pieces(chunks)
    first = next(pieces, b"")
    following = next(pieces, None)
    file = _create_file(imported, safe, first, is_whole=following is None)
    number, size = 1, len(first)
    while following is not None:
        size += len(following)
        piece, following = following, next(pieces, None)
        try:
            _add_piece(file, number, piece, size=size, is_last=following is None)
        except ImportTooLarge:
            # An incomplete file is useless and counts towards the limit.
            file.delete()
            raise
        number += 1
    return file


def _pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    collected = bytearray()
    for chunk in chunks:
        collected += chunk
        while len(collected) >= PIECE_BYTES:
            yield bytes(collected[:PIECE_BYTES])
            del collected[:PIECE_BYTES]
    if collected:
        yield bytes(collected)


@transaction.atomic
def _create_file(imported: Import, name: str, first: bytes, *, is_whole: bool) -> ImportFile:
    _lock_receiving(imported.pk)
    imported.files.filter(name=name).delete()
    if imported.files.count() >= settings.IMPORT_MAX_FILES:
        raise TooManyFiles
    _check_size(imported, len(first))
    size = len(first) if is_whole else None
    file = ImportFile.objects.create(imported_in=imported, name=name, size=size)
    if first:
        ImportPiece.objects.create(file=file, number=0, content=first)
    return file


@transaction.atomic
def _add_piece(file: ImportFile, number: int, piece: bytes, *, size: int, is_last: bool) -> None:
    _lock_receiving(file.imported_in_id)
    if not ImportFile.objects.filter(pk=file.pk).exists():
        raise FileReplaced
    _check_size(file.imported_in, size, but=file)
    ImportPiece.objects.create(file=file, number=number, content=piece)
    if is_last:
        file.size = size
        file.save(update_fields=["size"])


def _lock_receiving(import_id: int) -> None:
    imported = Import.objects.select_for_update().get(pk=import_id)
    if imported.state != Import.State.RECEIVING:
        raise WrongImportState


def _check_size(imported: Import, more: int, *, but: ImportFile | None = None) -> None:
    received = imported.files.aggregate(total=Sum("size"))["total"] or 0
    # Files without a size are incomplete or still being received.
    pieces = ImportPiece.objects.filter(file__imported_in=imported, file__size=None)
    received += pieces.exclude(file=but).count() * PIECE_BYTES
    if received + more > settings.IMPORT_MAX_MB * MEGABYTE:
        raise ImportTooLarge


# The position after an item, the item, and the displayed name of its file.
_Step = tuple["Position", SourceDocument | Problem, str]


@dataclass(frozen=True, slots=True)
class Position:
    """How far an import has been read: files, members of an archive, items of a file."""

    file: int = 0
    member: int = 0
    item: int = 0
    # The unpacked bytes of the archives before this one.
    unpacked: int = 0

    @classmethod
    def of(cls, checkpoint: Mapping[str, Any]) -> "Position":
        return cls(**checkpoint)

    def as_checkpoint(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Found:
    """One item of a file and the position after it; `item` is None at the end of a file."""

    position: Position
    bytes_done: int
    file: str = ""
    item: SourceDocument | Problem | None = None


class ReceivedFiles:
    """The files of an import, read from any position and always in the same order."""

    def __init__(self, imported: Import) -> None:
        self._files = list(imported.files.order_by("id"))
        self._by_name = {file.name: file for file in self._files}
        self._folder = Folder(self._by_name.keys(), self._open)
        self._reading = _reading_of(imported)
        # How far the current file has been read, and its unpacked size if it is an archive.
        self._bytes_read: Callable[[], int] = int
        self._unpacked = 0
        self.total_bytes = sum(file.size or 0 for file in self._files)

    def items_after(self, start: Position) -> Iterator[Found]:
        """Yield the items after the position."""
        done = sum(file.size or 0 for file in self._files[: start.file])
        for file in self._files[start.file :]:
            for position, item, name in self._read(file, start):
                yield Found(position, min(done + self._bytes_read(), self.total_bytes), name, item)
            done += file.size or 0
            start = Position(start.file + 1, unpacked=start.unpacked + self._unpacked)
            yield Found(start, done)

    def _read(self, file: ImportFile, start: Position) -> Iterator[_Step]:
        self._bytes_read, self._unpacked = int, 0
        if file.size is None:
            yield replace(start, item=1), Problem(problems.FILE_INCOMPLETE), file.name
        elif is_archive(file.name):
            yield from self._read_archive(file, start)
        elif not is_passed_over(file.name):
            yield from self._items(file.name, file.name, self._folder, start)

    def _read_archive(self, file: ImportFile, start: Position) -> Iterator[_Step]:
        with tempfile.TemporaryFile() as copy:
            with self._open(file.name) as content:
                shutil.copyfileobj(content, copy)
            self._bytes_read = copy.tell
            try:
                archive = Archive(copy, limits=_limits(start.unpacked))
            except UnreadableFile as error:
                problem = Problem.of(error)
                yield replace(start, item=1), problem, file.name
            else:
                self._unpacked = archive.unpacked_bytes
                yield from self._members(archive, file.name, start)

    def _members(self, archive: Archive, name: str, start: Position) -> Iterator[_Step]:
        by_name = {member.name: member for member in reversed(archive.members)}
        folder = Folder(by_name.keys(), lambda name: archive.open(by_name[name]))
        here = start
        for member in archive.members[start.member :]:
            shown = f"{name}/{member.name}"
            if member.refusal:
                yield replace(here, item=1), Problem(member.refusal), shown
            else:
                yield from self._items(member.name, shown, folder, here)
            here = replace(here, member=here.member + 1, item=0)

    def _items(self, name: str, shown: str, folder: Folder, start: Position) -> Iterator[_Step]:
        items = read_documents(name, folder, reading=self._reading)
        for number, item in enumerate(items, start=1):
            if number > start.item:
                yield replace(start, item=number), item, shown

    def _open(self, name: str) -> BufferedReader:
        stream = _PieceStream(self._by_name[name])
        self._bytes_read = stream.tell
        return BufferedReader(stream, HEAD_BYTES)


def _reading_of(imported: Import) -> Reading:
    corpus, options = imported.corpus, imported.options
    return Reading(
        format=imported.format,
        paths=XmlPaths(corpus.text_path, corpus.type_path, corpus.id_path, corpus.patient_path),
        allows_overlaps=not imported.purpose,
        max_document_bytes=settings.IMPORT_MAX_DOCUMENT_MB * MEGABYTE,
        **options,
    )


def _limits(unpacked: int) -> ArchiveLimits:
    return ArchiveLimits(unpacked_bytes=settings.IMPORT_MAX_UNPACKED_MB * MEGABYTE - unpacked)


class _PieceStream(Pulled):
    """A received file, read from the database piece by piece."""

    def __init__(self, file: ImportFile) -> None:
        super().__init__()
        self._pieces = ImportPiece.objects.filter(file=file)
        self._size = file.size or 0
        self._number = self._pulled = 0

    def tell(self) -> int:
        return self._pulled - len(self.pending)

    def pull(self) -> bytes:
        if self._pulled >= self._size:
            return b""
        content = bytes(self._pieces.values_list("content", flat=True).get(number=self._number))
        self._number += 1
        self._pulled += len(content)
        return content
