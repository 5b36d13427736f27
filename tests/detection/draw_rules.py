"""Draw the order of the French rules and the table of categories for the docs: `python -m tests.detection.draw_rules`."""

import re
from pathlib import Path

from detection.phi import CATEGORIES
from detection.rules.drawing import draw
from detection.rules.languages import LANGUAGES
from detection.rules.pipeline import detector

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURE, PAGE = DOCS / "images/rules.svg", DOCS / "detection.md"
TABLE = re.compile(r"(?<=<!-- categories -->\n).*?(?=<!-- end -->)", re.DOTALL)


def drawn() -> str:
    return draw(detector("fr").rules, title="The order of the rules") + "\n"


def table() -> str:
    groups = {rule.label: group.name for group in LANGUAGES["fr"] for rule in group.rules}
    rows = [
        f"| `{each.label}` | {each.name.en} | {each.name.fr} | {each.description.en} "
        f"| {groups.get(each.label, '–')} |\n"
        for each in CATEGORIES
    ]
    return (
        "| label | name | French | what belongs to it | rules |\n|---|---|---|---|---|\n"
        + "".join(rows)
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), encoding="utf-8")
