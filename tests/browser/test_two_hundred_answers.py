"""Two hundred answers through a cut network, a killed server and a closed tab: exactly two hundred arrive."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmarks._installation import Installation, free_port, installation, serve
from tests.browser.conftest import PATIENCE_MS

pytestmark = pytest.mark.browser
ANSWERS = 200
READY = "[data-annotator][data-ready=yes]"
COUNT = """
import django
django.setup()
from contests.annotating.models import AnnotationTask, Answer
print(Answer.objects.count(), AnnotationTask.objects.exclude(answered_at=None).count())
"""


@dataclass
class Platform:
    """A real web process that can be killed and started again at the same address."""

    place: Installation
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        self.process, address = serve(self.place, self.port)
        return address

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def seed(self) -> dict[str, Any]:
        inside = ("-m", "benchmarks._posting_inside", "seed", "1", "260")
        return json.loads(self.place.call(*inside))

    def count(self) -> tuple[int, int]:
        """Return how many answers there are, and how many tasks have one."""
        total, tasks = self.place.call("-c", COUNT).split()
        return int(total), int(tasks)


@pytest.fixture
def platform() -> Iterator[Platform]:
    with installation() as place:
        started = Platform(place)
        yield started
        started.kill()


def answer(page: Page, times: int) -> int:
    """Accept so many tasks, each once it is shown, however long the page has to fetch it."""
    for _ in range(times):
        expect(page.locator(READY)).to_be_visible()
        accept(page)
    return times


def answer_what_is_there(page: Page, times: int) -> int:
    """Accept up to so many tasks while none can be fetched; return how many there were."""
    for done in range(times):
        if page.locator(READY).count() == 0:
            return done
        accept(page)
    return times


def accept(page: Page) -> None:
    """Accept the task that is shown, and wait until the page shows another or none."""
    before = page.locator("[data-text]").text_content()
    page.keyboard.press("a")
    page.wait_for_function(
        "before => document.querySelector('[data-text]').textContent !== before"
        " || document.querySelector('[data-annotator]').dataset.ready === 'no'",
        arg=before,
    )


def open_page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    expect(page.locator(READY)).to_be_visible()
    return page


def everything_is_sent(page: Page) -> None:
    expect(page.locator('[data-outbox][data-count="0"]')).to_be_visible()


def test_exactly_two_hundred_answers_arrive(chromium: Browser, platform: Platform):
    seeded = platform.seed()
    site = platform.start()
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies([{"name": "sessionid", "value": seeded["sessions"][0], "url": site}])
    address = f"{site}/contests/{seeded['contest']}/annotate/"
    page = open_page(context, address)
    given = answer(page, 40)

    context.set_offline(True)
    given += answer_what_is_there(page, 20)
    context.set_offline(False)
    given += answer(page, 30)

    platform.kill()
    given += answer_what_is_there(page, 15)
    platform.start()
    given += answer(page, 20)

    # In the middle of sending, and then without a server at all.
    platform.kill()
    given += answer_what_is_there(page, 10)
    page.close()
    platform.start()
    page = open_page(context, address)
    given += answer(page, ANSWERS - given)
    everything_is_sent(page)
    context.close()
    assert given == ANSWERS
    assert platform.count() == (ANSWERS, ANSWERS)
