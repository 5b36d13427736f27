"""The default guidelines of the hospital preset: complete, alike in both languages, usable as tests."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.guidelines.domain.defaults import LANGUAGES, default_text
from contests.guidelines.domain.problems import find_problems
from contests.guidelines.domain.reading import KnownCategory, read
from tests.contests.guidelines.examples import CORRECT, INCORRECT, find_examples
from text.cleaning import clean
from text.markup import parse, render

# A category that was added later has a section with its description (`completed`), which needs no test.
CATEGORIES = {
    label: KnownCategory(label, number, supercategory.colour)
    for number, supercategory in enumerate(SWISS_HOSPITAL)
    for label in supercategory.labels
    if f"{{{label}}}" in default_text("swiss_hospital", "fr")
}
BOXED = re.compile(r"- (.+?)(?: \*[^*]+\*)?$")


def text_in(language):
    return default_text("swiss_hospital", language)


def examples_in(language):
    return [example for example in find_examples(read(text_in(language))) if example.verdict]


def correct_examples():
    return [example for example in examples_in("fr") if example.verdict == CORRECT]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_links_and_sections_are_in_order(language):
    assert find_problems(read(text_in(language)), CATEGORIES) == []


def test_both_languages_show_the_same_examples_in_the_same_order():
    french, english = (
        [(example.verdict, example.labels, example.text, example.spans) for example in examples]
        for examples in (examples_in("fr"), examples_in("en"))
    )
    assert french == english


def test_both_languages_have_the_same_sections():
    french, english = (
        [(heading.number, heading.labels) for heading in read(text_in(language)).headings]
        for language in LANGUAGES
    )
    assert french == english


def test_each_category_is_shown_right_and_wrong():
    assert len(CATEGORIES) >= 26
    shown = Counter((example.labels[0], example.verdict) for example in examples_in("fr"))
    assert {label for label in CATEGORIES if shown[label, CORRECT] < 4} == set()
    assert {label for label in CATEGORIES if shown[label, INCORRECT] < 2} == set()


def test_each_correct_box_marks_its_category():
    marked = {
        example.labels[0]
        for example in correct_examples()
        if example.labels[0] in {span.label for span in example.spans}
    }
    assert marked == set(CATEGORIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_one_line_of_the_markup_that_tests_use(language):
    lines = text_in(language).splitlines()
    for example in examples_in(language):
        text, spans = parse(BOXED.match(lines[example.line - 1])[1])
        assert (text, tuple(spans)) == (example.text, example.spans)
        assert parse(render(text, spans)) == (text, spans)


def test_examples_look_as_preprocessing_leaves_a_line():
    assert [e.text for e in examples_in("fr") if clean(e.text, kind="text") != e.text] == []


def test_marks_in_an_example_neither_overlap_nor_begin_or_end_with_a_blank():
    for example in examples_in("fr"):
        assert all(before.end <= after.start for before, after in pairwise(example.spans))
        for span in example.spans:
            words = example.text[span.start : span.end]
            assert words == words.strip() != ""


def test_what_is_marked_once_in_a_correct_example_is_marked_wherever_it_occurs_in_it():
    for example in correct_examples():
        inside = {place for span in example.spans for place in range(span.start, span.end)}
        for span in example.spans:
            words = re.escape(example.text[span.start : span.end])
            found = re.finditer(rf"(?<!\w){words}(?!\w)", example.text)
            assert all(match.start() in inside for match in found), example.text


def test_no_example_stands_twice_in_a_section():
    shown = Counter((example.labels, example.text, example.spans) for example in examples_in("fr"))
    assert [example for example, count in shown.items() if count > 1] == []


def test_french_punctuation_has_its_unbreakable_space():
    without_examples = re.sub(r"\[[^\]]*\]\([^)]*\)", "", text_in("fr"))
    prose = [line for line in without_examples.splitlines() if not line.startswith(("- ", ":::"))]
    assert [line for line in prose if re.search(r" [:;?!»]|« |\w[;?!»]", line)] == []
