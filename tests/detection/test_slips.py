"""Long words are known with one slip of the finger."""

from detection import detect
from detection.rules.lexicons.inflection import slips
from text.markup import parse


def test_a_slip_loses_doubles_or_exchanges_one_letter():
    assert {"séjor", "séjjour", "sjéour"} <= set(slips("séjour"))


def test_short_words_have_no_slips():
    assert list(slips("mardi")) == []


def test_a_mistyped_word_announces_its_number_all_the_same():
    text, spans = parse("No sjéour: [2013385027](ID:NUMÉRO_SÉJOUR), [vednredi](TEMPORAL:DATE)")
    assert detect(text) == spans
