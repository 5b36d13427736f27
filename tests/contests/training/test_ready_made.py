"""The ready-made training tasks: twenty texts that teach the twenty-five categories."""

from itertools import pairwise

import pytest

from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.guidelines.domain.defaults import default_text
from contests.guidelines.domain.reading import read
from contests.training.domain import default_tasks, read_tasks
from detection import detect
from detection.phi import FALLBACK
from tests.contests.guidelines.examples import CORRECT, find_examples
from text.markup import parse, render
from text.spans import overlap

LABELS = {label for supercategory in SWISS_HOSPITAL for label in supercategory.labels}
each_language = pytest.mark.parametrize("language", ["fr", "en"])


def tasks_in(language):
    tasks, problems = read_tasks(default_tasks("swiss_hospital", language), labels=LABELS)
    assert problems == []
    return tasks


@each_language
def test_there_are_twenty_and_each_says_what_to_remember(language):
    tasks = tasks_in(language)
    assert len(tasks) == len({task.text for task in tasks}) == 20
    assert all(task.note for task in tasks)


@each_language
def test_they_show_every_category(language):
    shown = {unit.label for task in tasks_in(language) for unit in task.units}
    # Those that the guidelines teach; a category that was added later has no task yet.
    text = default_text("swiss_hospital", language)
    assert shown == {label for label in LABELS if f"{{{label}}}" in text}


@each_language
def test_some_have_nothing_to_mark(language):
    assert sum(not task.units for task in tasks_in(language)) >= 2


@each_language
def test_what_is_marked_has_no_blank_or_stop_at_its_edge(language):
    for task in tasks_in(language):
        for unit in task.units:
            words = task.text[unit.start : unit.end]
            assert words == words.strip(" ,.:;()/"), words


def test_both_languages_teach_the_same_in_the_same_order():
    french, english = (
        [[unit.label for unit in task.units] for task in tasks_in(language)]
        for language in ("fr", "en")
    )
    assert [sorted(labels) for labels in french] == [sorted(labels) for labels in english]


def test_words_that_the_guidelines_leave_out_are_left_out():
    outside = (
        "Madame",
        "Monsieur",
        "Dr",
        "Dre",
        "Mme",
        "IPP",
        "chambre",
        "lit",
        "fax",
        "sa ",
        "le ",
    )
    for task in tasks_in("fr"):
        for unit in task.units:
            assert not task.text[unit.start : unit.end].startswith(outside), task.text


def test_they_are_other_texts_than_the_examples_of_the_guidelines():
    shown = {
        example.text
        for example in find_examples(read(default_text("swiss_hospital", "fr")))
        if example.verdict == CORRECT
    }
    assert not shown & {task.text for task in tasks_in("fr")}


def spans_side_by_side(text, units):
    """Return the labels of each two neighbours with a blank between them, as a name behind its word for kin."""
    return {
        (before.label, after.label)
        for before, after in pairwise(sorted(units))
        if text[before.end : after.start] == " "
    }


@each_language
def test_they_label_neighbours_as_the_guidelines_own_examples_do(language):
    taught = set()
    for example in find_examples(read(default_text("swiss_hospital", language))):
        if example.verdict == CORRECT:
            taught |= spans_side_by_side(example.text, example.spans)
    for task in tasks_in(language):
        assert spans_side_by_side(task.text, task.units) <= taught, task.text


@each_language
def test_words_that_the_guidelines_mark_too_have_the_same_label(language):
    examples = find_examples(read(default_text("swiss_hospital", language)))
    taught = {
        (example.text[span.start : span.end].casefold(), span.label)
        for example in examples
        if example.verdict == CORRECT
        for span in example.spans
    }
    known = {words for words, _label in taught}
    for task in tasks_in(language):
        for unit in task.units:
            words = task.text[unit.start : unit.end].casefold()
            assert words not in known or (words, unit.label) in taught, task.text


def test_the_rules_find_exactly_what_the_french_ones_teach():
    for task in tasks_in("fr"):
        sought = [unit for unit in task.units if unit.label != FALLBACK]
        assert detect(task.text) == sought, task.text


def test_the_rules_call_nothing_otherwise_than_the_english_ones():
    """They read little English: what they find at a unit has its label."""
    for task in tasks_in("en"):
        for found in detect(task.text):
            at = [unit.label for unit in task.units if overlap(unit.extent, found.extent)]
            assert found.label in at or not at, task.text


@each_language
def test_each_can_be_written_again_as_it_was_read(language):
    for task in tasks_in(language):
        assert parse(render(task.text, task.units)) == (task.text, list(task.units))


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("[x](NO:SUCH)", "unknown-label"),
        ("[a](TEMPORAL:DATE)" + "b" * 2001, "training-text-too-long"),
    ],
)
def test_a_line_that_cannot_be_a_task_is_named_with_its_number(written, code):
    tasks, problems = read_tasks(f"# note\n\nfine\n{written}\n> remark", labels=LABELS)
    assert [task.text for task in tasks] == ["fine"]
    assert [(each.line, each.error.code) for each in problems] == [(4, code)]
