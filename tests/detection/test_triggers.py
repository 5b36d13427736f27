"""Rules that are not asked would have found nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.domain.markup import parse
from demo.notes import generate
from detection.findings import Finding
from detection.languages import LANGUAGES
from detection.pipeline import Detector, detector
from detection.rules import Family, Rule

NOTES = sorted((Path(__file__).parents[1] / "data" / "detection").glob("*.txt"))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    marked = [line for path in NOTES for line in path.read_text(encoding="utf-8").splitlines()]
    demo = [line.text for each in generate(60, seed=411) for line in each.gold]
    written = [parse(line)[0] for line in marked]
    return [*written, *(line.upper() for line in written), *demo, "\n".join(written[:40])]


@pytest.fixture(scope="module")
def patient() -> Detector:
    """Return a detector that asks every rule, whatever the text."""
    families = [
        replace(
            family,
            rules=tuple(replace(rule, triggers=frozenset(), sign=None) for rule in family.rules),
        )
        for family in LANGUAGES["fr"]
    ]
    return Detector(families, language="fr")


def test_asking_every_rule_finds_no_more(lines, patient):
    quick = detector("fr")
    assert [line for line in lines if quick.explain(line) != patient.explain(line)] == []


def test_a_rule_without_its_triggers_is_not_asked():
    asked = []
    families = [
        replace(
            family,
            rules=tuple(
                replace(rule, find=lambda reading, rule=rule: asked.append(rule.label) or ())
                for rule in family.rules
            ),
        )
        for family in LANGUAGES["fr"]
    ]
    Detector(families, language="fr").explain("Auscultation normale, abdomen souple")
    assert asked == []


def test_every_trigger_is_a_lexicon_a_shape_a_kind_of_number_or_a_category_found_before():
    families = LANGUAGES["fr"]
    known = {name for family in families for name in (*family.lexicons, *family.shapes)}
    for rule in detector("fr").rules:
        unknown = {each for each in rule.triggers - known if not each.startswith("figures.")}
        assert unknown == set(), rule.label
        # What a later rule finds wakes none before it.
        known.add(rule.label)


def test_what_a_rule_found_wakes_those_that_build_on_it():
    asked = []

    def rule(label, *triggers, finds=False):
        def find(reading):
            asked.append(label)
            return [Finding(0, 1, label, "test.all")] if finds else []

        return Rule(label, find, triggers=frozenset(triggers))

    rules = [rule("A", finds=True), rule("B"), rule("C", "A"), rule("D", "B"), rule("E", "C")]
    family = Family(name="test", rules=tuple(rules), meanings={})
    Detector([family], language="fr").explain("Vu ce jour")
    assert asked == ["A", "B", "C"]


def test_combinations_of_triggers_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr("detection.triggers._KEPT", 2)
    small = Detector(LANGUAGES["fr"], language="fr")
    for line in ("Vu le 3 mai", "Mme Rochat", "Tél. 021 555 01 02", "Sa fille", "à 14h30"):
        assert small.explain(line) == detector("fr").explain(line)
    assert len(small._index._kept) == 2
