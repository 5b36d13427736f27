"""Long files are made while they are sent, by either kind of server."""

import pytest
from django.test import AsyncRequestFactory, RequestFactory

from web.streaming import stream


@pytest.fixture
def made():
    return []


@pytest.fixture
def pieces(made):
    def make():
        for number in range(3):
            made.append(number)
            yield str(number).encode()

    return make()


def test_a_synchronous_server_asks_for_one_piece_after_the_other(made, pieces):
    response = stream(RequestFactory().get("/"), pieces, content_type="text/plain", name="a.txt")
    assert response["Content-Disposition"] == 'attachment; filename="a.txt"'
    sent = iter(response)
    assert (next(sent), made) == (b"0", [0])
    assert list(sent) == [b"1", b"2"]


async def test_an_asynchronous_server_does_so_too(made, pieces):
    request = AsyncRequestFactory().get("/")
    response = stream(request, pieces, content_type="text/plain", name="a.txt")
    sent = aiter(response)
    assert (await anext(sent), made) == (b"0", [0])
    assert [piece async for piece in sent] == [b"1", b"2"]
