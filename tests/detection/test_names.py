"""Names: where each ends, whose they are, and where they stand again."""

import pytest

from detection import detect, explain
from detection.rules.languages import LANGUAGES
from detection.rules.lexicons.inflection import slips
from detection.rules.pipeline import Additions, RuleDetector
from text.markup import render

PATIENT, STAFF = "NOM:PATIENT_E", "NOM:PERSONNEL_MÉDICAL"


def names(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {PATIENT: [], STAFF: []}
    for span in detect(text):
        if span.label in found:
            found[span.label].append(text[span.start : span.end])
    return found


@pytest.mark.parametrize(
    ("after_title", "expected"),
    [
        ("Rose-Aimée Crausatz-Oberholz", ["Rose-Aimée", "Crausatz-Oberholz"]),
        ("Paul E. Savarioz", ["Paul", "E. Savarioz"]),
        ("Pittiloz S., cheffe", ["Pittiloz S."]),
        ("J.-P. Kormann", ["J.-P. Kormann"]),
        ("A#Chollet", ["A#Chollet"]),
        ("Maria da Conceição Ferreira", ["Maria", "da Conceição", "Ferreira"]),
        ("van der Meulen", ["van der Meulen"]),
        ("D'ORVILLAZ Simone", ["D'ORVILLAZ", "Simone"]),
        ("Ben Ahmed", ["Ben Ahmed"]),
        ("Nguyễn Văn Thành", ["Nguyễn", "Văn", "Thành"]),
    ],
)
def test_each_name_is_a_span_with_its_particle_and_initials(after_title, expected):
    assert names(f"Mme {after_title}")[PATIENT] == expected


def test_a_particle_after_a_surname_belongs_to_what_follows():
    assert names("Avis du Dr Rochat de la clinique")[STAFF] == ["Rochat"]


def test_a_role_makes_staff_of_someone_with_a_plain_form_of_address():
    assert names("Instrumentation: Mme Okonjo, M. Bellwaldet")[STAFF] == ["Okonjo", "Bellwaldet"]
    assert names("Mme Okonjo est revue par l'équipe.")[PATIENT] == ["Okonjo"]


def test_a_doctor_who_is_treated_is_a_patient():
    assert names("Le Dr Veluzat est hospitalisé.")[PATIENT] == ["Veluzat"]


def test_a_name_has_the_same_label_wherever_it_stands():
    text = "Vue par la Dre Delavenne. Mme Delavenne propose une IRM, Hélène Delavenne la demande."
    assert names(text)[STAFF] == ["Delavenne", "Delavenne", "Hélène", "Delavenne"]


def test_the_explanation_of_a_repeated_name_points_to_the_first():
    text = "Mme Okonjo dort. Okonjo ronfle."
    again = explain(text)[1]
    assert (again.rule, again.trigger) == ("patient_names.again", (4, 10))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sa fille Rosalie passe le soir.", ["Rosalie"]),
        ("Ses enfants Marc et Sophie sont informés.", ["Marc", "Sophie"]),
        ("Curatrice: Mme Chappuis", ["Chappuis"]),
        ("Mme Chappuis (fille) appelle.", ["Chappuis"]),
        ("Son frère, infirmier, M. Chappuis, passe.", ["Chappuis"]),
    ],
)
def test_relatives_and_others_near_are_on_the_side_of_the_patient(text, found):
    assert names(text) == {PATIENT: found, STAFF: []}


def test_a_surname_that_is_also_a_trade_or_a_town_is_a_name_after_a_title():
    assert names("M. Boulanger et Mme Martigny")[PATIENT] == ["Boulanger", "Martigny"]


def test_an_organisation_adds_its_own_staff():
    own = RuleDetector(
        LANGUAGES["fr"],
        language="fr",
        additions=Additions(words={"names.staff": ("Zwyssig",)}),
    )
    text = "Discuté en colloque, Zwyssig est d'accord."
    assert render(text, own.detect(text)) == text.replace("Zwyssig", f"[Zwyssig]({STAFF})")


def test_long_titles_are_found_when_mistyped():
    assert {"Monsier", "Monsieuur", "Mosnieur"} <= {slip.capitalize() for slip in slips("monsieur")}
    assert names("Monsier Karimi dort.")[PATIENT] == ["Karimi"]
