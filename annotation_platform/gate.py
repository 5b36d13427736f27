"""So many requests are worked on at once; the others wait their turn.

Under ASGI every request has a thread of its own, as many as people click at once. Fifty threads that
poll for SQLite's one write lock starve each other until one gives up with an error; fifty that wait
for a connection of the pool do the same; and fifty sign-ins at once would need 100 MB each for argon2.
Python runs one of them at a time anyway. So they wait here, where waiting is free and fair.
"""

import threading
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Enough to keep working while one waits for the disk, few enough for everyone to get the lock.
AT_ONCE_ON_SQLITE = 4

GetResponse = Callable[[HttpRequest], HttpResponse]


def _places() -> int:
    pool = settings.DATABASES["default"].get("OPTIONS", {}).get("pool", {})
    return int(pool.get("max_size", AT_ONCE_ON_SQLITE))


class GateMiddleware:
    """Let a few requests at a time through; reading a body and sending a file happen outside."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._places = threading.Semaphore(_places())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with self._places:
            return self._get_response(request)
