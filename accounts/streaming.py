"""Answers that are sent as they are read, never held as a whole."""

from collections.abc import AsyncIterator, Iterator
from functools import partial

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def streamed(
    request: HttpRequest, pieces: Iterator[bytes], *, content_type: str
) -> StreamingHttpResponse:
    """Return an answer that reads each piece when the one before has been sent.

    Given a plain iterator, Django's ASGI handler would read all of it before it sends anything.
    """
    is_asynchronous = isinstance(request, ASGIRequest)
    content = _one_by_one(pieces) if is_asynchronous else pieces
    return StreamingHttpResponse(content, content_type=content_type)


async def _one_by_one(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(partial(next, pieces, None))
    while (piece := await following()) is not None:
        yield piece
