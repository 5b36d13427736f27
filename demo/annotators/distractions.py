"""What people take for personal data though the guidelines say it is not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.domain.spans import Span


@dataclass(frozen=True)
class Distraction:
    """A pattern, and the label that a distracted person gives it."""

    name: str
    label: str
    pattern: re.Pattern[str]


def _distraction(name: str, label: str, pattern: str) -> Distraction:
    return Distraction(name, label, re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE))


DISTRACTIONS = {
    distraction.name: distraction
    for distraction in (
        _distraction("gestation", "DÉMOGRAPHIE:ÂGE", r"\d{1,2}(?: ?(?:\+ ?)?\d/7)? ?SA(?: \d/7)?"),
        _distraction(
            "duration",
            "TEMPORAL:TEMPS",
            r"\d{1,3} ?(?:h|heures?|min|minutes?|jours?|semaines?|mois)",
        ),
        _distraction(
            "hospital word",
            "ORGANISATION",
            r"hôpital|clinique|urgences|bloc opératoire|policlinique|hospitalisation|salle de réveil",
        ),
        _distraction(
            "person word", "PERSONNES:LIEN_DE_PARENTÉ", r"enfant|femme|fille|garçon|homme"
        ),
        _distraction(
            "care profession",
            "DÉMOGRAPHIE:PROFESSION",
            r"infirmi(?:er|ère)|physiothérapeute|médecin traitant|chirurgien(?:ne)?|assistante? sociale?",
        ),
    )
}


def find_distractions(text: str, name: str) -> Iterator[Span]:
    """Return the places of a text where this distraction works."""
    distraction = DISTRACTIONS[name]
    for found in distraction.pattern.finditer(text):
        yield Span(found.start(), found.end(), distraction.label)
