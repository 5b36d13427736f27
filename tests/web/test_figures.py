"""One filter writes all figures: it rounds, and no page cuts digits off."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from web.figures import figure

ROOT = Path(__file__).resolve().parents[2]
# Both write a number without rounding it as `figure` does.
OTHER_WAYS = re.compile(r"\bnumber_format\(|\bfloatformat\b|\.toFixed\(")
WRITTEN = ("*.py", "*.html", "*.txt", "*.js")
PLACES = (
    "agreement",
    "contests",
    "corpus",
    "feedback",
    "gold",
    "templates",
    "static/js",
    "accounts",
    "jobs",
)


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.87465, 3, "0.875"),
        (0.874650001, 3, "0.875"),
        (84.788, 1, "84.8"),
        (0.0005, 3, "0.001"),
        (-0.0004, 3, "0.000"),
        (-1.25, 1, "−1.3"),
        (12345.6, 0, "12,346"),
        (12.5, -1, "12.5"),
        (20.0, -1, "20"),
        (None, 3, "–"),
        ("", 3, "–"),
    ],
)
def test_figures_are_rounded_half_up(value, digits, written):
    with translation.override("en"):
        assert figure(value, digits) == written


def test_french_has_its_own_comma():
    with translation.override("fr"):
        assert figure(1234.5678, 2).split() == ["1", "234,57"]


def test_the_filter_is_in_every_template():
    assert Template("{{ gamma|figure:3 }}").render(Context({"gamma": 0.87465})) in {
        "0.875",
        "0,875",
    }


def test_there_is_no_other_way_to_write_a_figure():
    found = [
        str(path.relative_to(ROOT))
        for place in PLACES
        for pattern in WRITTEN
        for path in (ROOT / place).rglob(pattern)
        if OTHER_WAYS.search(path.read_text())
    ]
    assert found == []
