"""What no formatter sees to: how long a line of a template is, and white space that readers see."""

import re

import pytest

from tests.services import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_LINE = 160
SHOWN_SPACE = re.compile(r"^\s*([^{}@/]*)\{[^{}]*white-space: pre", re.MULTILINE)


def classes_that_show_white_space() -> set[str]:
    """Classes of the elements in which style sheets let line breaks and blanks be seen."""
    return {
        found[-1]
        for path in (ROOT / "static" / "css").rglob("*.css")
        for selectors in SHOWN_SPACE.findall(path.read_text())
        for selector in selectors.split(",")
        if (found := re.findall(r"\.([\w-]+)$", selector.strip()))
    }


def beginnings_with_white_space(template: str, names: set[str]) -> list[str]:
    """Elements of one of these classes whose text begins with white space."""
    tags = re.finditer(r"<(?:p|div|td|li|span)\b(?:\{%.*?%\}|\{\{.*?\}\}|[^<>])*>\s", template)
    return [
        tag[0]
        for tag in tags
        if names & set(" ".join(re.findall(r'class="([^"]*)"', tag[0])).split())
    ]


def test_no_line_of_a_template_is_too_long():
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_the_style_sheets_say_where_white_space_is_seen():
    assert {"reading", "announcement", "sides__line"} <= classes_that_show_white_space()


@pytest.mark.parametrize(
    "markup",
    ['<p class="reading" lang="{{ a }}">\n  {{ b }}</p>', '<div\n  class="card reading"\n> a'],
)
def test_a_line_break_before_text_as_written_is_found(markup):
    assert beginnings_with_white_space(markup, {"reading"}) != []


def test_no_white_space_slips_in_where_text_is_shown_as_written():
    names = classes_that_show_white_space()
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in TEMPLATES
        if (found := beginnings_with_white_space(path.read_text(), names))
    }
    assert wrong == {}, "put {# djangofmt:ignore white space shows #} in front"
