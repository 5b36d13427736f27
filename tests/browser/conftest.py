"""A real Chromium on the real ASGI application."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from accounts.models import User
from tests.requirements import find_chromium
from tests.services import PATIENCE_SECONDS
from tests.serving import served_site

PATIENCE_MS = 1000 * PATIENCE_SECONDS
expect.set_options(timeout=PATIENCE_MS)
# Chromium tells of violations only in its console; the page itself is told precisely.
NOTE_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


# Package, not session: Playwright's loop must be gone before the next folder's asynchronous tests.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            # Debian's own settings ask for a graphics card; to imitate one takes most of a page's time.
            args=["--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(_static_files: None) -> Iterator[str]:
    with served_site() as address:
        yield address


@dataclass(frozen=True)
class Complaint:
    """What a browser wrote into its console: in which words, about which address."""

    words: str
    source: str = ""


@dataclass
class Visit:
    """One person at one browser, and everything their browser complained about."""

    page: Page
    site: str
    heard: list[Complaint] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)
    expected: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.heard.append(Complaint(str(error))))
        self.page.on("framenavigated", lambda frame: self.opened.add(frame.url))

    def go(self, path: str, **options: Any) -> Page:
        self.page.goto(self.site + path, **options)
        return self.page

    def expect_complaint(self, words: str) -> None:
        """Let the browser complain in these words: the test provokes it."""
        self.expected.add(words)

    # Judged at the end: what is written and what is opened is told in no certain order.
    @property
    def complaints(self) -> list[Complaint]:
        return [each for each in self.heard if not self._is_wanted(each)]

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(Complaint(message.text, message.location.get("url", "")))

    def _is_wanted(self, complaint: Complaint) -> bool:
        # A page that answers 404 on purpose is named in the console as well.
        is_page = "404" in complaint.words and complaint.source in self.opened
        return is_page or any(words in complaint.words for words in self.expected)


Visitor = Callable[..., Visit]


@pytest.fixture
def visit(
    server: str, chromium: Browser, transactional_db: None, settings: Any
) -> Iterator[Visitor]:
    """Open a browser for a stranger or, by their session, for a user."""
    settings.BASE_URL = server
    visits: list[Visit] = []

    def open_browser(
        user: User | None = None,
        *,
        width: int = 1280,
        locale: str = "en-GB",
        dark: bool = False,
        **options: Any,
    ) -> Visit:
        context = chromium.new_context(
            viewport={"width": width, "height": 800},
            locale=locale,
            color_scheme="dark" if dark else "light",
            # Colours are what they are, not on their way there.
            reduced_motion="reduce",
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(NOTE_VIOLATIONS)
        if user is not None:
            context.add_cookies([_session_cookie(user, server)])
        visits.append(Visit(context.new_page(), server))
        return visits[-1]

    yield open_browser
    for each in visits:
        each.page.context.close()
    assert [complaint for each in visits for complaint in each.complaints] == []


def _session_cookie(user: User, site: str) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
