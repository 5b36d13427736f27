"""Finders that are not asked would have found nothing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from demo.notes.generator import generate
from detection.base import Finding
from detection.rules.languages import LANGUAGES
from detection.rules.pipeline import RuleDetector, detector
from detection.rules.rules import Finder, Rule, RuleGroup
from text.markup import parse

NOTES = sorted((Path(__file__).parents[1] / "data" / "detection").glob("*.txt"))
EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.txt"))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in (*NOTES, *EXAMPLES)]
    marked = [line for text in texts for line in text.splitlines() if line]
    demo = [line.text for each in generate(60, seed=411) for line in each.gold]
    written = [parse(line)[0] for line in marked]
    return [*written, *(line.upper() for line in written), *demo, "\n".join(written[:40])]


@pytest.fixture(scope="module")
def patient() -> RuleDetector:
    """Return a detector that asks every finder, whatever the text."""
    return detector_with(lambda _, finder: Finder(finder.find))


def detector_with(change: Callable[[Rule, Finder], Finder]) -> RuleDetector:
    groups = [
        replace(
            group,
            rules=tuple(
                replace(rule, finders=tuple(change(rule, finder) for finder in rule.finders))
                for rule in group.rules
            ),
        )
        for group in LANGUAGES["fr"]
    ]
    return RuleDetector(groups, language="fr")


def test_asking_every_finder_finds_no_more(lines, patient):
    quick = detector("fr")
    assert [line for line in lines if quick.explain(line) != patient.explain(line)] == []


def test_many_texts_at_once_are_read_like_each_alone(lines, monkeypatch):
    alone = detector("fr")
    # The last portion is not full, and one is cut by its length.
    monkeypatch.setattr("detection.rules.pipeline._TEXTS_AT_ONCE", 97)
    monkeypatch.setattr("detection.rules.pipeline._CHARACTERS_AT_ONCE", 9_000)
    assert list(alone.detect_all(iter(lines))) == [alone.explain(line) for line in lines]
    assert list(alone.detect_all([])) == []


def test_a_finder_without_its_triggers_is_not_asked():
    asked = []

    def noted(rule, finder):
        return finder._replace(find=lambda reading: asked.append(rule.label) or ())

    detector_with(noted).explain("Auscultation normale, abdomen souple")
    assert asked == []


def test_a_finder_is_asked_where_something_of_each_occurs():
    asked = []

    def rule(label, triggers, also, finds=False):
        def find(reading):
            asked.append(label)
            return [Finding(0, 1, label, "test.all")] if finds else []

        return Rule(label, (Finder(find, triggers, also),))

    group = RuleGroup(
        name="test",
        rules=(
            rule("A", {"titles"}, {"verbs", "figures.word"}),
            rule("B", {"verbs"}, set(), finds=True),
            rule("C", {"B"}, {"titles"}),
            rule("D", {"titles", "B"}, {"figures.word"}),
            rule("E", set(), {"figures.word"}),
        ),
        meanings={},
        lexicons={"titles": lambda: ["Dr"], "verbs": lambda: ["passe"]},
    )
    detector = RuleDetector([group], language="fr")
    for text, expected in {
        "Dr Rochat": "",
        "Dr Rochat passe": "ABC",
        "Dr Rochat 2": "ADE",
        "passe 2": "BDE",
        "Dr Rochat passe 2": "ABCDE",
        "rien": "",
    }.items():
        asked.clear()
        detector.explain(text)
        assert "".join(asked) == expected


def test_every_trigger_is_a_lexicon_a_shape_a_kind_of_number_or_a_category_found_before():
    groups = LANGUAGES["fr"]
    known = {name for group in groups for name in (*group.lexicons, *group.shapes, *group.written)}
    for rule in detector("fr").rules:
        # What a later rule finds wakes none before it; what it found itself may wake its last finder.
        known.add(rule.label)
        for finder in rule.finders:
            unknown = {each for each in finder.triggers if each not in known}
            assert {each for each in unknown if not each.startswith("figures.")} == set()


def test_what_must_occur_as_well_is_a_lexicon_a_shape_or_a_kind_of_number():
    groups = LANGUAGES["fr"]
    names = {name for group in groups for name in (*group.lexicons, *group.shapes, *group.written)}
    also = {name for rule in detector("fr").rules for each in rule.finders for name in each.also}
    assert {name for name in also - names if not name.startswith("figures.")} == set()


def test_what_a_rule_found_wakes_those_that_build_on_it():
    asked = []

    def rule(label, *triggers, finds=False):
        def find(reading):
            asked.append(label)
            return [Finding(0, 1, label, "test.all")] if finds else []

        return Rule(label, (Finder(find, triggers),))

    rules = [rule("A", finds=True), rule("B"), rule("C", "A"), rule("D", "B"), rule("E", "C")]
    group = RuleGroup(name="test", rules=tuple(rules), meanings={})
    RuleDetector([group], language="fr").explain("Vu ce jour")
    assert asked == ["A", "B", "C"]


def test_combinations_of_triggers_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr("detection.rules.triggers._KEPT", 2)
    small = RuleDetector(LANGUAGES["fr"], language="fr")
    for line in ("Vu le 3 mai", "Mme Rochat", "Tél. 021 555 01 02", "Sa fille", "à 14h30"):
        assert small.explain(line) == detector("fr").explain(line)
    assert len(small._index._memory) == 2
