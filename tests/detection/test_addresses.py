"""Numbers in addresses against the other numbers they look like."""

import pytest

from detection import detect
from text.markup import parse, render


@pytest.mark.parametrize(
    "marked",
    [
        "[1950](EMPLACEMENT:CODE_POSTAL) [Sion](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE)",
        "[2020](EMPLACEMENT:CODE_POSTAL) [Neuchâtel](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE)",
        "En [2019](TEMPORAL:DATE) [Lausanne](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE) puis retour.",
        "Diurèse 1500 ml, leucocytes 8000.",
        "[Rue de l'Ancienne-Poste](EMPLACEMENT:RUE) [15](EMPLACEMENT:NUMÉRO_HABITATION)",
        "Chute à la [rue du Lac](EMPLACEMENT:RUE) 2 heures plus tôt.",
        "[Av.de la Gare](EMPLACEMENT:RUE) [3](EMPLACEMENT:NUMÉRO_HABITATION)",
        "[Av#de la Gare](EMPLACEMENT:RUE) [3](EMPLACEMENT:NUMÉRO_HABITATION)",
    ],
)
def test_the_surroundings_of_a_number_decide(marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked
