"""Names of those who care whom a patient goes to see, by the appointment."""

import re
from collections.abc import Iterator

from detection import figures
from detection.lookback import Lookback
from detection.persons import AGED_BEHIND, Found, titled
from detection.reading import Place, Reading

TIME = "TEMPORAL:TEMPS"
# What every time of day has.
TIMES = frozenset({figures.TIME, "times.hour", "times.noon"})
# Whom the patient goes to see.
WITH = Lookback(
    r"\b(?:rendez-vous|rdv|seances?|suite(?! a\b)|prochaine?|controle|consultation|therapie|physiotherapie|ergotherapie|bilan|rv)\b"
    r"[^.;]{0,45}\b(?:avec|chez|aupres de)\s$"
    # `évaluation neuropsychologique par Mme X`: who does what is done for patients.
    r"|\b(?:evaluations?|examens?|tests?|seances?|bilans?|soins|pansements?|suivi|prise en charge|massages?|mobilisation)\b[^.;:]{0,45}\bpar\s$"
)
MEETINGS = (
    "rendez", "rdv", "rv", "séance", "séances", "suite", "prochain", "prochaine", "contrôle", "consultation", "thérapie",
    "physiothérapie", "ergothérapie", "bilan", "bilans", "évaluation", "évaluations", "examen", "examens", "test", "tests",
    "soins", "pansement", "pansements", "suivi", "prise", "massage", "massages", "mobilisation",
)  # fmt: skip
WITH_LAST = ("avec ", "chez ", "aupres de ", "par ")
LINE_END = re.compile(r"[ .]{0,3}(?:$|\n)")
ACTIVITY = re.compile(r"\s[-–:]?\s?[^\W\d_][\w’'éè -]{3,40}[ :]")


def appointments(reading: Reading) -> Iterator[Found]:
    """Yield who receives the patient: `RDV le 3 mai avec Mme X`, `08:30 Physiothérapie M. X`."""
    has_times = TIME in reading.found.labels
    for place in reading.hits("names.civil_titles"):
        is_with = reading.plain.endswith(WITH_LAST, 0, place[0])
        is_met = is_with and WITH.fits(reading.before(place[0], 70))
        if not (is_met or (has_times and _is_agenda(reading, place))):
            continue
        run = titled(reading, place)
        if run is None or AGED_BEHIND.match(reading.text, run.end):
            continue
        if is_met or LINE_END.match(reading.text, run.end):
            yield run, "appointment", place


def _is_agenda(reading: Reading, place: Place) -> bool:
    """Return whether nothing but a time and an activity stands before."""
    clock = reading.found.before(place[0])
    if clock is None or clock.label != TIME:
        return False
    return ACTIVITY.fullmatch(reading.text, clock.end, place[0]) is not None
