"""Responses with files, whole or streamed, under WSGI and ASGI."""

import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import chain
from typing import IO, cast

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from text.tables import csv_lines

CSV = "text/csv; charset=utf-8"


def attachment(content: str | bytes, *, content_type: str, name: str) -> HttpResponse:
    """Return a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


def table(
    header: Iterable[object],
    rows: Iterable[Iterable[object]],
    *,
    name: str,
    for_spreadsheets: bool = False,
) -> HttpResponse:
    """Return a CSV file to download; one for spreadsheets begins with a byte order mark.

    Spreadsheets need the mark to detect UTF-8; scripts would read it as part of the first name.
    """
    mark = "\ufeff".encode() if for_spreadsheets else b""
    return attachment(
        mark + b"".join(csv_lines(chain([header], rows))), content_type=CSV, name=name
    )


class _Pieces:
    """Buffers what a zip archive writes until it is sent."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self._written.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Do nothing; required by ZipFile."""

    def take(self) -> bytes:
        taken, self._written = b"".join(self._written), []
        return taken


def zipped(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """Yield a zip archive of these (name, content) files as it is written."""
    pieces = _Pieces()
    with zipfile.ZipFile(cast("IO[bytes]", pieces), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
            yield pieces.take()
    yield pieces.take()


def stream(
    request: HttpRequest, pieces: Iterable[bytes], *, content_type: str, name: str
) -> StreamingHttpResponse:
    """Return a download that is produced while it is sent."""
    # The ASGI server would read an ordinary iterator completely before sending.
    content = _awaited(pieces) if isinstance(request, ASGIRequest) else pieces
    response = StreamingHttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


async def _awaited(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    left = iter(pieces)

    def another() -> bytes | None:
        return next(left, None)

    while (piece := await sync_to_async(another)()) is not None:
        yield piece
