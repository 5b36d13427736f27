"""Every example in examples/ is found exactly as it is marked.

One file a category, named after its label; each line is an example in inline markup. A line with a
span of the category is a positive example, one without is a negative one: what must not be taken.
"""

from pathlib import Path

import pytest

from detection import detect
from detection.rules.pipeline import detector
from text.markup import parse, render

FOLDER = Path(__file__).parent / "examples"
LEAST_POSITIVE, LEAST_NEGATIVE = 15, 10
LABELS = sorted(rule.label for rule in detector("fr").rules)


def lines(label: str) -> list[str]:
    path = FOLDER / f"{label.replace(':', '.')}.txt"
    return [
        line for line in path.read_text(encoding="utf-8").splitlines() if line[:2] not in ("", "# ")
    ]


EXAMPLES = [(label, line) for label in LABELS for line in lines(label)]


@pytest.mark.parametrize(("label", "marked"), EXAMPLES)
def test_the_detector_finds_exactly_the_marked_spans(label, marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked


@pytest.mark.parametrize("label", LABELS)
def test_each_category_has_enough_examples_for_and_against(label):
    has_span = [any(span.label == label for span in parse(line)[1]) for line in lines(label)]
    assert has_span.count(True) >= LEAST_POSITIVE
    assert has_span.count(False) >= LEAST_NEGATIVE
