"""Buildings, floors, rooms and beds of the hospital, not those of a home."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.common_words import is_word
from detection.rules.groups.shapes import SPACE
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

ROOM, UNIT = "CHUV:BÂTIMENT_CHAMBRE_OU_LIT", "CHUV:STRUCTURE_RÉFÉRENCE"
DATE, TIME = "TEMPORAL:DATE", "TEMPORAL:TEMPS"

_NOT_ROOM = (
    rf"(?![\w%°]|[.,:#/]\d|{SPACE}?(?:%|°|x|fois|h|j|jours?|min|ml|mg|kg|g|mmol|ans|mois|semaines?|heures?|lits|personnes?"
    rf"|patients?|mètres|m|cm|places?|e|[eè]me|pers|/{SPACE}?j)(?![^\W\d_]))"
)
_ROOM_NUMBER = rf"(?:[A-Z]{{1,3}}[ #.-]?)?\d{{1,4}}[a-zA-Z]?(?:{SPACE}?[/.#-]{SPACE}?(?:\d{{1,4}}|[A-Z]\b(?![.#]\s?\w)))?[a-zA-Z]?"
_BEHIND_ROOM_WORD = re.compile(
    rf"(?:{SPACE}{{0,8}}[/-]{SPACE}{{0,8}}(?:lit|chambre|ch|box)\b)?[.#]?{SPACE}{{0,8}}(?:(?i:n[o°º]\.?|numéro|num)(?=[ \d:]){SPACE}{{0,8}})?"
    rf"(?P<colon>:)?{SPACE}{{0,8}}(?:(?P<number>{_ROOM_NUMBER}){_NOT_ROOM}|(?P<glued>\d{{1,4}})(?=[A-ZÀ-Ý][a-zà-ÿ]{{2}})|(?P<letter>[A-Z])(?![\w'’]|[.#]\s?[\w-]))"
)
_BUILDING = re.compile(
    rf"(?P<letters>[A-Z]{{2,3}})[ #.-]?(?P<floor>[0-2]\d(?!\d)|(?<=BH|BU|MP|HO)\d\d(?!\d)|\d(?=[#.]\d))(?P<door>(?:{SPACE}?[/.#-]{SPACE}?\d{{2,4}}[a-zA-Z]?){{1,2}}|{SPACE}\d{{3}})?{_NOT_ROOM}"
)
# What stands behind a bed: who lies there, or that nobody does.
_BED = re.compile(
    rf"(?P<number>\d{{3}}[/-]\d[a-zA-Z]?){SPACE}{{0,8}}[:–-]?{SPACE}+(?P<title>(?i:M|Mr|Mme|Mlle)(?:[.#]{SPACE}?|{SPACE})(?=[^\W\d_]))?"
    rf"(?:(?P<state>(?i:libre|occup[ée]|vide|bloqu[ée]|ferm[ée]|sort|sortie|entrée|entree|isol[ée]|isolement|nettoy[ée])\w*)|(?P<name>[^\W\d_][\w'’-]+)(?P<first>{SPACE}[A-ZÀ-Ý][^\W\d_]{{2}})?)"
)
# `chambres 715 et 716`: the next of a row.
_NEXT_ROOM = re.compile(rf"{SPACE}(?:et|ET|ou|OU|&){SPACE}(?P<number>\d{{2,4}}){_NOT_ROOM}")
# `lits 2 - 5 - 6`, `ch 22/24`: each on its own, behind a plural or where the numbers are as long.
_ROW = re.compile(
    rf"\d{{1,4}}(?:{SPACE}?[/,+-]{SPACE}?\d{{1,4}}(?!\d))+(?:{SPACE}(?:et|ou|&){SPACE}\d{{1,4}})?{_NOT_ROOM}"
)
_FIGURES = re.compile(r"\d+")
_PLURALS = frozenset({"lits", "chambres", "salles"})
# `CH 7#214`, `CH 214`: a room, and neither a size nor a year.
_WHOLE_ROOM = re.compile(r"\d{1,2}[#./]\d{2,3}|\d{3}")
_LETTERS_BEFORE = re.compile(r"[A-Z]{2,3}[ #.-]?$")
# `auMP 12` was glued, `XMP 12` is another code.
_GLUED = re.compile(r"[A-Z\d]")
_SHORTEST_DOOR = 3
_WIDEST_ENTRY = 40
# What stands before a number and measures: « TA 12 », « CT 12 ».
# The last one is a room: `CH 7#214`.
_MEASURES = frozenset({
    "TA", "FC", "FR", "SA", "PA", "RR", "CT", "RX", "TP", "VS", "HB", "CRP", "INR", "PSA", "EVA", "IMC", "SAT", "GCS",
    "UI", "CK", "DD", "OP", "PN", "CH",
})  # fmt: skip
_BUILDING_CONTEXT = re.compile(
    r"(?:\b(?:au|en|du|salle|bloc|batiment|niveau|etage|vers)\s*:?\s*|->\s*|→\s*|=>\s*)$"
)
_BUILDING_SAID = re.compile(r"\b(?:au|du|batiment|bat|le)[\s.:]+$")
_ORDINAL_FLOOR = re.compile(rf"(?P<floor>\d{{1,2}}(?:er|e|ème|eme|è)?){SPACE}{{0,8}}$")
_OWN_PLACE = re.compile(
    r"(?:\b(?:batiment|bat|bh|chuv|hopital|maternite|reception|hall|salle|rendez-vous|rdv|present\w+|secretariat|service|unite|accueil|convoqu\w+|consultation|chambre|lit|ascenseurs|guichet|admissions)\b)"
)
_HOME = re.compile(
    r"\b(?:domicile|vit|vivent|habite\w*|appartement|sans ascenseur|logement|maison|immeuble|chez)\b"
)
# `sonde Ch 16`: a size in Charrière.
_SIZED = re.compile(
    r"\b(?:sondes?|sondage|foley|cystofix|catheter\w*|drains?|drainage|redon|canules?|silicone|sv|sad|cathe|dufour|tiemann)\b[^.;\n]{0,30}$"
)
_LEVELS = frozenset({"niveau", "etage"})
_LETTERED = frozenset({"lit", "box", "batiment", "bat", "bloc", "salle", "chambre"})

_TUBE = re.compile(
    r"(?:\bcm|\b(?:sonde|drain|jj|double j|redon|foley|catheter|stent|bougie|dormia)(?: [a-z0-9]+){0,2}) $"
)


def _numbered(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("rooms.word"):
        room = _room(reading, start, end)
        first = room[0] if room else end + 1
        is_plural = reading.plain[start:end] in _PLURALS
        may_be_row = is_plural or (room is not None and "/" in reading.text[slice(*room)])
        if may_be_row and (row := _row(reading, first, is_plural=is_plural)):
            yield from (Finding(*one, ROOM, "rooms.room", (start, end)) for one in row)
            continue
        if (
            room is not None
            and not _is_counted(reading.text, room)
            and not _is_gauge(reading, start)
        ):
            yield Finding(*room, ROOM, "rooms.room", (start, end))
            yield from _further(reading, room, (start, end))
        elif reading.plain[start:end] == "etage":
            yield from _ordinal_floor(reading, start, end)


def _is_gauge(reading: Reading, start: int) -> bool:
    """Return whether it says how thick a tube is: `JJ 26 cm Ch 6`."""
    return reading.plain.startswith("ch", start) and bool(_TUBE.search(reading.before(start, 30)))


def _row(reading: Reading, first: int, *, is_plural: bool) -> list[Place]:
    """Return the rooms of a row; `622/3` is none, but a room and its bed."""
    row = _ROW.match(reading.text, first)
    if row is None:
        return []
    rooms = [number.span() for number in _FIGURES.finditer(reading.text, *row.span())]
    sizes = {last - first for first, last in rooms}
    if is_plural:
        return rooms if max(sizes) - min(sizes) < 2 else []
    is_pair = len(sizes) == 1 and len(rooms) == 2 and "/" in row[0]
    return rooms if is_pair and min(sizes) > 1 else []


def _is_counted(text: str, room: Place) -> bool:
    """Return whether it is the first of a row: `bloc: 1) Rochat 2) Favre`."""
    return text[room[1] : room[1] + 1] == ")" and "(" not in text[max(0, room[0] - 30) : room[0]]


def _further(reading: Reading, room: Place, word: Place) -> Iterator[Finding]:
    """Find the rooms that share the word before the first one; their numbers are as long."""
    size = room[1] - room[0]
    while (following := _NEXT_ROOM.match(reading.text, room[1])) and len(
        following["number"]
    ) == size:
        room = following.span("number")
        yield Finding(*room, ROOM, "rooms.room", word)


_PRESSURE = re.compile(r"(?<![a-z])(?:ta|pa|tas|tension|tensions)[ :,;=]{0,3}\Z")


def _beds(reading: Reading) -> Iterator[Finding]:
    """Find rooms with their beds at the head of an entry: `311/2 ROCHAT`, `408/1 libre`."""
    for start, _end in reading.hits(figures.BED):
        bed = _BED.match(reading.text, start)
        if not bed or _PRESSURE.search(reading.plain, max(0, start - 12), start):
            continue
        if bed["state"] or bed["title"] or bed["first"] or not is_word(bed["name"]):
            yield Finding(start, bed.end("number"), ROOM, "rooms.bed", (start, bed.end("number")))


def _buildings(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for number, _end in reading.hits(figures.BUILDING):
        letters = _LETTERS_BEFORE.search(text, max(0, number - 4), number)
        if letters is None or _GLUED.match(text, max(0, letters.start() - 1), letters.start()):
            continue
        code = _BUILDING.match(text, letters.start())
        if code and (_is_known(reading, letters.start()) or _is_building(reading, code)):
            yield Finding(*code.span(), ROOM, "rooms.building", code.span("letters"))


def _is_known(reading: Reading, start: int) -> bool:
    return any(first == start for first, _ in reading.hits("rooms.building"))


def _is_building(reading: Reading, code: "re.Match[str]") -> bool:
    """Return whether a code that no list has is one: by its door, or by what stands before."""
    if code["letters"] in _MEASURES:
        return False
    is_whole = len((code["door"] or "").strip(" /.#-")) >= _SHORTEST_DOOR
    is_said = _BUILDING_CONTEXT.search(reading.plain[max(0, code.start() - 12) : code.start()])
    return bool(is_whole or is_said or _ends_entry(reading, code))


def _ends_entry(reading: Reading, code: "re.Match[str]") -> bool:
    """Return whether the code stands where an agenda has the place: behind a unit, or at the end."""
    before = reading.found.before(code.start())
    if before is None:
        return False
    if before.label == UNIT:
        return reading.text[before.end : code.start()].strip() in ("", ",", "-", "/", "(")
    is_last = not reading.text[code.end() :].strip(" .)")
    return is_last and before.label == TIME and code.start() - before.end < _WIDEST_ENTRY


def _bare_buildings(reading: Reading) -> Iterator[Finding]:
    """Find the code of a building without a number: `3ème étage du BH`."""
    for start, end in reading.hits("rooms.building"):
        is_said = _BUILDING_SAID.search(reading.plain[max(0, start - 12) : start])
        if is_said and reading.text[start:end].isupper() and not reading.is_upper:
            yield Finding(start, end, ROOM, "rooms.building", (start, end))


def _room(reading: Reading, start: int, end: int) -> tuple[int, int] | None:
    text, plain = reading.text, reading.plain
    word = plain[start:end]
    behind = _BEHIND_ROOM_WORD.match(text, end)
    if behind is None or (start and text[start - 1].isalpha() and text[start].islower()):
        return None
    # `Lit:08Isolement`: the next field is glued to it.
    group = behind.lastgroup if behind.lastgroup in ("number", "glued") else "letter"
    first = behind.start(group)
    if (group == "letter" and not (behind["colon"] or word in _LETTERED)) or (
        first == end and group == "letter"
    ):
        return None
    if word in _LEVELS and not _is_level(
        reading, behind[group], start, has_colon=bool(behind["colon"])
    ):
        return None
    if word == "ch" and (
        (text[start:end] == "CH" and not reading.is_upper and not _is_whole(behind[group]))
        or _is_postal(text, behind.end())
        or _SIZED.search(plain, max(0, start - 45), start)
    ):
        return None
    return behind.span(group)


def _is_whole(number: str) -> bool:
    return _WHOLE_ROOM.fullmatch(number) is not None


def _is_postal(text: str, end: int) -> bool:
    return (
        text[end : end + 1] == " "
        and text[end + 1 : end + 2].isupper()
        and text[end - 4 : end].isdigit()
    )


def _is_level(reading: Reading, number: str, start: int, *, has_colon: bool) -> bool:
    """Return whether the level is one of the hospital, not of a spine, a scale or a home."""
    plain = reading.plain
    if _HOME.search(plain[max(0, start - 60) : start + 60]):
        return False
    if number.isdigit() and (number[0] == "0" or has_colon):
        return True
    return number.isdigit() and bool(_OWN_PLACE.search(plain[max(0, start - 60) : start + 40]))


def _ordinal_floor(reading: Reading, start: int, end: int) -> Iterator[Finding]:
    """Find `12ème` before `étage` where a building of the hospital is named beside it."""
    around = reading.plain[max(0, start - 40) : end + 40]
    offset = max(0, start - 8)
    floor = _ORDINAL_FLOOR.search(reading.text[offset:start])
    if floor and _OWN_PLACE.search(around) and not _HOME.search(around):
        place = (offset + floor.start("floor"), offset + floor.end("floor"))
        yield Finding(*place, ROOM, "rooms.floor", (start, end))


GROUP = RuleGroup(
    name="rooms",
    rules=(
        Rule(
            ROOM,
            (
                Finder(_buildings, {figures.BUILDING}),
                Finder(_numbered, {"rooms.word"}),
                Finder(_beds, {figures.BED}),
                Finder(_bare_buildings, {"rooms.building"}),
            ),
            needs=frozenset({UNIT, TIME}),
            after=frozenset({DATE}),
        ),
    ),
    meanings={
        "building": _("the code of a building, with a floor or a door"),
        "room": _("a number behind a word for a room, a bed or a floor"),
        "bed": _("a room and its bed at the head of an entry"),
        "floor": _("a floor of a building of the hospital"),
    },
    lexicons={"rooms.building": listed("buildings"), "rooms.word": listed("room_words")},
)
