"""Units of the hospital itself: by kind and name, and by abbreviation."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.groups.common_words import MEDICAL_CODES
from detection.rules.groups.places import unit_codes
from detection.rules.groups.places.unit_codes import (
    CODE,
    CODE_FIELD,
    DATE,
    NO_UNIT_CODES,
    NUMBERS,
    UNIT,
)
from detection.rules.groups.shapes import CAPITALISED, SPACE, UPPER, is_common
from detection.rules.lexicons import listed, words
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _
from text.tokens import fold

ORGANISATION = "ORGANISATION"
OWN_HOSPITAL = frozenset({"chuv", "centre hospitalier universitaire vaudois"})


def _set(name: str) -> frozenset[str]:
    return frozenset(fold(word).replace("œ", "?") for word in words(name))


# Names of units, on folded text.
_OF = rf"(?:(?:de{SPACE}l|d|l)'{SPACE}?|(?:de{SPACE}la|de|du|des|aux?){SPACE}+)"
_UNIT_OF = re.compile(
    rf"\.?(?:{SPACE}+(?:[a-z-]+(?:aire|ique|ale?|ande?|oise?)|mobile)s?){{0,2}}{SPACE}+(?P<of>{_OF})"
)
# `policlinique médicale`, `Unité neurovasculaire`: an adjective is enough.
_OF_MEDICINE = re.compile(
    r"[a-z-]*(?:vasculaire|logique|iatrique|chirurgicale?|pedique|coronarienne|obstetricale?|metabolique)"
    r"|medicale|orl"
)
_ARTICLE_OF_NAME = re.compile(rf"(?:Les?|La){SPACE}(?={UPPER})|L['’](?={UPPER})")
_UNIT_WORD = re.compile(r"[a-z?]{2,}(?:[-'][a-z?]+)*")
_NEXT_WORD = re.compile(
    rf"(?P<link>{SPACE}+(?:(?:et|&){SPACE}+)?{_OF}?|,{SPACE}+(?:(?:de|d'){SPACE}{{0,8}})?(?=[a-z-]+ogie\b))"
    r"(?P<word>[a-z?]{2,}(?:[-'][a-z?]+)*)"
)
_DISCIPLINE = re.compile(
    r"[a-z?-]*(?:logie|iatrie|urgie|pedie|pathie|therapie|graphie|scopie|metrie|stetrique|esie|nomie|genie)s?"
)
_ADJECTIVE = re.compile(
    r"[a-z?-]+(?:iques?|aires?|ales?|iaux|icaux|iels?|elles?|aques?|ifs?|ives?|eux|euses?|oires?"
    r"|iennes?|iens?|istes?)"
)
_UNIT_WORDS, _UNIT_ADJECTIVES = _set("hospital_unit_words"), _set("hospital_unit_adjectives")
_NOT_UNITS, _NOT_UNIT_WORDS = _set("hospital_not_units"), _set("hospital_not_unit_words")
# Kinds that mean other things too: only a word of medicine makes a unit of them.
_LOOSE_KINDS = frozenset(
    {"centre", "section", "division", "institut", "laboratoire", "unites", "services", "labo"}
    | {"div", "serv", "poli"}
)
_ALONE = ("soins continus", "soins intermédiaires", "service social")
_FIELDS = ("provenance", "prov", "destination", "dest", "service demandeur", "unité demandeuse")
_LONGEST_UNIT = 7
_TOWARDS, _GONE_TO = frozenset({"au", "aux"}), frozenset({"soins", "urgences", "bloc", "reveil"})
# `Unité : Médecine 3B`, `Service : Cardiologie`: what a field for a unit names, with the number of a ward.
_FIELD_KINDS = frozenset({"service", "unite", "departement", "division", "serv", "dpt"})
_FIELD_NAME = re.compile(
    rf"(?:{SPACE}(?:demandeu(?:r|se)|d['’](?:origine|admission)|responsable))?\.?{SPACE}{{0,8}}:{SPACE}{{0,8}}(?={UPPER})"
)
_FIELD_WORDS = frozenset({"medecine", "maternite", "urgences", "orl", "soins"})
_WARD = re.compile(rf"{SPACE}(?:\d{{1,2}}[A-Z]?|[A-Z]\d{{0,2}})(?![\w'’]|[.,#/]\w)")
# `poli ORL`, `poli ortho`: the discipline as people shorten it.
_SHORT_DISCIPLINE = re.compile(
    rf"{SPACE}(?:orl|hta|ortho|chir|cardio|neuro|dermato?|ophtalmo|gyneco|obst|uro|onco|rhumato|diabeto|endoc(?:rino)?|pneumo|gastro"
    r"|nephro|infectio|hemato|angio|psy|ped|med|memoire|douleurs?|main|pied)(?![a-z'-])"
)
_BEHIND_UNIT = re.compile(
    rf"{SPACE}{{0,8}}[,(–-]?{SPACE}{{0,8}}(?:(?:de|du|des|a|au|aux){SPACE}+)?(?:la{SPACE}+|l')?$|{SPACE}+d'$"
)
_AT_PLACE = re.compile(rf"{SPACE}+(?:(?:de|à|a){SPACE}+|d['’])(?P<place>{CAPITALISED})")

# `lit soins continus`, « au service social », not the care that someone needs.
_ALONE_BEFORE = re.compile(
    r"(?:^|\n|[,:>]\s?|\b(?:en|lits?|transfert|transferee?s?|(?:vers|sortie?|retour|depuis|par|via|avec) [ld]es"
    r"|au|le|du|notre|via|service)\s)$"
)
_OF_TOWN = re.compile(
    rf"{SPACE}(?:communal|regional|cantonal|intercommunal|prive|de la ville|de la commune|des|du canton|international|polyvalent)"
)
_ITEM_ALONE = re.compile(r"[\w)][,–-]\s$")
_SPECIALIST = re.compile(
    r"\b(?:fmh|speciali\w+|avis|consilium|consulte\w*|diplome\w*|medecin\w*)\b"
)


def _units(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("hospital.unit"):
        last = _unit_end(reading, start, end)
        if last is not None and not _is_elsewhere(reading, last):
            yield Finding(start, last, UNIT, "hospital.unit", (start, end))
        elif code := CODE_FIELD.match(reading.text, end):
            yield from _named_code(reading, code, (start, end))
        elif place := _in_field(reading, start, end):
            yield Finding(*place, UNIT, "hospital.unit", (start, end))


def _named_code(reading: Reading, code: re.Match[str], field: tuple[int, int]) -> Iterator[Finding]:
    """Find the abbreviation in a field: `Unité: CHVC`."""
    if code["code"] not in NO_UNIT_CODES and not reading.is_upper:
        yield Finding(*code.span("code"), UNIT, "hospital.unknown_code", field)


def _in_field(reading: Reading, start: int, end: int) -> Place | None:
    """Return where a field for a unit names a discipline: `Unité : Médecine 3B`."""
    if reading.plain[start:end] not in _FIELD_KINDS:
        return None
    field = _FIELD_NAME.match(reading.text, end)
    word = _UNIT_WORD.match(reading.plain, field.end()) if field else None
    if word is None or not (word[0] in _FIELD_WORDS or _DISCIPLINE.fullmatch(word[0])):
        return None
    last = _grown(reading.plain, word.end())
    # « Service : soins à domicile » names none.
    if word[0] == "soins" and last == word.end():
        return None
    ward = _WARD.match(reading.text, last)
    return word.start(), ward.end() if ward else last


def _unit_end(reading: Reading, start: int, end: int) -> int | None:
    of = _UNIT_OF.match(reading.plain, end)
    last = _named_unit_end(reading, start, end, of.end()) if of else None
    return _bare_unit_end(reading, start, end) if last is None else last


def _named_unit_end(reading: Reading, start: int, end: int, first: int) -> int | None:
    """Return the end of a unit whose name begins at `first`, behind `de`."""
    code = _code_end(reading, first)
    word = _UNIT_WORD.match(reading.plain, first)
    if code or word is None:
        return code
    is_medical = _is_unit_word(word[0])
    if word[0] in _NOT_UNITS or (is_common(word[0]) and not is_medical):
        return None
    text = reading.text
    is_proper = text[start].isupper() and text[first].isupper() and not reading.is_upper
    if reading.plain[start:end] in _LOOSE_KINDS and not (is_medical or is_proper):
        return None
    is_place = bool(reading.hits_between("places.listed", first, first + 1))
    return None if is_place else _grown(reading.plain, word.end())


def _bare_unit_end(reading: Reading, start: int, end: int) -> int | None:
    """Return the end of a unit without `de`: `Unité mère-enfant`, `unité Azur`, `service CHVH`."""
    if reading.plain[start:end] == "poli":
        discipline = _SHORT_DISCIPLINE.match(reading.plain, end)
        return discipline.end() if discipline else None
    if reading.text[end : end + 1] != " " or reading.plain[start:end] in _LOOSE_KINDS:
        return None
    code = _code_end(reading, end + 1)
    # `Unité Les Lilas`.
    article = None if reading.is_upper else _ARTICLE_OF_NAME.match(reading.text, end + 1)
    word = _UNIT_WORD.match(reading.plain, article.end() if article else end + 1)
    if code or word is None:
        return code
    is_name = _OF_MEDICINE.fullmatch(word[0]) or _is_proper(reading, word)
    return _grown(reading.plain, word.end()) if is_name else None


def _code_end(reading: Reading, start: int) -> int | None:
    """Return the end of an abbreviation that begins there and is none of medicine."""
    code = None if reading.is_upper else CODE.match(reading.text, start)
    is_free = code is not None and (code[0] not in MEDICAL_CODES or code[0] == "ORL")
    return code.end() if code and is_free else None


def _is_proper(reading: Reading, word: "re.Match[str]") -> bool:
    """Return whether the word is the name of a unit: a capital, or two words joined."""
    if word[0] in _NOT_UNITS or is_common(word[0]):
        return False
    if reading.text[word.start()].isupper() and not reading.is_upper:
        return True
    return "-" in word[0] and (word[0] in _UNIT_ADJECTIVES or word[0].split("-")[0] in _UNIT_WORDS)


def _grown(plain: str, end: int) -> int:
    """Return the end of a unit's name with the adjectives and further words that belong to it."""
    for _step in range(_LONGEST_UNIT):
        following = _NEXT_WORD.match(plain, end)
        if following is None:
            break
        word, link = following["word"], following["link"].strip()
        # `transféré du service de médecine interne aux soins intensifs`: to the next unit.
        if link in _TOWARDS and word in _GONE_TO:
            break
        # « dès qu'un lit se libère » reads like « des ».
        is_named = link == "des" and "'" not in word
        is_named = is_named and word not in _NOT_UNITS and not is_common(word)
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


