"""The pipeline takes a language: a small English set beside the French one."""

from pathlib import Path

import pytest

from detection import detect
from text.markup import parse, render

LINES = Path(__file__).with_name("examples_en.txt").read_text(encoding="utf-8").splitlines()
EXAMPLES = [line for line in LINES if line and not line.startswith("# ")]


@pytest.mark.parametrize("marked", EXAMPLES)
def test_the_english_set_finds_exactly_the_marked_spans(marked):
    text, _ = parse(marked)
    assert render(text, detect(text, language="en")) == marked


def test_french_rules_do_not_read_english():
    assert detect("A 45-year-old man, reviewed on Friday.", language="fr") == []
