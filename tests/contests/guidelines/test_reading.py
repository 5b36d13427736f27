import sys

import pytest

from contests.guidelines.domain.html import draw_page
from contests.guidelines.domain.problems import find_problems
from contests.guidelines.domain.reading import read, slug
from tests.contests.guidelines.examples import find_examples
from tests.contests.guidelines.known import CATEGORIES, NASTY
from text.spans import Span


def outline(markdown: str) -> list[tuple[str, str]]:
    return [(heading.number, heading.anchor) for heading in read(markdown).headings]


def problems(markdown: str) -> list[tuple[str, int, str]]:
    found = find_problems(read(markdown), CATEGORIES)
    return [(each.code, each.line, each.value) for each in found if each.code != "no-section"]


def test_the_first_heading_is_the_title_and_the_others_are_numbered():
    assert read("# Guide *bleu*\n## Un\n### Deux\n## Trois").title == "Guide bleu"
    assert outline("# Guide\n## Un\n### Deux\n#### Trois\n### Quatre\n## Cinq") == [
        ("1", "un"),
        ("1.1", "deux"),
        ("1.1.1", "trois"),
        ("1.2", "quatre"),
        ("2", "cinq"),
    ]


def test_a_level_that_was_left_out_is_not_missed():
    assert outline("#### Deep\n## Un\n##### Deeper") == [
        ("1", "deep"),
        ("2", "un"),
        ("2.1", "deeper"),
    ]


def test_a_second_title_is_a_chapter():
    assert outline("# Guide\n# Encore") == [("1", "encore")]


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("NOM:PATIENT_E", "nom-patient-e"),
        ("DÉMOGRAPHIE:ÂGE", "demographie-age"),
        ("L’œuvre d’« Émile »", "l-oeuvre-d-emile"),
        ("漢字", ""),
    ],
)
def test_anchors_are_plain_letters(text, anchor):
    assert slug(text) == anchor


def test_a_section_about_a_category_has_the_categorys_anchor_whatever_comes_before_it():
    assert outline("## Nom patient e\n## Patients {NOM:PATIENT_E}\n## {NOM:PATIENT_E}\n## 漢") == [
        ("1", "nom-patient-e-2"),
        ("2", "nom-patient-e"),
        ("3", "nom-patient-e-3"),
        ("4", "section"),
    ]


def test_a_heading_about_two_categories_has_both_anchors():
    (heading,) = read("## {NOM:PATIENT_E} et {TEMPORAL:DATE}").headings
    assert heading.anchors == ("nom-patient-e", "temporal-date")


def test_anchors_are_unique_and_leave_the_pages_own_ids_alone():
    anchors = [anchor for _, anchor in outline("## A\n## A-2\n## A\n## A\n## Content\n## Content")]
    assert len(set(anchors)) == len(anchors)
    assert "content" not in anchors


def test_the_contents_show_names_in_colour_and_links_as_words():
    guidelines = read("## *The* [link](#x) of {TEMPORAL:DATE} & {NOWHERE}\n### Below")
    (chapter,) = draw_page(guidelines, CATEGORIES, language="en").contents
    assert [(each.number, each.anchor) for each in chapter.entries] == [("1.1", "below")]
    assert chapter.html == (
        'The link of <span class="category-name sup-2">TEMPORAL:<wbr>DATE</span> &amp; {NOWHERE}'
    )


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("Le {NOM:PATIENT_X}.", [("unknown-label", 1, "NOM:PATIENT_X")]),
        ("a\nb [x](TEMPORAL:DATUM)", [("unknown-label", 2, "TEMPORAL:DATUM")]),
        ("{AUTRES}", [("archived-label", 1, "AUTRES")]),
        ("{several words} and \\{NOM:X}", []),
        ("[a [b](TEMPORAL:DATE) c](NOM:PATIENT_E)", [("broken-mark", 1, "")]),
        ("[](TEMPORAL:DATE)", [("broken-mark", 1, "")]),
        ("see [there](#nowhere)", [("broken-link", 1, "#nowhere")]),
        ("## Here\nsee [there](#here)", []),
        ("\n::: danger\nx\n:::", [("unknown-box", 2, "::: danger")]),
        ("![x](https://example.org/x.png)", [("image", 1, "")]),
        ("`{X} [a](B)`", []),
        ("[site](https://example.org) [mail](mailto:a@example.org)", []),
    ],
)
def test_problems_are_found_with_their_line(markdown, found):
    assert problems(markdown) == found


def test_categories_without_a_section_are_listed_unless_archived():
    found = find_problems(read("## {TEMPORAL:DATE}"), CATEGORIES)
    assert [(each.code, each.value) for each in found] == [("no-section", "NOM:PATIENT_E")]


BOXES = """\
## {NOM:PATIENT_E}
Dans le texte, [Durand](NOM:PATIENT_E) aussi.
::: correct
- Mme [Durand](NOM:PATIENT_E), *not the title*
- Prise de sang *nothing here*
:::
### Plus
::: incorrect
[Mme Durand](NOM:PATIENT_E)
:::
"""


def test_examples_are_the_lines_of_their_boxes_and_marked_lines_elsewhere():
    running, marked, bare, wrong = find_examples(read(BOXES))
    assert (running.text, running.verdict) == ("Dans le texte, Durand aussi.", "")
    assert (marked.text, marked.verdict) == ("Mme Durand,", "correct")
    assert marked.spans == (Span(4, 10, "NOM:PATIENT_E"),)
    assert (bare.text, bare.spans, bare.line) == ("Prise de sang", (), 5)
    assert (wrong.verdict, wrong.labels) == ("incorrect", ("NOM:PATIENT_E",))


def test_inside_a_mark_everything_but_brackets_is_text():
    (example,) = find_examples(read(r"[a*b*\]c <b>](TEMPORAL:DATE)"))
    assert example.text == "a*b*]c <b>"
    assert example.spans == (Span(0, 10, "TEMPORAL:DATE"),)


@pytest.mark.parametrize("markdown", NASTY, ids=range(len(NASTY)))
def test_whatever_is_written_can_be_read(markdown):
    guidelines = read(markdown)
    find_problems(guidelines, CATEGORIES)
    list(find_examples(guidelines))


HOSTILE = ["[", "[a", "{", "`", "*a ", "*_a", "> ", "- ", "[a](b", "<b>", "|", "![", "\\[", "]("]


@pytest.mark.parametrize("piece", HOSTILE)
def test_reading_takes_time_in_proportion_to_the_length(piece):
    # Calls, not seconds: they are the same on every machine.
    assert calls(piece * 4000) < 2.6 * calls(piece * 2000)


def calls(markdown: str) -> int:
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        read(markdown)
    finally:
        sys.setprofile(before)
    return count