def _units_alone(reading: Reading) -> Iterator[Finding]:
    """Find units that need no other word, where one goes to them: `lit soins continus`."""
    for start, end in reading.hits("hospital.alone"):
        is_said = _ALONE_BEFORE.search(reading.plain[max(0, start - 16) : start])
        # `Service social: Mme Cruz` says who someone is.
        is_field = reading.plain[end : end + 2].lstrip().startswith(":")
        is_elsewhere = _OF_TOWN.match(reading.plain, end) or _is_elsewhere(reading, end)
        if is_said and not is_field and not is_elsewhere:
            yield Finding(start, end, UNIT, "hospital.unit", (start, end))


def _disciplines(reading: Reading) -> Iterator[Finding]:
    """Find a discipline that ends a line as its last item: `35 SA, Néonatologie`."""
    for start, end in reading.hits("hospital.discipline")[-1:]:
        if reading.text[end:].strip(" .)\n") or not reading.text[start].isupper():
            continue
        is_item = _ITEM_ALONE.search(reading.text[max(0, start - 4) : start])
        if is_item and not reading.is_upper and not _SPECIALIST.search(reading.plain):
            yield Finding(start, end, UNIT, "hospital.unit", (start, end))


GROUP = RuleGroup(
    name="hospital",
    rules=(
        Rule(
            UNIT,
            (
                Finder(_units, {"hospital.unit"}),
                Finder(_units_alone, {"hospital.alone"}),
                Finder(_disciplines, {"hospital.discipline"}),
                *unit_codes.FINDERS,
            ),
            needs=frozenset({ORGANISATION, DATE}) | NUMBERS,
        ),
    ),
    meanings={
        "unit": _("a kind of unit and its name"),
        "code": _("the abbreviation of a known unit"),
        "unknown_code": _("an abbreviation where a unit is said"),
        "stay": _("an abbreviation beside a date in a list of stays"),
    },
    lexicons={
        "hospital.unit": listed("hospital_units"),
        "hospital.code": listed("hospital_codes"),
        "hospital.where": lambda: ["en", "vers"],
        "hospital.way": lambda: [
            "ad",
            "via",
            "transfert",
            "transf",
            "tsf",
            "trsf",
            "mutation",
            "passage",
        ],
        "hospital.field": lambda: _FIELDS,
        "hospital.alone": lambda: _ALONE,
        "hospital.discipline": listed("hospital_disciplines"),
    },
    # « → » is `>` in folded text.
    shapes={
        "hospital.arrow": re.compile("[=-]>|(?<!\\S)>"),
        "hospital.bars": re.compile(r"(?<!\S)(?://?|\|)(?!\S)"),
    },
)
