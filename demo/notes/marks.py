"""Gold marks inside a text: invisible brackets that travel through phrasing, noise and HTML.

Characters of the private use area stand for the brackets, one opening per label, so that a mark can be
lifted from the finished source at its exact place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from text.spans import Span

BUILDING = "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"
STRUCTURE = "CHUV:STRUCTURE_RÉFÉRENCE"
EMAIL = "CONTACT:EMAIL"
FAX = "CONTACT:FAX"
PHONE = "CONTACT:TÉLÉPHONE"
URL = "CONTACT:URL"
AGE = "DÉMOGRAPHIE:ÂGE"
CIVIL_STATUS = "DÉMOGRAPHIE:ÉTAT_CIVIL"
NATIONALITY = "DÉMOGRAPHIE:NATIONALITÉ"
PROFESSION = "DÉMOGRAPHIE:PROFESSION"
CANTON = "EMPLACEMENT:CODE_CANTON"
POSTCODE = "EMPLACEMENT:CODE_POSTAL"
PLACE = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
HOUSE_NUMBER = "EMPLACEMENT:NUMÉRO_HABITATION"
COUNTRY = "EMPLACEMENT:PAYS"
STREET = "EMPLACEMENT:RUE"
IPP = "ID:IPP"
ORDER_NUMBER = "ID:NUMÉRO_BON"
STAY_NUMBER = "ID:NUMÉRO_SÉJOUR"
PATIENT = "NOM:PATIENT_E"
STAFF = "NOM:PERSONNEL_MÉDICAL"
ORGANISATION = "ORGANISATION"
KINSHIP = "PERSONNES:LIEN_DE_PARENTÉ"
DATE = "TEMPORAL:DATE"
TIME = "TEMPORAL:TEMPS"

LABELS: tuple[str, ...] = (
    BUILDING, STRUCTURE, EMAIL, FAX, PHONE, URL, AGE, CIVIL_STATUS, NATIONALITY, PROFESSION, CANTON, POSTCODE,
    PLACE, HOUSE_NUMBER, COUNTRY, STREET, IPP, ORDER_NUMBER, STAY_NUMBER, PATIENT, STAFF, ORGANISATION, KINSHIP,
    DATE, TIME,
)  # fmt: skip
# The names under which phrase files mark a word themselves: {KIN=père}.
PHRASE_LABELS = {
    "KIN": KINSHIP, "CIVIL": CIVIL_STATUS, "GEO": PLACE, "STRUCT": STRUCTURE, "DATE": DATE, "ORG": ORGANISATION,
}  # fmt: skip

_FIRST_OPENING = 0xE000
_OPENINGS = {label: chr(_FIRST_OPENING + index) for index, label in enumerate(LABELS)}
CLOSING = chr(_FIRST_OPENING + 0xFF)
OPENING_CLASS = f"{chr(_FIRST_OPENING)}-{chr(_FIRST_OPENING + len(LABELS) - 1)}"
_BRACKET = re.compile(f"[{OPENING_CLASS}{CLOSING}]")


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One line of clean text with its gold units."""

    text: str
    spans: tuple[Span, ...]


def mark(label: str, text: str) -> str:
    """Return the text between the brackets of a label."""
    return f"{_OPENINGS[label]}{text}{CLOSING}"


def mark_each(label: str, words: Sequence[str]) -> str:
    """Return the words, each marked on its own."""
    return " ".join(mark(label, word) for word in words)


def lift(marked: str) -> tuple[str, list[Span]]:
    """Return the text without brackets, and the spans they enclosed."""
    pieces: list[str] = []
    spans: list[Span] = []
    length = position = start = 0
    label = ""
    for bracket in _BRACKET.finditer(marked):
        pieces.append(marked[position : bracket.start()])
        length += bracket.start() - position
        position = bracket.end()
        if bracket[0] == CLOSING:
            spans.append(Span(start, length, label))
        else:
            start, label = length, LABELS[ord(bracket[0]) - _FIRST_OPENING]
    return "".join(pieces) + marked[position:], spans
