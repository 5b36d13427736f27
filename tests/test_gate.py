"""However many requests come at once, a few are worked on at a time and all are answered."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse

from annotation_platform.middleware import AT_ONCE_ON_SQLITE, GateMiddleware
from tests.services import PATIENCE_SECONDS

PEOPLE = 30


class Desk:
    """A view that nobody leaves before it is full, and that remembers how full it was at most."""

    def __init__(self, places):
        self.places, self.inside, self.most = places, 0, 0
        self.lock, self.is_full = threading.Lock(), threading.Event()

    def __call__(self, request):
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
            if self.inside == self.places:
                self.is_full.set()
        self.is_full.wait(PATIENCE_SECONDS)
        # A moment for those who should not come in as long as it is full.
        time.sleep(0.005)
        with self.lock:
            self.inside -= 1
        return HttpResponse(request.path)


def ask_at_once(gate, rf):
    with ThreadPoolExecutor(PEOPLE) as people:
        return [*people.map(lambda n: gate(rf.get(f"/{n}/")).content, range(PEOPLE))]


def test_a_few_at_a_time_on_sqlite(rf, settings):
    settings.DATABASES["default"] = {"ENGINE": "django.db.backends.sqlite3"}
    desk = Desk(AT_ONCE_ON_SQLITE)
    replies = ask_at_once(GateMiddleware(desk), rf)
    assert replies == [f"/{n}/".encode() for n in range(PEOPLE)]
    assert desk.most == AT_ONCE_ON_SQLITE


def test_as_many_as_there_are_connections_in_the_pool(rf, settings):
    settings.DATABASES["default"] = {"OPTIONS": {"pool": {"max_size": 7}}}
    desk = Desk(7)
    ask_at_once(GateMiddleware(desk), rf)
    assert desk.most == 7


def test_a_view_that_fails_gives_its_place_back(rf, settings):
    settings.DATABASES["default"] = {"ENGINE": "django.db.backends.sqlite3"}

    def fail(_request):
        raise ZeroDivisionError

    gate = GateMiddleware(fail)
    # Were a place lost each time, the next request would wait for ever.
    for _ in range(2 * AT_ONCE_ON_SQLITE):
        with pytest.raises(ZeroDivisionError):
            gate(rf.get("/"))
