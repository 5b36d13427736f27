"""Names of patients beside their room or bed, as lists of a ward have them: `lit 15 Pellaton: …`, `Ahmeti ch 14`."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.groups.common_words import MEDICAL_CODES, is_listed_word, is_word
from detection.rules.groups.names.known import is_first_name, is_known
from detection.rules.groups.names.patient_told import ENDS, is_bare_name, may_be_patient
from detection.rules.groups.names.patterns import ANY_ITEM
from detection.rules.groups.names.persons import AGED_BEHIND, Found, title_at
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.reading import Reading

ROOM = "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"
# `Salle 4 – 07:45 – ROCHAT Anne`.
BEHIND_ROOM = re.compile(
    r"\s{0,2}(?:[:,;–-]\s{0,2}\d{1,2}[:hH.]\d{2}\s{0,2})?[:,;–-]?\s{1,2}(?=[^\W\d_])"
)
# What an entry of a list begins behind; a room may follow another: `ch 412 lit 1 ROCHAT`.
ENTRY_BEFORE = re.compile(r"(?:^|[\n,;:.>•|(/–-]\s{0,2}|\d\)?\s{0,2})\Z")
# `lit 4 Tazobac 4.5 g`, `lit 3 Venflon changé`: what is given or done, to whoever lies there.
GIVEN = re.compile(
    r"\s(?:\d+(?:[.,#]\d+)?\s?(?:mg|g|ml|ui|u|µg|mcg|cp|gttes?|amp|l|%|x)\b|x\s?\d|iv\b|po\b|sc\b"
    r"|(?:changee?|posee?|retiree?|enlevee?|otee?|faite?|donnee?|arretee?|augmentee?|diminuee?|stop|en place|permeable|bouchee?|debranchee?|demandee?)s?\b)"
)
BEFORE_ROOM = re.compile(
    rf"(?:^|[\n,;:.>•|(–-]\s{{0,2}}|\d\)\s)(?P<names>{ANY_ITEM}(?:\s{ANY_ITEM}){{0,2}})\s{{1,2}}(?:[(–-]\s?)?\Z"
)
LONGEST_NAMES = 50
# Shorter words in capitals are mostly abbreviations.
SHORTEST_IN_CAPITALS = 6


def beside_rooms(reading: Reading) -> Iterator[Found]:
    """Yield who lies in a room, behind it or before it: `ch 305 : Truffer, pansement fait`."""
    for room in reading.found.of(ROOM):
        run = _behind(reading, room) or _before(reading, room)
        if run:
            yield run, "room", (room.start, room.end)


def _behind(reading: Reading, room: Finding) -> Run | None:
    gap = BEHIND_ROOM.match(reading.text, room.end)
    # Who has a title was found by it.
    if gap is None or title_at(reading.text, gap.end()):
        return None
    if reading.text[gap.end()].islower():
        return _in_small_letters(reading, gap.end())
    run = run_at(reading, gap.end(), listed=True)
    run = _without_words(run) if run and reading.is_upper else run
    if run is None or GIVEN.match(reading.after(run.end)):
        return None
    is_sure = may_be_patient(reading, run) and ENDS.match(reading.text, run.end)
    return run if is_sure or _heads_entry(reading, room, run) else None


def _heads_entry(reading: Reading, room: Finding, run: Run) -> bool:
    """Return whether an entry begins with the room, so that it goes on with who lies there."""
    first = room.trigger[0] if room.trigger else room.start
    if not ENTRY_BEFORE.search(reading.text, max(0, first - 4), first):
        return False
    return _is_name(reading, run)


def _is_name(reading: Reading, run: Run) -> bool:
    if not is_bare_name(reading, run):
        return False
    first = reading.text[slice(*run.names[0])]
    if not first.isupper() or (len(run.names) > 1 and reading.is_upper):
        return True
    # A word in capitals alone is mostly an abbreviation.
    is_short = len(first) < SHORTEST_IN_CAPITALS
    return first not in MEDICAL_CODES and (not is_short or is_known(run.words[0]))


def _without_words(run: Run) -> Run | None:
    """Return the names of a run in capitals up to what is told of them: `OUEDRAOGO ISSA ISOLEMENT`."""
    kept = 0
    for word in run.words:
        # Of two names the second may end like a word: `TCHOUPA EMERENTIENNE`.
        is_told = is_listed_word(word) or (kept > 1 and is_word(word))
        if is_told and not is_known(word):
            break
        kept += 1
    return Run(run.names[:kept], run.words[:kept], run.has_initial) if kept else None


def _in_small_letters(reading: Reading, start: int) -> Run | None:
    """Return names in small letters that an age follows, or of which one is a first name: `lit 12 krähenbühl verena`."""
    run = run_at(reading, start, titled=True)
    if run is None or any(is_word(reading.text[first:last]) for first, last in run.names):
        return None
    is_aged = AGED_BEHIND.match(reading.text, run.end) is not None
    is_whole = len(run.names) > 1 and any(map(is_first_name, run.words))
    return run if is_whole or (is_aged and len(run.words[0]) > 2) else None


def _before(reading: Reading, room: Finding) -> Run | None:
    """Return the names that open an entry before the word for a room: `Ahmeti ch 14 stable`."""
    if room.trigger is None or room.rule != "rooms.room" or room.trigger[0] == 0:
        return None
    end = room.trigger[0]
    offset = max(0, end - LONGEST_NAMES)
    last = reading.text[offset:end].rstrip(" (–-").rpartition(" ")[2]
    if last == last.lower() or not last[-1].isalpha():
        return None
    match = BEFORE_ROOM.search(reading.text[offset:end])
    if match is None or (offset and match.start() == 0):
        return None
    run = run_at(reading, offset + match.start("names"))
    if run is None or run.end != offset + match.end("names"):
        return None
    # `UNITÉ: SIA LIT: 12` has the unit there.
    is_code = match["names"].isupper() and len(match["names"]) < SHORTEST_IN_CAPITALS
    return run if not is_code and _is_name(reading, run) else None
