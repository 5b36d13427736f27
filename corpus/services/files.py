"""Receiving the files of an import into the database, piece by piece."""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from corpus.domain.file_names import safe_name
from corpus.exceptions import (
    FileReplaced,
    ImportTooLarge,
    TooManyFiles,
    UnsafeFileName,
    WrongImportState,
)
from corpus.models import Import, ImportFile, ImportPiece

PIECE_BYTES = 1024 * 1024


def receive_file(*, imported: Import, name: str, chunks: Iterable[bytes]) -> ImportFile:
    """Store a file with its folders' names; the same name again replaces it.

    One short transaction for each megabyte, so that a slow sender keeps nobody waiting. Until the
    last one the size is unknown, and reading refuses the file.
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
            # Half of it is of no use, and takes the room of others.
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
    # Of a file that was cut off, or is on its way beside this one.
    pieces = ImportPiece.objects.filter(file__imported_in=imported, file__size=None)
    received += pieces.exclude(file=but).count() * PIECE_BYTES
    if received + more > settings.IMPORT_MAX_MB * 1024 * 1024:
        raise ImportTooLarge
