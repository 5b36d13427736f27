"""An organisation's own words: found as they were written, and part of longer spans of their category."""

import pytest

from detection.base import Finding
from detection.rules.own import OwnWords, own_group, own_words_rule
from detection.rules.pipeline import Additions, RuleDetector
from detection.rules.rules import Finder, Rule, RuleGroup
from text.markup import parse, render

UNIT = "CHUV:STRUCTURE_RÉFÉRENCE"
WORDS = ("Riponne ambulatoire", "SI", "Azuré", "dosimétrie")


def marked(text, *groups):
    own = OwnWords("units", UNIT, WORDS)
    additions = Additions(rules=(own_words_rule(own),))
    detector = RuleDetector((*groups, own_group([own])), language="fr", additions=additions)
    return render(text, detector.detect(text))


@pytest.mark.parametrize(
    "expected",
    [
        f"Vu en [Riponne ambulatoire]({UNIT}).",
        f"Vu en [RIPONNE AMBULATOIRE]({UNIT}).",
        f"Vu en [Riponne Ambulatoire]({UNIT}), puis en [Azure]({UNIT}).",
        f"Mesure en [Dosimétrie]({UNIT}), [dosimetrie]({UNIT}).",
        f"Passe aux [SI]({UNIT}) si besoin.",
        f"De l'[SI]({UNIT})-2, dès 8h.",
        "Un ciel azuré, sans riponne ambulatoire.",
        "Les SIDA et SI12 ne sont pas des unités.",
    ],
)
def test_words_are_found_by_accents_and_case_as_declared(expected):
    assert marked(parse(expected)[0]) == expected


def test_a_rule_of_the_same_category_may_go_beyond_an_own_word():
    group = RuleGroup(name="test", rules=(_whole_line(UNIT),), meanings={})
    assert marked("service Azuré", group) == f"[service Azuré]({UNIT})"


def test_a_rule_of_another_category_does_not_take_its_place():
    group = RuleGroup(name="test", rules=(_whole_line("ORGANISATION"),), meanings={})
    assert marked("service Azuré", group) == f"service [Azuré]({UNIT})"


def _whole_line(label):
    def find(reading):
        return [Finding(0, len(reading.text), label, "test.line")]

    return Rule(label, (Finder(find),))
