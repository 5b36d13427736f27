"""Every rule of the detector is in words, in both languages."""

import pytest
from django.utils import translation

from contests.proposals.tags import OWN_MEANINGS, meanings, rule_words

RULES = sorted(meanings())


def test_own_words_and_formats_have_words_as_well():
    assert {"own.word", "own.format"} == set(OWN_MEANINGS)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_translated(rule):
    with translation.override("en"):
        english = rule_words(rule)
    with translation.override("fr"):
        french = rule_words(rule)
    assert english == meanings()[rule]
    assert french != english


def test_a_rule_that_no_longer_exists_keeps_its_name():
    assert rule_words("names.of_old") == "names.of_old"
