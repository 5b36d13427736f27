"""Where the name of an organisation begins and ends."""

import pytest

from detection import detect
from text.markup import parse, render


@pytest.mark.parametrize(
    "marked",
    [
        "Employeur: [Mécanique du Jorat SA](ORGANISATION).",
        "[Aarau](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE) [AG](EMPLACEMENT:CODE_CANTON)",
        "Dialyse au [Centre de dialyse de Vevey](ORGANISATION).",
        "Assurance de base: [Assura Basis](ORGANISATION)",
        "La [Croix-Rouge fribourgeoise](ORGANISATION) passe le soir.",
        "SUIVI À L'[HÔPITAL DE VAUFOUX](ORGANISATION) POUR UNE HTA.",
        "EXAMEN CLINIQUE: BON ÉTAT GÉNÉRAL, SOUFFLE AU FOYER AORTIQUE.",
        "Examen clinique rassurant, suivi à la clinique.",
    ],
)
def test_names_are_taken_whole_and_words_left(marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked
