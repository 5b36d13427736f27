"""Where a unit's name ends, and whose unit it is."""

import pytest

from detection import detect
from text.markup import parse, render


@pytest.mark.parametrize(
    "marked",
    [
        "Le [service de pneumologie](CHUV:STRUCTURE_RÉFÉRENCE) signale une fièvre.",
        "Le [service de chirurgie cardiaque](CHUV:STRUCTURE_RÉFÉRENCE) propose une valve.",
        "[Service d'oto-rhino-laryngologie et de chirurgie cervico-faciale](CHUV:STRUCTURE_RÉFÉRENCE)",
        "[Unité de soins intensifs de pédiatrie](CHUV:STRUCTURE_RÉFÉRENCE) pleine.",
        "[service de neurologie](CHUV:STRUCTURE_RÉFÉRENCE) du [CHUV](ORGANISATION)",
        "service de neurologie de l'[Hôpital de Sion](ORGANISATION)",
        "service de neurologie à [Sion](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE)",
        "Hospitalisée en [XQTR](CHUV:STRUCTURE_RÉFÉRENCE) puis rentrée.",
        "Retour en EMS, rente AI.",
    ],
)
def test_units_end_where_their_name_ends_and_belong_to_their_hospital(marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked
