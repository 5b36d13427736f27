"""Sending files: at once, or piece by piece whichever way the site is served."""

from collections.abc import AsyncIterator, Iterable

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse


def attachment(content: str | bytes, *, content_type: str, name: str) -> HttpResponse:
    """Return a file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


def stream(
    request: HttpRequest, pieces: Iterable[bytes], *, content_type: str, name: str
) -> StreamingHttpResponse:
    """Return a file to be kept, made while it is sent."""
    # Of an ordinary iterator, the asynchronous server would first make the whole file.
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
