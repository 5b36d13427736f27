"""Places that no list has, places that are also words, and what stands around both."""

import pytest

from detection import detect, explain
from detection.rules.lexicons.packages import doubtful_places, known_places, places_without_article
from text.markup import parse, render

UNLISTED = "Ouffrelaz"
SURROUNDINGS = [
    "Domicilié à {}.",
    "Elle habite {} depuis longtemps.",
    "Née à {}, au Portugal.",
    "Originaire de {}.",
    "Transfert demandé à {}.",
    "En vacances à {}.",
    "{}, le 12#03#2021",
    "Lieu de naissance: {}",
    "Rue du Stand 4, 1999 {}",
    "Rue du Stand 4, {}",
    "Dr Keller, {}",
    "Dr Keller ({})",
    "Dans le district de {}.",
    "Habite {} VD.",
    "Retour à {}-sur-Broye.",
]


@pytest.mark.parametrize("sentence", SURROUNDINGS)
def test_an_unlisted_place_is_found_by_its_surroundings(sentence):
    text = sentence.format(UNLISTED)
    places = [text[span.start : span.end] for span in detect(text) if "GÉOGRAPHIQUE" in span.label]
    assert [place.partition("-")[0] for place in places] == [UNLISTED]


@pytest.mark.parametrize("word", ["Bulle", "Gland", "Bière", "Aigle", "Sens", "Lens", "Tours"])
def test_a_place_that_is_also_a_word_needs_its_surroundings(word):
    assert detect(f"{word} sans particularité.") == []
    text, spans = parse(f"Vit à [{word}](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE).")
    assert detect(text) == spans


@pytest.mark.parametrize(
    "marked",
    [
        "Mme [Romont](NOM:PATIENT_E) dort bien.",
        "Dr [Savigny](NOM:PERSONNEL_MÉDICAL) avisé.",
        "Critères de Rome IV, score de Genève à 3.",
        "Trajet [Lausanne](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE)-[Genève](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE) en train.",
        "Le tampon est retiré.",
    ],
)
def test_people_medicine_and_words_are_no_places(marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked


def test_names_are_known_with_and_without_hyphens_and_with_short_saints():
    known = set(known_places())
    assert {"Saint-Légier", "St-Légier", "St. Légier", "St#Légier", "Saint Légier"} <= known
    assert {"La Chaux-de-Fonds", "La Chaux de Fonds"} <= known


def test_doubtful_names_are_not_known_ones():
    assert not set(doubtful_places()) & set(known_places())
    assert "Locle" in places_without_article()
    assert "Port" not in places_without_article()


def test_the_rule_and_its_trigger_are_told():
    text = "Vit à Ouffrelaz."
    [finding] = explain(text)
    assert finding.rule.startswith("places.")
    assert finding.trigger is not None
    assert text[slice(*finding.trigger)] in ("à", "Vit")
