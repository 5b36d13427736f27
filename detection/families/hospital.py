"""Units, buildings, rooms and beds of the hospital itself."""

import re
from collections.abc import Iterator

from detection.findings import Finding
from detection.folding import fold
from detection.lexicons import listed, words
from detection.reading import Reading
from detection.rules import Family, Rule
from detection.shapes import CAPITALISED, SPACE, UPPER, is_common

UNIT, ROOM = "CHUV:STRUCTURE_RÉFÉRENCE", "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"
ORGANISATION, DATE = "ORGANISATION", "TEMPORAL:DATE"
OWN_HOSPITAL = frozenset({"chuv", "centre hospitalier universitaire vaudois"})


def _set(name: str) -> frozenset[str]:
    return frozenset(fold(word).replace("œ", "?") for word in words(name))


# Names of units, on folded text.
_OF = rf"(?:(?:de{SPACE}l|d|l)'{SPACE}?|(?:de{SPACE}la|de|du|des|aux?){SPACE}+)"
_UNIT_OF = re.compile(
    rf"(?:{SPACE}+[a-z-]+(?:aire|ique|ale?|ande?|oise?)s?){{0,2}}{SPACE}+(?P<of>{_OF})"
)
# `policlinique médicale`, `Unité neurovasculaire`: an adjective is enough.
_OF_MEDICINE = re.compile(
    r"[a-z-]*(?:vasculaire|logique|iatrique|chirurgicale?|pedique|coronarienne|obstetricale?|metabolique)"
    r"|medicale|orl"
)
_UNIT_WORD = re.compile(r"[a-z?]{2,}(?:[-'][a-z?]+)*")
_NEXT_WORD = re.compile(
    rf"(?P<link>{SPACE}+(?:(?:et|&){SPACE}+)?{_OF}?|,{SPACE}+(?:(?:de|d'){SPACE}*)?(?=[a-z-]+ogie\b))"
    r"(?P<word>[a-z?]{2,}(?:[-'][a-z?]+)*)"
)
_DISCIPLINE = re.compile(
    r"[a-z?-]*(?:logie|iatrie|urgie|pedie|pathie|therapie|graphie|scopie|metrie|stetrique|esie|nomie|genie)s?"
)
_ADJECTIVE = re.compile(
    r"[a-z?-]+(?:iques?|aires?|ales?|iaux|icaux|iels?|elles?|aques?|ifs?|ives?|eux|euses?|oires?|iennes?|iens?"
    r"|ins?|ines?|ees?|ants?|antes?|ents?|entes?|istes?)"
)
_UNIT_WORDS, _UNIT_ADJECTIVES = _set("hospital_unit_words"), _set("hospital_unit_adjectives")
_NOT_UNITS, _NOT_UNIT_WORDS = _set("hospital_not_units"), _set("hospital_not_unit_words")
# Kinds that mean other things too: only a word of medicine makes a unit of them.
_LOOSE_KINDS = frozenset(
    {"centre", "section", "division", "institut", "laboratoire", "unites", "services"}
)
_LONGEST_UNIT = 7
_BEHIND_UNIT = re.compile(
    rf"{SPACE}*[,(–-]?{SPACE}*(?:(?:de|du|des|a|au|aux){SPACE}+)?(?:la{SPACE}+|l')?$|{SPACE}+d'$"
)
_AT_PLACE = re.compile(rf"{SPACE}+(?:(?:de|à|a){SPACE}+|d['’])(?P<place>{CAPITALISED})")

# Abbreviations of units.
_CODE = re.compile(rf"{UPPER}[{UPPER[1:-1]}\d]{{1,6}}(?:-[{UPPER[1:-1]}\d]{{1,4}})?(?![\w'’])")
_CODE_BEHIND_DATE = re.compile(rf"{SPACE}*[:)-]?{SPACE}*(?P<code>{_CODE.pattern})")
_CODE_BEFORE_DATE = re.compile(
    rf"(?<![\w'’.-])(?P<code>{_CODE.pattern}){SPACE}*[:(]?{SPACE}*(?:(?:du|d[eè]s(?: le)?|le|depuis le|:){SPACE}+)?$"
)
_CODE_CONTEXT = re.compile(
    r"(?:->|=>|→|\b(?:en|au|aux|de|du|a|la|le|vers|puis|par|depuis|service|unite|avis|dr\S* \S+,)|[(/]|^|,)\s*$"
)
_ARROW = re.compile(rf"{SPACE}*(?:-?->|=>|→)")
_MEDICAL_CODES = frozenset(words("medical_codes"))

