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


def test_a_finder_without_its_triggers_is_not_asked():
    asked = []

    def noted(rule, finder):
        return finder._replace(find=lambda reading: asked.append(rule.label) or ())

    detector_with(noted).explain("Auscultation normale, abdomen souple")
    assert asked == []


def test_every_trigger_is_a_lexicon_a_shape_a_kind_of_number_or_a_category_found_before():
    groups = LANGUAGES["fr"]
    known = {name for group in groups for name in (*group.lexicons, *group.shapes, *group.written)}
    for rule in detector("fr").rules:
        # What a later rule finds wakes none before it; what it found itself may wake its last finder.
        known.add(rule.label)
        for finder in rule.finders:
            unknown = {each for each in finder.triggers if each not in known}
            assert {each for each in unknown if not each.startswith("figures.")} == set()


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
