"""Names of patients in slots: behind the hours of an agenda, and behind the numbers of a programme."""

import re
from collections.abc import Iterator, Sequence

from detection.families.patient_told import is_bare_name
from detection.known_names import is_known
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
    if len(hours) < LEAST_SLOTS:
        return
    found = []
    for hour in hours:
        gap = BEHIND_HOUR.match(reading.text, hour.end)
        run = _name_at(reading, gap.end()) if gap else None
        if run and ENDS_SLOT.match(reading.text, run.end):
            found.append((run, "slot", (hour.start, hour.end)))
    if _are_people(found):
        yield from found


def numbers(reading: Reading) -> Iterator[Found]:
    """Yield who is on a numbered programme: `1) Bajrami hernie 2) Rüfenacht chole`."""
    places = [match.span() for match in NUMBERED.finditer(reading.text)]
    runs = [(_name_at(reading, end), (start, end)) for start, end in places]
    found = [(run, "slot", place) for run, place in runs if run]
    if len(found) == len(places) and _are_people(found):
        yield from found


def _name_at(reading: Reading, start: int) -> Run | None:
    run = run_at(reading, start)
    return run if run and is_bare_name(reading, run) else None


def _are_people(found: Sequence[Found]) -> bool:
    """Return whether several stand in slots, one of them known as a name: drugs are given at hours, too."""
    known = any(is_known(word) for run, _, _ in found for word in run.words)
    return known and len(found) >= LEAST_SLOTS