# Rooms.
_NOT_ROOM = (
    rf"(?![\w%°]|[.,:#/]\d|{SPACE}?(?:%|°|x|fois|h|j|jours?|min|ml|mg|ans|mois|semaines?|heures?|lits?|personnes?"
    rf"|patients?|mètres|m|cm|places?|e|[eè]me|pers|/{SPACE}?j)(?![^\W\d_]))"
)
_ROOM_NUMBER = rf"(?:[A-Z]{{1,3}}[ #.-]?)?\d{{1,4}}[a-zA-Z]?(?:{SPACE}?[/.#-]{SPACE}?(?:\d{{1,4}}|[A-Z]\b))?[a-zA-Z]?"
_BEHIND_ROOM_WORD = re.compile(
    rf"(?:{SPACE}*[/-]{SPACE}*(?:lit|chambre|ch|box)\b)?[.#]?{SPACE}*(?:(?i:n[o°º]\.?|numéro|num)(?=[ \d:]){SPACE}*)?"
    rf"(?P<colon>:)?{SPACE}*(?:(?P<number>{_ROOM_NUMBER}){_NOT_ROOM}|(?P<letter>[A-Z])(?![\w'’]|[.#]\w))",
)
_BUILDING = re.compile(
    rf"(?P<letters>[A-Z]{{2,3}})[ #.-]?(?P<floor>[0-2]\d)(?P<door>(?:{SPACE}?[/.#-]{SPACE}?\d{{2,4}}[a-zA-Z]?){{1,2}}|{SPACE}\d{{3}})?{_NOT_ROOM}"
)
_LETTERS_BEFORE = re.compile(r"[A-Z]{2,3}[ #.-]?$")
_SHORTEST_DOOR = 3
_BUILDING_CONTEXT = re.compile(
    r"(?:\b(?:au|en|du|salle|bloc|batiment|niveau|etage|vers)\s*:?\s*|->\s*|→\s*|=>\s*)$"
)
_BUILDING_SAID = re.compile(r"\b(?:au|du|batiment|bat|le)[\s.:]+$")
_ORDINAL_FLOOR = re.compile(rf"(?P<floor>\d{{1,2}}(?:er|e|ème|eme|è)?){SPACE}*$")
_OWN_PLACE = re.compile(
    r"(?:\b(?:batiment|bat|bh|chuv|hopital|maternite|reception|hall|salle|rendez-vous|rdv|present\w+|secretariat|service|unite|accueil|convoqu\w+|consultation|chambre|lit|ascenseurs)\b)"
)
_HOME = re.compile(
    r"\b(?:domicile|vit|vivent|habite\w*|appartement|sans ascenseur|logement|maison|immeuble|chez)\b"
)
_LEVELS = frozenset({"niveau", "etage"})
_LETTERED = frozenset({"lit", "box", "batiment", "bat", "bloc", "salle", "chambre"})


