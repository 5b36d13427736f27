"""Names of patients in slots: behind the hours of an agenda, and behind the numbers of a programme."""

import re
from collections.abc import Iterator

from detection.common_words import is_listed_word, is_word
from detection.families.patient_told import SHORTEST_IN_CAPITALS
from detection.known_names import is_eponym, is_ordinary
from detection.name_runs import Run, run_at
from detection.persons import Found
from detection.reading import Reading

TIME = "TEMPORAL:TEMPS"
# `08h15 Arifi, 09h Coquoz`: what is left between an hour and a name, and what ends the slot.
BEHIND_HOUR = re.compile(r"\s?[:–-]?\s{1,2}(?=[^\W\d_])")
ENDS_SLOT = re.compile(r"\s{0,2}(?:$|[,;/|(\n–-])")
# `1) Bajrami hernie 2) Rüfenacht chole`.
NUMBERED = re.compile(r"(?<!\w)\d[).]\s{1,2}(?=[^\W\d_a-zß-ÿ])")
LEAST_SLOTS = 2


def slots(reading: Reading) -> Iterator[Found]:
    """Yield who comes at an hour, where an agenda has several: `08h15 Arifi, 09h Coquoz`."""
    hours = reading.found.of(TIME)
    found = []
    for hour in hours if len(hours) >= LEAST_SLOTS else ():
        gap = BEHIND_HOUR.match(reading.text, hour.end)
        run = _name_at(reading, gap.end()) if gap else None
        if run and ENDS_SLOT.match(reading.text, run.end):
            found.append((run, "slot", (hour.start, hour.end)))
    if len(found) >= LEAST_SLOTS:
        yield from found


def numbers(reading: Reading) -> Iterator[Found]:
    """Yield who is on a numbered programme: `1) Bajrami hernie 2) Rüfenacht chole`."""
    places = [match.span() for match in NUMBERED.finditer(reading.text)]
    runs = [(_name_at(reading, end), (start, end)) for start, end in places]
    found = [(run, "slot", place) for run, place in runs if run]
    if len(found) >= LEAST_SLOTS and len(found) == len(places):
        yield from found


def _name_at(reading: Reading, start: int) -> Run | None:
    """Return the names that start there, if none of them can be much else."""
    run = run_at(reading, start)
    if run is None or any(is_ordinary(word) or is_eponym(word) for word in run.words):
        return None
    names = [reading.text[first:last] for first, last in run.names]
    is_code = any(name.isupper() and len(name) < SHORTEST_IN_CAPITALS for name in names)
    if is_code and not reading.is_upper:
        return None
    is_common = any(
        is_word(name) or is_listed_word(word) for name, word in zip(names, run.words, strict=True)
    )
    return None if is_common and not run.is_known else run
