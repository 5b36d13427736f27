"""Dates, times, ages, contacts and numbers say which rule and which words found them."""

import pytest

from detection import explain


@pytest.mark.parametrize(
    ("text", "rule", "trigger"),
    [
        ("Fax: 021 013 45 67", "contact.fax", "Fax"),
        ("021 013 45 67 (fax)", "contact.fax", "fax"),
        ("Bip 45678", "contact.after_word", "Bip"),
        ("No séjour: 2013385027", "identifiers.after_word", "séjour"),
        ("IPP3307812", "identifiers.after_word", "IPP"),
        ("du 4 au 8 octobre", "dates.interval", "octobre"),
        ("le jour de Noël", "dates.feast", "Noël"),
        ("dimanche 16", "dates.weekday", "dimanche"),
        ("à 9h45", "times.figures", "9h45"),
        ("vers dix heures", "times.words", "heures"),
        ("patiente de 71 ans", "ages.unit", "ans"),
        ("Âge: 72", "ages.word", "Âge"),
    ],
)
def test_a_finding_names_its_rule_and_its_trigger(text, rule, trigger):
    (finding,) = explain(text)
    assert finding.rule == rule
    assert finding.trigger is not None
    assert text[slice(*finding.trigger)] == trigger


def test_numbers_of_two_words_stand_in_the_order_of_the_words():
    findings = explain("Séjour/IPP: 2013385027 / 8005521347")
    assert [finding.label for finding in findings] == ["ID:NUMÉRO_SÉJOUR", "ID:IPP"]
