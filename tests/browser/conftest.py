"""A real Chromium on the real ASGI application."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from accounts.models import User
from tests.requirements import find_chromium

# A page may take its time on a machine that runs two suites at once.
PATIENCE_MS = 30_000
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
            executable_path=find_chromium(), args=["--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(_static_files: None) -> Iterator[str]:
    """Serve the platform from a thread, on a socket that is bound before it starts."""
    from annotation_platform.asgi import application

    config = uvicorn.Config(application, lifespan="off", log_config=None, access_log=False)
    web = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not web.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        web.should_exit = True
        thread.join(timeout=10)


@dataclass
class Visit:
    """One person at one browser, and everything their browser complained about."""

    page: Page
    site: str
    complaints: list[str] = field(default_factory=list)
    # What a test provokes, such as a network that is away.
    forgiven: str = ""

    def go(self, path: str) -> Page:
        self.page.goto(self.site + path)
        return self.page

    def listen(self, message: ConsoleMessage) -> None:
        # A page that answers 404 on purpose is named in the console as well.
        source = message.location.get("url", "")
        is_wanted = "404" in message.text and source == self.page.url
        is_wanted = is_wanted or bool(self.forgiven and self.forgiven in message.text)
        if message.type == "error" and not is_wanted:
            self.complaints.append(f"{self.page.url}: {message.text} ({source})")


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
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(NOTE_VIOLATIONS)
        if user is not None:
            context.add_cookies([_session_cookie(user, server)])
        started = Visit(context.new_page(), server)
        started.page.on("console", started.listen)
        started.page.on("pageerror", lambda error: started.complaints.append(str(error)))
        visits.append(started)
        return started

    yield open_browser
    for each in visits:
        each.page.context.close()
    assert [complaint for each in visits for complaint in each.complaints] == []


def _session_cookie(user: User, site: str) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