def _units(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("hospital.unit"):
        last = _unit_end(reading, start, end)
        if last is not None and not _is_elsewhere(reading, last):
            yield Finding(start, last, UNIT, "hospital.unit", (start, end))
    if reading.has("hospital.code"):
        yield from _known_codes(reading)
    if (
        "->" in reading.text
        or "→" in reading.text
        or "=>" in reading.text
        or "puis" in reading.text
    ):
        yield from _codes_of_stays(reading)


def _unit_end(reading: Reading, start: int, end: int) -> int | None:
    text, plain = reading.text, reading.plain
    of = _UNIT_OF.match(plain, end)
    if of is None:
        return _bare_unit_end(reading, start, end)
    code = _CODE.match(text, of.end())
    if code and not reading.is_upper:
        return None if code[0] in _MEDICAL_CODES and code[0] != "ORL" else code.end()
    word = _UNIT_WORD.match(plain, of.end())
    if word is None or word[0] in _NOT_UNITS or (is_common(word[0]) and not _is_unit_word(word[0])):
        return None
    is_named = text[start].isupper() and text[word.start()].isupper() and not reading.is_upper
    if plain[start:end] in _LOOSE_KINDS and not (_is_unit_word(word[0]) or is_named):
        return None
    if reading.hits_between("places.listed", word.start(), word.start() + 1):
        return None
    return _grown(plain, word.end())


def _bare_unit_end(reading: Reading, start: int, end: int) -> int | None:
    """Return the end of a unit without `de`: `Unité mère-enfant`, `unité Azur`, `service CHVH`."""
    text = reading.text
    if text[end : end + 1] != " " or reading.plain[start:end] in _LOOSE_KINDS:
        return None
    code = _CODE.match(text, end + 1)
    if code and not reading.is_upper:
        return None if code[0] in _MEDICAL_CODES and code[0] != "ORL" else code.end()
    word = _UNIT_WORD.match(reading.plain, end + 1)
    if word is None or (not _OF_MEDICINE.fullmatch(word[0]) and not _is_proper(reading, word)):
        return None
    return _grown(reading.plain, word.end())


def _is_proper(reading: Reading, word: "re.Match[str]") -> bool:
    """Return whether the word is the name of a unit: a capital, or two words joined."""
    if word[0] in _NOT_UNITS or is_common(word[0]):
        return False
    if reading.text[word.start()].isupper() and not reading.is_upper:
        return True
    return "-" in word[0] and (word[0] in _UNIT_ADJECTIVES or word[0].split("-")[0] in _UNIT_WORDS)


def _grown(plain: str, end: int) -> int:
    """Return the end of a unit's name with the adjectives and further words that belong to it."""
    for _ in range(_LONGEST_UNIT):
        following = _NEXT_WORD.match(plain, end)
        if following is None:
            break
        word, link = following["word"], following["link"].strip()
        is_named = link == "des" and word not in _NOT_UNITS and not is_common(word)
        if not (is_named or (_is_unit_word(word) if link else _is_unit_adjective(word))):
            break
        end = following.end()
    return end


def _is_unit_word(word: str) -> bool:
    if not _UNIT_WORDS.isdisjoint((word, word.removesuffix("s"))) or word in _UNIT_ADJECTIVES:
        return True
    if _DISCIPLINE.fullmatch(word):
        return True
    return "-" in word and any(_is_unit_word(part) for part in word.split("-"))


def _is_unit_adjective(word: str) -> bool:
    if word in _NOT_UNIT_WORDS:
        return False
    return (
        word in _UNIT_ADJECTIVES
        or bool(_ADJECTIVE.fullmatch(word))
        or bool(_DISCIPLINE.fullmatch(word))
    )


def _is_elsewhere(reading: Reading, end: int) -> bool:
    """Return whether the unit belongs to another hospital, which is named right behind it."""
    following = reading.found.after(end)
    if (
        following
        and following.label == ORGANISATION
        and _BEHIND_UNIT.match(reading.plain[end : following.start])
    ):
        return reading.folded(following.start, following.end) not in OWN_HOSPITAL
    place = _AT_PLACE.match(reading.text, end)
    if place is None or is_common(place["place"]) or fold(place["place"]).startswith("lausanne"):
        return False
    start = place.start("place")
    is_listed = bool(reading.hits_between("places.listed", start, start + 1))
    return is_listed or (not reading.is_upper and place["place"][1:].islower())


def _known_codes(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("hospital.code"):
        if not text[start:end].isupper() or text[end : end + 1] in ("-", "'", "’"):
            continue
        is_dated = _is_beside_date(reading, start, end)
        if not is_dated and (reading.is_upper or text[end : end + 1] == ":"):
            continue
        is_said = _CODE_CONTEXT.search(plain[max(0, start - 24) : start])
        if is_dated or is_said or _ARROW.match(text, end):
            yield Finding(start, end, UNIT, "hospital.code", (start, end))


def _is_beside_date(reading: Reading, start: int, end: int) -> bool:
    before, after = reading.found.before(start), reading.found.after(end)
    is_behind = before is not None and before.label == DATE and start - before.end <= 3
    return is_behind or (after is not None and after.label == DATE and after.start - end <= 3)


def _codes_of_stays(reading: Reading) -> Iterator[Finding]:
    """Find unknown abbreviations in a list of stays: `NAT 18#02#20 - 21#02#20 --> SIP 21#02#20`."""
    for date in reading.found.of(DATE):
        for code, trigger in _codes_beside(reading, date):
            name = reading.text[slice(*code)]
            if name not in _MEDICAL_CODES and not is_common(name):
                yield Finding(*code, UNIT, "hospital.stay", trigger)


def _codes_beside(
    reading: Reading, date: Finding
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    trigger = (date.start, date.end)
    behind = _CODE_BEHIND_DATE.match(reading.text, date.end)
    if behind:
        yield behind.span("code"), trigger
    offset = max(0, date.start - 24)
    before = _CODE_BEFORE_DATE.search(reading.text[offset : date.start])
    if before:
        yield (offset + before.start("code"), offset + before.end("code")), trigger


def _rooms(reading: Reading) -> Iterator[Finding]:
    if reading.has_digit:
        yield from _buildings(reading)
    for start, end in reading.hits("hospital.room"):
        room = _room(reading, start, end)
        if room is not None:
            yield Finding(*room, ROOM, "hospital.room", (start, end))
        elif reading.plain[start:end] == "etage":
            yield from _ordinal_floor(reading, start, end)
    if reading.has("hospital.building"):
        yield from _bare_buildings(reading)


def _buildings(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    known = {start for start, _ in reading.hits("hospital.building")}
    for number, _ in reading.numbers:
        if not text[max(0, number - 2) : number].strip(" #.-").isupper():
            continue
        letters = _LETTERS_BEFORE.search(text, max(0, number - 4), number)
        if letters is None or (letters.start() and text[letters.start() - 1].isalnum()):
            continue
        code = _BUILDING.match(text, letters.start())
        if code and (letters.start() in known or _is_building(reading, code)):
            yield Finding(*code.span(), ROOM, "hospital.building", code.span("letters"))


def _is_building(reading: Reading, code: "re.Match[str]") -> bool:
    """Return whether a code that no list has is one: by its door, or by what stands before."""
    is_said = bool(
        _BUILDING_CONTEXT.search(reading.plain[max(0, code.start() - 12) : code.start()])
    )
    is_whole = len((code["door"] or "").strip(" /.#-")) >= _SHORTEST_DOOR
    if code["letters"] in _MEDICAL_CODES:
        return is_said and is_whole
    return is_said or is_whole


def _bare_buildings(reading: Reading) -> Iterator[Finding]:
    """Find the code of a building without a number: `3ème étage du BH`."""
    for start, end in reading.hits("hospital.building"):
        is_said = _BUILDING_SAID.search(reading.plain[max(0, start - 12) : start])
        if is_said and reading.text[start:end].isupper() and not reading.is_upper:
            yield Finding(start, end, ROOM, "hospital.building", (start, end))


def _room(reading: Reading, start: int, end: int) -> tuple[int, int] | None:
    text, plain = reading.text, reading.plain
    word = plain[start:end]
    behind = _BEHIND_ROOM_WORD.match(text, end)
    if behind is None or (start and text[start - 1].isalpha() and text[start].islower()):
        return None
    group = "number" if behind["number"] else "letter"
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
        (text[start:end] == "CH" and not reading.is_upper) or _is_postal(text, behind.end())
    ):
        return None
    return behind.span(group)


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
        yield Finding(*place, ROOM, "hospital.floor", (start, end))


FAMILY = Family(
    name="hospital",
    rules=(
        Rule(UNIT, _units, needs=frozenset({ORGANISATION, DATE})),
        Rule(ROOM, _rooms, after=frozenset({DATE, UNIT})),
    ),
    meanings={
        "unit": "a kind of unit and its name",
        "code": "the abbreviation of a known unit",
        "stay": "an abbreviation beside a date in a list of stays",
        "building": "the code of a building with a floor or a door",
        "room": "a number behind a word for a room, a bed or a floor",
        "floor": "a floor of a building of the hospital",
    },
    lexicons={
        "hospital.unit": listed("hospital_units"),
        "hospital.code": listed("hospital_codes"),
        "hospital.building": listed("buildings"),
        "hospital.room": listed("room_words"),
    },
)
