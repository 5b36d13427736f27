"""The guidelines that come with the platform hold what they promise, in every language."""

from pathlib import Path

import pytest

from contests.categories.domain.presets import PRESETS
from contests.guidelines.domain.defaults import (
    LANGUAGES,
    Described,
    completed,
    default_text,
    matching_defaults,
    skeleton,
)
from contests.guidelines.domain.problems import find_problems
from contests.guidelines.domain.reading import KnownCategory, read
from tests.contests.guidelines.examples import CORRECT, INCORRECT, find_examples

FOLDER = Path(__file__).parents[3] / "contests" / "guidelines"
FILES = sorted(FOLDER.glob("*.md"))
WRITTEN = [preset for preset in PRESETS.values() if preset.guidelines]


def spoken_of(preset) -> list[str]:
    """Return the preset's labels that its guidelines had when they were written; others get a skeleton."""
    text = default_text(preset.guidelines, "fr")
    return [label for label in preset.labels if f"{{{label}}}" in text]


LABELS = [(preset, label) for preset in WRITTEN for label in spoken_of(preset)]


def categories_of(name: str) -> dict[str, KnownCategory]:
    (preset,) = [each for each in WRITTEN if each.guidelines == name]
    return {label: KnownCategory(label, 1, "#000000") for label in spoken_of(preset)}


def parts(path: Path) -> tuple[str, str]:
    name, language, _ending = path.name.split(".")
    return name, language


def test_every_preset_that_promises_guidelines_has_them_in_every_language():
    assert {parts(path) for path in FILES} == {
        (preset.guidelines, language) for preset in WRITTEN for language in LANGUAGES
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_default_guidelines_have_no_problem(path):
    name, _language = parts(path)
    assert find_problems(read(path.read_text("utf-8")), categories_of(name)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_marked_example_uses_a_label_of_the_preset(path):
    name, _language = parts(path)
    examples = list(find_examples(read(path.read_text("utf-8"))))
    used = {span.label for example in examples for span in example.spans}
    assert used == set(categories_of(name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("preset", "label"), LABELS, ids=[label for _, label in LABELS])
def test_every_category_has_a_section_with_correct_examples_of_it(preset, label, language):
    examples = find_examples(read(default_text(preset.guidelines, language)))
    shown = [
        example
        for example in examples
        if label in example.labels
        and example.verdict == CORRECT
        and any(span.label == label for span in example.spans)
    ]
    assert len(shown) >= 2


@pytest.mark.parametrize("preset", WRITTEN, ids=lambda preset: preset.key)
def test_all_languages_have_the_same_sections(preset):
    outlines = [
        [(heading.number, heading.labels) for heading in read(text).headings]
        for text in (default_text(preset.guidelines, language) for language in LANGUAGES)
    ]
    assert outlines.count(outlines[0]) == len(LANGUAGES)


@pytest.mark.parametrize("preset", WRITTEN, ids=lambda preset: preset.key)
def test_all_languages_have_the_same_examples(preset):
    """They are lines of the notes, which are in one language whatever the reader's."""
    boxes = [
        [
            (example.text, example.spans, example.verdict)
            for example in find_examples(read(default_text(preset.guidelines, language)))
            if example.verdict in (CORRECT, INCORRECT)
        ]
        for language in LANGUAGES
    ]
    assert boxes.count(boxes[0]) == len(LANGUAGES)
    assert len(boxes[0]) > 50


def test_a_contest_with_the_presets_categories_is_offered_its_guidelines():
    labels = PRESETS["swiss_hospital"].labels
    assert matching_defaults(labels) == "swiss_hospital"
    assert matching_defaults([*labels, "MORE:OF_IT"]) == "swiss_hospital"
    assert matching_defaults(labels[:10]) == ""
    assert matching_defaults([]) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_category_that_ready_made_guidelines_lack_gets_a_section_behind_them(language):
    text = default_text("swiss_hospital", language)
    known = [Described(label, "", "") for label in spoken_of(PRESETS["swiss_hospital"])]
    more = completed(text, [*known, Described("ID:AVS", "ID", "A number.")], language)
    assert more == f"{text.rstrip()}\n\n## ID\n\n### {{ID:AVS}}\n\nA number.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_categories_get_a_skeleton_with_a_section_each(language):
    described = [
        Described("NAME:PATIENT", "NAME", "Names of patients."),
        Described("NAME:STAFF", "NAME", ""),
        Described("DATE", "DATE", ""),
    ]
    guidelines = read(skeleton(described, language))
    known = {each.label: KnownCategory(each.label, 1, "#000000") for each in described}
    assert find_problems(guidelines, known) == []
    assert guidelines.title
    assert [heading.number for heading in guidelines.headings] == [
        "1",
        "2",
        "2.1",
        "2.2",
        "3",
        "3.1",
    ]
