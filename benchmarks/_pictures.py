"""Takes the pictures of docs/images from the demo contest: `make pictures`, or

    python -m benchmarks._pictures [ADDRESS [FOLDER]]

With an address (such as http://localhost:8000 of `make run`) that platform is looked at; without one, a
new one is made for it. Nothing is answered there; ana’s language changes.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from benchmarks._installation import ROOT, installation, web
from tests.requirements import find_chromium

IMAGES = ROOT / "docs" / "images"
EMAIL, PASSWORD = "ana@example.org", "palio-demo"
LANGUAGES, SCHEMES = ("fr", "en"), ("light", "dark")
PATIENCE_MS = 120_000
NARROW = 600
# What makes a good picture: something proposed, and all of the text above the buttons of the answer.
SPANS, LETTERS = range(2, 5), range(60, 190)


@dataclass(frozen=True)
class Shot:
    """One picture: what is seen, in which language, by day or by night, how large."""

    page: str
    language: str
    scheme: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """Return the file's name; French and wide go without saying."""
        parts = [self.page]
        if self.width < NARROW:
            parts.append("narrow")
        if self.language != "fr":
            parts.append(self.language)
        return "-".join([*parts, self.scheme]) + ".png"


def shots() -> list[Shot]:
    """Return all pictures, those of one language after those of the other."""
    kinds = [("annotate", 1280, 800), ("annotate", 390, 780), ("contest-home", 1280, 960)]
    return [
        Shot(page, language, scheme, width, height)
        for language, (page, width, height), scheme in product(LANGUAGES, kinds, SCHEMES)
    ]


@contextmanager
def platform(address: str) -> Iterator[str]:
    """Give the address of a platform with the demo contest."""
    if address:
        yield address.rstrip("/")
        return
    with installation() as place:
        for command in ("migrate", "load_demo"):
            place.call("manage.py", command)
        place.call("manage.py", "collectstatic", "--no-input")
        with web(place) as site:
            yield site


def sign_in(page: Page, site: str, language: str) -> str:
    """Sign ana in, in this language; return the address of her contest."""
    page.goto(f"{site}/accounts/login/")
    page.fill("[name=username]", EMAIL)
    page.fill("[name=password]", PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/contests/")
    page.goto(f"{site}/accounts/preferences/")
    page.locator("select[name=language]").select_option(language)
    page.locator("main form").first.locator("button[type=submit]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto(f"{site}/contests/")
    return site + str(page.locator("main a[href^='/contests/']").first.get_attribute("href"))


def show_the_best_first(route: Route) -> None:
    """Hand the page its tasks in an order that is good to look at; nothing is answered to get there."""
    response = route.fetch()
    body = response.json()
    body["tasks"].sort(key=lambda task: not _is_good(task))
    route.fulfill(response=response, json=body)


def _is_good(task: dict[str, Any]) -> bool:
    return len(task["shown_units"]) in SPANS and len(task["text"]) in LETTERS


def prepare(page: Page, shot: Shot, home: str) -> None:
    """Open what is to be seen; of the annotation page, a text with proposals and one span chosen."""
    if shot.page == "contest-home":
        page.goto(home)
        return
    page.route("**/tasks/", show_the_best_first)
    page.goto(f"{home}annotate/")
    expect(page.locator("[data-annotator][data-ready=yes]")).to_be_visible()
    page.keyboard.press("Tab")
    label = page.locator(".unit.is-selected .unit__label").text_content() or ""
    page.locator(f'[data-label="{label.strip()}"]').click()
    page.evaluate("scrollTo(0, 0)")


def take(browser: Browser, site: str, folder: Path) -> None:
    """Take every picture, each in a browser of its own."""
    for shot in shots():
        context = browser.new_context(
            viewport={"width": shot.width, "height": shot.height},
            color_scheme="dark" if shot.scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        prepare(page, shot, sign_in(page, site, shot.language))
        page.screenshot(path=folder / shot.name)
        print(shot.name, flush=True)
        context.close()


def main(address: str = "", folder: str = "") -> None:
    """Take the pictures into a folder, else into docs/images."""
    expect.set_options(timeout=PATIENCE_MS)
    with platform(address) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        take(browser, site, Path(folder) if folder else IMAGES)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
