"""Whose name a letter to a family has: the one who died is the patient, the one who is greeted is not."""

import re

from detection.lookback import Lookback
from detection.name_runs import Run
from detection.reading import Place, Reading

# `le décès de votre papa, Monsieur X`.
MOURNED = Lookback(
    r"\b(?:deces|disparition|perte|depart|deuil|mort|perdu|memoire)(?: [a-z]+)? (?:de |d')?(?:votre|vos) [a-z-]+(?: [a-z]+)?,? $"
)
GREETED = ("cher ", "chere ", "chers ", "cheres ")
# `Chère Madame X, le rapport de votre mari`: what is written is about someone else.
ABOUT_YOURS = re.compile(
    r"\b(?:de|concernant|pour|que|chez|etat de|sante de) votre (?:(?:belle|beau|grand|petite?|demi)-?)?"
    r"(?:mari|femme|epou(?:x|se)|mere|pere|maman|papa|fille|fils|frere|soeur|conjointe?|compagn(?:e|on)|tante|oncle|enfant|parent|proche)\b"
)
_OPENING = 120


def is_mourned(reading: Reading, place: Place) -> bool:
    """Return whether someone's relative who is named is the patient, who died."""
    return MOURNED.fits(reading.before(place[0], 60))


def is_written_to(reading: Reading, place: Place, run: Run) -> bool:
    """Return whether a letter greets the family of the patient: `Chère Madame X, l'état de votre mari`."""
    if not reading.plain.endswith(GREETED, 0, place[0]):
        return False
    return ABOUT_YOURS.search(reading.plain, run.end, run.end + _OPENING) is not None
