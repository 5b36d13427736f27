"""The order of rules is data: declared, checked for cycles, drawn."""

import re
from xml.etree import ElementTree as ET

import pytest

from detection.base import Finding
from detection.errors import CyclicRules, UnknownRule
from detection.rules.drawing import AFTER, NEEDS, OVERRIDES, Edge, draw, drawn_edges, layers
from detection.rules.languages import LANGUAGES
from detection.rules.pipeline import RuleDetector, detector
from detection.rules.rules import Finder, Rule, RuleGroup, in_order


def rule(label, **links):
    return Rule(label, (), **{kind: frozenset(labels) for kind, labels in links.items()})


def test_a_rule_comes_after_all_it_depends_on():
    rules = [rule("D", needs="C"), rule("C", after="AB"), rule("B", overrides="A"), rule("A")]
    assert [each.label for each in in_order(rules)] == ["A", "B", "C", "D"]


def test_rules_that_wait_for_each_other_are_refused_by_name():
    with pytest.raises(CyclicRules, match=r"(A → B → C → A|B → C → A → B|C → A → B → C)"):
        in_order([rule("A", needs="C"), rule("B", needs="A"), rule("C", after="B")])


def test_a_dependency_that_nobody_finds_is_refused():
    with pytest.raises(UnknownRule, match="HOUSE depends on STREET"):
        in_order([rule("HOUSE", needs=["STREET"])])


def test_a_later_rule_sees_and_may_override_what_an_earlier_one_found():
    def digits(reading):
        for match in re.finditer(r"\d+", reading.text):
            yield Finding(*match.span(), "TELEPHONE", "test.digits")

    def after_fax(reading):
        for found in reading.found.of("TELEPHONE"):
            if "fax" in reading.text[: found.start].lower():
                yield Finding(found.start, found.end, "FAX", "test.fax")

    rules = (
        Rule(
            "FAX",
            (Finder(after_fax),),
            needs=frozenset(["TELEPHONE"]),
            overrides=frozenset(["TELEPHONE"]),
        ),
        Rule("TELEPHONE", (Finder(digits),)),
    )
    group = RuleGroup("test", rules, meanings={"digits": "digits", "fax": "after fax"})
    found = RuleDetector([group], language="fr").explain("tel 12, Fax 34")
    assert [(each.start, each.label) for each in found] == [(4, "TELEPHONE"), (12, "FAX")]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_set_of_rules_has_an_order_and_one_rule_a_category(language):
    rules = [each for group in LANGUAGES[language] for each in group.rules]
    assert len({each.label for each in rules}) == len(rules)
    assert len(in_order(rules)) == len(rules)


def test_the_dependencies_of_the_thesis_are_declared():
    links = {each.label: each for each in detector("fr").rules}
    street, place = "EMPLACEMENT:RUE", "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
    assert street in links["EMPLACEMENT:NUMÉRO_HABITATION"].needs
    assert place in links["EMPLACEMENT:CODE_CANTON"].needs
    assert place in links["EMPLACEMENT:CODE_POSTAL"].needs
    assert "CONTACT:TÉLÉPHONE" in links["CONTACT:FAX"].overrides


def test_the_drawing_leaves_out_mere_order_that_follows_from_other_edges():
    rules = [rule("A"), rule("B", needs="A"), rule("C", after="AB"), rule("D", overrides="C")]
    assert drawn_edges(rules) == [
        Edge("A", "B", NEEDS),
        Edge("B", "C", AFTER),
        Edge("C", "D", OVERRIDES),
    ]
    assert layers(rules) == [["A"], ["B"], ["C"], ["D"]]


def test_the_drawing_is_well_formed_and_names_every_category():
    rules = detector("fr").rules
    picture = ET.fromstring(draw(rules, title="Order & <rules>"))
    names = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert names == {each.label for each in rules}
