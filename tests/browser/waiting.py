"""Waiting for what a click leads to, however slow the machine is."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from playwright.sync_api import Locator, Page, expect


def arrived_at(landmark: Locator) -> None:
    """Wait for the page that has this landmark, with its style sheets, and scripts that listen.

    A text is visible to Playwright as soon as it is parsed; `page.goto` alone waits for the rest.
    """
    expect(landmark).to_be_visible()
    landmark.page.wait_for_load_state("load")


@contextmanager
def swapping(place: Locator) -> Iterator[None]:
    """Wait, after what is done inside, until something new stands in this place of the page."""
    old = place.element_handle()
    yield
    place.page.wait_for_function("(old) => !old.isConnected", arg=old)


def stop_the_clock(page: Page) -> None:
    """Let no timer of the page run out until `page.clock.run_for`: what it shows briefly stays."""
    page.clock.install()
    page.clock.pause_at(datetime.now().astimezone() + timedelta(hours=1))
