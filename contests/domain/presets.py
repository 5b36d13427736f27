"""Ready-made sets of categories."""

from collections.abc import Sequence
from dataclasses import dataclass

from contests.domain.arms import supercategory


@dataclass(frozen=True)
class Family:
    """A supercategory with its colour and its labels."""

    name: str
    colour: str
    labels: tuple[str, ...]


def _families(rows: Sequence[tuple[str, str]]) -> tuple[Family, ...]:
    """Return families from (colour, labels) rows."""
    split = [(colour, tuple(labels.split())) for colour, labels in rows]
    return tuple(Family(supercategory(labels[0]), colour, labels) for colour, labels in split)


# The categories of personal data at a Swiss university hospital (thesis, table 2.1).
SWISS_HOSPITAL = _families(
    [
        ("#7a7a85", "AUTRES"),
        ("#1f8a70", "CHUV:BÂTIMENT_CHAMBRE_OU_LIT CHUV:STRUCTURE_RÉFÉRENCE"),
        ("#0f83c9", "CONTACT:EMAIL CONTACT:FAX CONTACT:TÉLÉPHONE CONTACT:URL"),
        (
            "#c2571a",
            "DÉMOGRAPHIE:ÂGE DÉMOGRAPHIE:ÉTAT_CIVIL DÉMOGRAPHIE:NATIONALITÉ DÉMOGRAPHIE:PROFESSION",
        ),
        (
            "#4f8a10",
            """EMPLACEMENT:CODE_CANTON EMPLACEMENT:CODE_POSTAL EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE
            EMPLACEMENT:NUMÉRO_HABITATION EMPLACEMENT:PAYS EMPLACEMENT:RUE""",
        ),
        ("#8a5cd1", "ID:IPP ID:NUMÉRO_BON ID:NUMÉRO_SÉJOUR"),
        ("#d03a6a", "NOM:PATIENT_E NOM:PERSONNEL_MÉDICAL"),
        ("#9a7400", "ORGANISATION"),
        ("#b04ab8", "PERSONNES:LIEN_DE_PARENTÉ"),
        ("#4a63d8", "TEMPORAL:DATE TEMPORAL:TEMPS"),
    ]
)
# Digits first, then with Shift, then with Shift and Alt: what Prodigy's users have in their fingers.
SHORTCUTS = tuple(
    f"{prefix}{digit}" for prefix in ("", "Shift+", "Shift+Alt+") for digit in "1234567890"
)
# Pairs of different families that the thesis found people to mix up.
CONFUSABLE_PAIRS = (
    ("TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"),
    ("EMPLACEMENT:PAYS", "DÉMOGRAPHIE:NATIONALITÉ"),
)
