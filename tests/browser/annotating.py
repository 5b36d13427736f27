"""Driving the annotation page as a person does: by places of the text, mouse and keys."""

from dataclasses import dataclass

from django.db import connection
from playwright.sync_api import Locator, Page, expect

from contests.annotating.models import Answer, Unit
from contests.contest.models import Contest
from detection.phi import BY_LABEL
from tests.browser.conftest import Visit

# The words of the text alone: labels and crosses between them are no part of it.
_NODES = """
  const root = document.querySelector("[data-text]");
  const blocks = root.querySelectorAll(".text-block");
  const nodes = (blocks.length ? [...blocks] : [root])
    .flatMap((block) => [...block.childNodes])
    .map((child) => (child.nodeType === 3 ? child : child.firstChild));
"""
TEXT = f"() => {{ {_NODES} return nodes.map((node) => node.data).join(''); }}"
# A place in UTF-16 units, as the browser counts.
RECTANGLE = f"""([start, end]) => {{ {_NODES}
  const range = document.createRange();
  let place = 0;
  for (const node of nodes) {{
    const next = place + node.length;
    if (place <= start && start < next) range.setStart(node, start - place);
    if (place < end && end <= next) range.setEnd(node, end - place);
    place = next;
  }}
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
  const [first, last] = [boxes[0], boxes.at(-1)];
  return {{ x0: first.left, y0: (first.top + first.bottom) / 2, x1: last.right, y1: (last.top + last.bottom) / 2 }};
}}"""


def units_of(text: str, place: int) -> int:
    """Return a place in UTF-16 units for one in code points."""
    return len(text[:place].encode("utf-16-le")) // 2


@dataclass
class Desk:
    """The annotation page of one person."""

    visit: Visit
    contest: Contest

    @property
    def page(self) -> Page:
        return self.visit.page

    def open(self) -> "Desk":
        self.visit.go(f"/contests/{self.contest.pk}/annotate/")
        self.ready()
        return self

    def ready(self) -> None:
        expect(self.page.locator("[data-annotator][data-ready=yes]")).to_be_visible()

    @property
    def text(self) -> str:
        return str(self.page.evaluate(TEXT))

    def has_text(self, part: str) -> None:
        expect(self.page.locator("[data-text]")).to_contain_text(part)

    @property
    def marks(self) -> Locator:
        return self.page.locator("[data-text] .unit")

    def marked(self, *words_and_labels: str) -> None:
        """Wait until exactly these are marked: words and name as they are drawn."""
        pairs = [each.split("|") for each in words_and_labels]
        shown = [f"{words}\u00a0{BY_LABEL[label].name.en}" for words, label in pairs]
        expect(self.marks).to_have_text(shown, use_inner_text=False)

    def rectangle(self, words: str, nth: int = 0) -> dict[str, float]:
        start = self.place(words, nth)
        text = self.text
        bounds = [units_of(text, start), units_of(text, start + len(words))]
        return self.page.evaluate(RECTANGLE, bounds)

    def place(self, words: str, nth: int = 0) -> int:
        place = -1
        for _ in range(nth + 1):
            place = self.text.index(words, place + 1)
        return place

    def drag(self, words: str, *, nth: int = 0, backwards: bool = False, inset: float = 2) -> None:
        """Drag from the first to the last letter of these words."""
        box = self.rectangle(words, nth)
        ends = [(box["x0"] + inset, box["y0"]), (box["x1"] - inset, box["y1"])]
        (x0, y0), (x1, y1) = reversed(ends) if backwards else ends
        self.page.mouse.move(x0, y0)
        self.page.mouse.down()
        self.page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=2)
        self.page.mouse.move(x1, y1, steps=3)
        self.page.mouse.up()

    def click(self, words: str, *, nth: int = 0, times: int = 1) -> None:
        box = self.rectangle(words, nth)
        y = box["y0"]
        self.page.mouse.click(box["x0"] + 4, y, click_count=times)

    def press(self, *keys: str) -> "Desk":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def sent(self, count: int = 0) -> None:
        """Wait until no more than so many answers wait."""
        expect(self.page.locator(f'[data-outbox][data-count="{count}"]')).to_be_visible()


def stored(contest: Contest) -> list[tuple[int, int, str]]:
    """Return the units of the latest answer that counts."""
    # The server wrote in another thread: what this one read before is out of date.
    connection.close()
    answer = Answer.objects.filter(is_live=True, task__input__contest=contest).latest("received_at")
    units = Unit.objects.filter(answer=answer).select_related("category")
    return [(unit.start, unit.end, unit.category.label) for unit in units]
