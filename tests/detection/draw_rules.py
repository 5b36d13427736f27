"""Draws the order of the French rules for the documentation: `python -m tests.detection.draw_rules`."""

from pathlib import Path

from detection.rules.drawing import draw
from detection.rules.pipeline import detector

PICTURE = Path(__file__).resolve().parent.parent.parent / "docs/images/rules.svg"


def drawn() -> str:
    return draw(detector("fr").rules, title="The order of the rules") + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
