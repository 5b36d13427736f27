"""Answers in pieces: read one by one, whichever way the platform is served."""

from django.test import AsyncRequestFactory, RequestFactory

from accounts.streaming import streamed


def pieces(read):
    for piece in (b"a", b"b", b"c"):
        read.append(piece)
        yield piece


async def test_a_piece_is_read_when_the_one_before_was_sent():
    read = []
    response = streamed(AsyncRequestFactory().get("/"), pieces(read), content_type="text/plain")
    sent = response.streaming_content
    assert await anext(sent) == b"a"
    assert read == [b"a"]
    assert [piece async for piece in sent] == [b"b", b"c"]


def test_without_asgi_it_is_the_plain_iterator():
    read = []
    response = streamed(RequestFactory().get("/"), pieces(read), content_type="text/plain")
    assert next(iter(response.streaming_content)) == b"a"
    assert read == [b"a"]
