"""How long a key press takes to be seen on the annotation page, measured in a real Chromium.

`python -m benchmarks.typing` starts a platform of its own with three kinds of input: 200 words, 10,000
words with 300 spans, and short lines to accept one after the other. For each key it prints the time
that the page works (the handler, then style, layout and paint of its frame) and the time from the key
press until that frame is painted, which also waits for the screen's next refresh.
"""

import json
import sys
from dataclasses import dataclass
from statistics import median, quantiles

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks._installation import installation, web
from tests.requirements import find_chromium

PRESSES = 30
LIMITS_MS = {"200 words": 16, "10,000 words, 300 spans": 100}
KEYS = {
    "move the cursor": ["ArrowRight"],
    "stretch the selection": ["Shift+ArrowRight"],
    "mark a word": ["ArrowRight", "Digit1"],
    "undo": ["Control+z"],
    "walk to a span": ["Tab"],
    "resize a span": ["Shift+ArrowRight"],
}
# The frame is over when the message that was posted in it arrives.
WATCH = """() => {
  window.measured = [];
  const channel = new MessageChannel();
  let press = null;
  channel.port1.onmessage = () => {
    const now = performance.now();
    window.measured.push({ work: press.handled + (now - press.frame), paint: now - press.at });
  };
  const begin = (event) => { press = { at: event.timeStamp, started: performance.now(), handled: 0, frame: 0 }; };
  const end = () => {
    const mine = press;
    mine.handled = performance.now() - mine.started;
    requestAnimationFrame(() => { mine.frame = performance.now(); channel.port2.postMessage(0); });
  };
  addEventListener("keydown", begin, { capture: true });
  addEventListener("keydown", end);
}"""


@dataclass(frozen=True)
class Figure:
    """Milliseconds of the presses of one key."""

    what: str
    work: list[float]
    paint: list[float]

    def row(self) -> str:
        high = quantiles(self.work, n=20)[-1]
        return f"{self.what:<24} {median(self.work):>8.1f} {high:>8.1f} {median(self.paint):>10.1f}"


def press(page: Page, key: str) -> dict[str, float]:
    """Press a key and return how long it took."""
    before = page.evaluate("window.measured.length")
    page.keyboard.press(key)
    # Holding Shift or Ctrl is a key press of its own: the last one is meant.
    wanted = before + 1 + key.count("+")
    page.wait_for_function("count => window.measured.length >= count", arg=wanted)
    return dict(page.evaluate("window.measured.at(-1)"))


def measure(page: Page) -> list[Figure]:
    """Press each key some times."""
    figures = []
    for what, keys in KEYS.items():
        taken = []
        if what == "resize a span":
            press(page, "Tab")
        for _ in range(PRESSES):
            for key in keys:
                last = press(page, key)
            taken.append(last)
        if what == "stretch the selection":
            press(page, "Escape")
        figures.append(Figure(what, [t["work"] for t in taken], [t["paint"] for t in taken]))
    return figures


def measure_accept(page: Page) -> Figure:
    """Accept short tasks; the next one is there when the frame is painted."""
    taken = []
    for _ in range(PRESSES):
        before = page.locator("[data-text]").text_content()
        taken.append(press(page, "a"))
        if page.locator("[data-text]").text_content() == before:
            raise RuntimeError("the next task was not there")
    return Figure("accept to next task", [t["work"] for t in taken], [t["paint"] for t in taken])


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("[data-annotator][data-ready=yes]")).to_be_visible(timeout=60_000)
    page.evaluate(WATCH)


def main() -> int:
    """Print the table; return 1 if a key works longer than its limit."""
    slow = []
    print("milliseconds                 work     p95  to paint")
    with installation() as place, sync_playwright() as playwright:
        seeded = json.loads(place.call("-m", "benchmarks._typing_inside"))
        browser = playwright.chromium.launch(executable_path=find_chromium())
        with web(place) as site:
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            context.add_cookies([{"name": "sessionid", "value": seeded["session"], "url": site}])
            page = context.new_page()
            for name, contest in seeded["contests"].items():
                open_page(page, f"{site}/contests/{contest}/annotate/")
                print(f"-- {name}")
                figures = measure(page) if name in LIMITS_MS else [measure_accept(page)]
                for figure in figures:
                    print(figure.row(), flush=True)
                    if median(figure.work) > LIMITS_MS.get(name, 16):
                        slow.append(f"{name}: {figure.what}")
        browser.close()
    for each in slow:
        print(f"too slow: {each}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
