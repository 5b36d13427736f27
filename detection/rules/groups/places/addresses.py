"""Streets, house numbers and postal codes."""

import re
from collections.abc import Iterator

from detection.base import OWN_WORD, Finding
from detection.rules import figures
from detection.rules.groups.shapes import (
    CAPITALISED,
    LETTER,
    LINKS,
    SPACE,
    UPPER,
    WORD,
    has_common,
    is_common,
    name_end,
)
from detection.rules.lexicons import listed, words
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _
from text.tokens import fold

STREET, HOUSE_NUMBER = "EMPLACEMENT:RUE", "EMPLACEMENT:NUMÉRO_HABITATION"
POSTAL_CODE, PLACE = "EMPLACEMENT:CODE_POSTAL", "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
ORGANISATION, DATE = "ORGANISATION", "TEMPORAL:DATE"
# « Poste 15 » in the name of a street is no extension, « 1950 » before a place no year.
NUMBERS = frozenset({DATE, "CONTACT:TÉLÉPHONE"})
_KINDS = {kind: f"addresses.{kind}" for kind in ("type", "abbreviation", "weak")}
_LEXICONS = frozenset({*_KINDS.values(), "addresses.whole"})
# Streets whose name is the word for a way.
_WHOLE_NAMES = (
    "Grand-Rue", "Grande-Rue", "Grand'Rue", "Grand Rue", "Haute-Rue", "Basse-Rue", "Petite-Rue", "Grand-Place",
    "Grande-Place", "Grand'Place",
)  # fmt: skip
_SWISS_CODE = 4  # digits
_LIVES = frozenset(map(fold, words("place_verbs")))

# What a number must not be followed by to be that of a house: units, times, more digits.
_NO_HOUSE = (
    # `Kirchgasse 22,9050 Appenzell`: a postal code may follow at once.
    rf"(?![\d%°]|[.#:/]\d|,\d(?!\d{{3}}{SPACE}{UPPER})|{SPACE}?(?:h|x|j|mg|ml|min|cm|mm|km|kg|m|ans?|mois|jours?|semaines?|heures?"
    rf"|fois|et{SPACE}\d|e|ème|eme|er|janv|fev|mars|avril|mai|juin|juil|ao[uû]t|sept|oct|nov|d[eé]c)\b)"
)
# 17, 9b, 21A, 3 bis, 93 B, 12-14; along a road in France 1254.
_NUMBER = (
    rf"(?:\d{{1,3}}(?!\d)|\d{{4}}(?=,?{SPACE}\d{{5}}{SPACE}))(?:[a-df-gA-G]\b|{SPACE}?(?i:bis|ter|quater)\b|{SPACE}[A-H]\b(?!['’.])|{SPACE}[a-h](?={SPACE}{{0,8}}[,;/\n]|$))?"
    rf"(?:[-/]\d{{1,3}}[a-zA-Z]?\b)?{_NO_HOUSE}"
)
# Behind a comma the number must end the street: « route de Berne, 2 côtes fracturées ».
_NUMBER_AFTER = re.compile(
    rf"(?:{SPACE}{{0,8}},{SPACE}{{0,8}}(?=[^,;/\n]{{1,8}}(?:[,;/)\n-]|$|{SPACE}\d{{4}}))|{SPACE}{{0,8}})"
    rf"(?i:(?:n[o°º]|numéro)[.#]?{SPACE}{{0,8}}:?{SPACE}{{0,8}})?(?P<number>{_NUMBER})"
)
_NUMBER_BEFORE = re.compile(
    rf"(?<![\w.,#/:-])(?<!h )(?P<number>{_NUMBER}){SPACE}{{0,8}},?{SPACE}{{0,8}}(?:(?i:à{SPACE}la|la){SPACE}+)?$"
)
# How a name or what links it begins: asked first, since most of these words are no streets.
_OPENING = re.compile(rf"[.#]?{SPACE}{{0,8}}(?:{UPPER}|[dl0-9]|(?i:au|am|von))")
_LINKED = re.compile(
    rf"[.#]?{SPACE}{{0,8}}(?:(?i:d(?:e|u|es|er|i|el|ella|elle|ei|egli|a|os|o)|l[ae]|les|aux?|von|am){SPACE}|(?i:[dl])['’])"
)
# `ch#BH14-221` is a room, `(Le) Sentier VD` a village.
_NO_STREET = re.compile(
    r"(?i:ch)[.#]? ?[A-Z]{2} ?\d|(?<=Le )Sentier(?: (?:VD|\(VD)|[,;)]|$)|(?<=LE )SENTIER(?: VD|[,;)]|$)"
)
_GLUED_DOT = re.compile(rf"[.#]?{SPACE}{{0,8}}")
# `rue du lac 12`: all in small letters, so that a number must say that it is a street.
_SMALL_STREET = re.compile(
    rf"[.#]?{SPACE}{{0,8}}(?P<links>{LINKS})(?P<name>{WORD}(?:{SPACE}+(?:{LINKS})(?:{WORD})){{0,2}}?)"
    rf"(?={SPACE}{{0,8}},{SPACE}{{0,8}}{_NUMBER}|{SPACE}{_NUMBER})"
)
# Behind a word for an address it needs none, if it ends there: « habite rue du lac, seule ».
_TOLD_STREET = re.compile(
    rf"{SPACE}{{0,8}}(?P<links>{LINKS})(?P<name>{WORD}(?:{SPACE}+{LINKS}{WORD}){{0,1}}?)"
    rf"(?={SPACE}{{0,8}}(?:[,;/)\n]|$|\.(?!\w))|{SPACE}(?:\d{{4,5}}{SPACE}|(?:à|a|depuis|avec|chez){SPACE}))"
)
_LINK = re.compile(
    rf"[.#]?{SPACE}{{0,8}}(?:(?i:de|du|des|d['’]|de{SPACE}la|la|le|les|l['’]|aux|en|sur){SPACE}{{0,8}})"
)
_OF_SQUARE = re.compile(rf"{SPACE}(?:du|des|de{SPACE}la|de{SPACE}l['’]){SPACE}?(?={UPPER})")
# « passage de la Dresse Keller »: somebody comes.
_TITLE = re.compile(
    r" (?:de la |du |des |de )?(?:dr|dre|drs|dresse|prof|pr|mme|mr|m|docteur|professeur)\b"
)
_ADDRESS_BEFORE = re.compile(
    r"(?:(?:adresse|domicil\w*|habit\w*|demeur\w*|rue|cabinet|sis\w*)\s*:?\s*"
    r"|\b(?:chute|accident|agress\w+|tombee?|malaise|trouvee?|renversee?|avp)\b[^.;]{0,20}\bla\s)$"
)
# `Les Vergers 3, 1347 Le Sentier`: no word for a way, but a number, a postal code and a place behind.
_BARE = re.compile(
    rf"(?P<name>(?:(?:En|Le|La|Les|Au|Aux|Sous|Sur|Chez){SPACE}|L['’])?{CAPITALISED}"
    rf"(?:{SPACE}{LINKS}{CAPITALISED}){{0,3}}){SPACE}"
    rf"(?P<number>\d{{1,3}}(?:{SPACE}?[a-zA-Z]\b|{SPACE}bis)?){SPACE}{{0,8}}[,/-]{SPACE}{{0,8}}(?:CH-)?$"
)
_NUMBER_TAIL = re.compile(rf"\d{SPACE}?(?:[a-zA-Z]|bis)?{SPACE}{{0,8}}[,/-]{SPACE}{{0,8}}(?:CH-)?$")
_CODE_AFTER = re.compile(
    rf"{SPACE}{{0,8}}[,/–-]?{SPACE}{{0,8}}(?:CH-)?\d{{4,5}}{SPACE}{{0,8}}{CAPITALISED}"
)
_PLACE_AFTER_CODE = re.compile(rf"{SPACE}?{CAPITALISED}")
_GERMAN_ENDINGS = ("strasse ", "stra?e ", "str. ", "gasse ", "weg ", "platz ", "allee ")
_GERMAN = re.compile(
    rf"(?<!{LETTER})(?:{UPPER}{LETTER}+{SPACE})?{UPPER}{LETTER}*(?:strasse|straße|str\.|gasse|weg|platz|allee) $"
)

_POSTAL_CODE = re.compile(
    r"(?:^|(?<=[^\w.,#%+-])|(?<=\b[A-Z]-)|(?<=\b[A-Z]{2}-)|(?<=[,/(–-]))(?P<code>\d{4}-\d{3}|\d{4,5})(?:\s{0,2}|-)$"
)
# `Evian, 74500`, `Renens (1020)`.
_CODE_BEHIND = re.compile(
    rf"{SPACE}{{0,2}}(?P<sign>[,(])?{SPACE}{{0,2}}(?P<code>\d{{4,5}})(?=\s*(?:$|[,;)\n]|\.(?!\d)))"
)
# `221 Hafnarfjörður, Iceland`, `110 00 Praha, République tchèque`: only where a country stands behind.
_CODE_ABROAD = re.compile(r"(?:^|(?<=[\s,(/–-]))(?<!\d )(?P<code>\d{3}(?: \d{2,3})?|\d{6})\s$")
_COUNTRY_GAP = 4
_FIELD_CODE = re.compile(rf"{SPACE}?[.:=]{{0,2}}{SPACE}{{0,2}}(?P<code>\d{{4,5}})(?![\d.,#/])")
_YEAR_BEFORE = re.compile(
    r"\b(?:en|depuis|des|fin|debut|annee|ete|hiver|automne|printemps|mi|vers|janvier|fevrier|mars|avril|mai|juin"
    r"|juillet|aout|septembre|octobre|novembre|decembre|et|ou|a)[\s-]+$"
)


def _streets_by_word(reading: Reading) -> Iterator[Finding]:
    for kind, lexicon in _KINDS.items():
        for start, end in reading.hits(lexicon):
            last = _street_end(reading, kind, start, end)
            if last is not None:
                yield Finding(start, last, STREET, f"addresses.{kind}", (start, end))
    for start, end in reading.hits("addresses.whole"):
        if reading.text[start].isupper() and _is_addressed(reading, start, end):
            yield Finding(start, end, STREET, "addresses.type", (start, end))


def _street_end(reading: Reading, kind: str, start: int, end: int) -> int | None:
    text = reading.text
    if (
        text[start - 1 : start] == "-"
        or not _OPENING.match(text, end)
        or _NO_STREET.match(text, start)
    ):
        return None
    # `PlGF`.
    if kind == "abbreviation" and text[end : end + 1].isalpha():
        return None
    dot = _GLUED_DOT.match(text, end) if kind == "abbreviation" else None
    first = dot.end() if dot else end
    last = name_end(text, first, is_upper=reading.is_upper, may_be_common=True)
    if last is None or (kind == "weak" and _TITLE.match(reading.plain, end)):
        return _small_street_end(reading, kind, start, end)
    return last if _is_sure(reading, kind, start, end, last) else None


def _is_sure(reading: Reading, kind: str, start: int, end: int, last: int) -> bool:
    """Return whether these words say a street: not an abbreviation or a word of many meanings."""
    text = reading.text
    is_addressed = _is_addressed(reading, start, last)
    # `Chemin Neuf 1` is a street, « Chemin clinique » and « ROUTE DU RETOUR » are none.
    is_linked = bool(_LINK.match(text, end)) and not reading.is_upper
    if has_common(text[end:last]) and not is_linked:
        return is_addressed
    if kind == "weak":
        is_square = reading.plain[start:end] == "place" and text[start].isupper()
        return is_addressed or (is_square and is_linked and _is_square(text, end, last))
    if kind == "type":
        return True
    has_dot = text[end : end + 1] in (".", "#")
    if end - start == 1:
        return has_dot and is_addressed
    return is_addressed or (has_dot and text[start].isupper()) or bool(_LINK.match(text, end))


def _is_square(text: str, end: int, last: int) -> bool:
    """Return whether a proper name follows: `Place de la Riponne`, not « Place de Physio », « Place du CTR »."""
    link = _OF_SQUARE.match(text, end)
    name = text[link.end() : last] if link else ""
    return bool(name) and not name.isupper() and not has_common(name)


def _is_addressed(reading: Reading, start: int, last: int) -> bool:
    """Return whether a house number or a postal code follows, or a word for an address precedes."""
    if reading.has_digit and (
        _NUMBER_AFTER.match(reading.text, last)
        or _CODE_AFTER.match(reading.text, last)
        or _NUMBER_BEFORE.search(reading.text[max(0, start - 10) : start])
    ):
        return True
    return bool(_ADDRESS_BEFORE.search(reading.plain[max(0, start - 44) : start]))


def _small_street_end(reading: Reading, kind: str, start: int, end: int) -> int | None:
    """Return the end of a street in small letters: a number follows, or a word says that it is one."""
    if not _LINKED.match(reading.text, end):
        return None
    street = _SMALL_STREET.match(reading.text, end) if reading.has_digit else None
    if street is None and kind != "type":
        return None
    is_told = _ADDRESS_BEFORE.search(reading.plain[max(0, start - 44) : start])
    if street is None and is_told:
        street = _TOLD_STREET.match(reading.text, end)
    if street is None or not street["links"]:
        return None
    if not is_told and (kind == "weak" or is_common(street["name"].split()[0])):
        return None
    return street.end("name")


def _bare_streets(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits(figures.BEHIND_HOUSE):
        # A house number stands before: asked first, since few numbers have one.
        if not _NUMBER_TAIL.search(reading.text[max(0, start - 9) : start]):
            continue
        if _is_behind_street(reading, start) or not _PLACE_AFTER_CODE.match(reading.text, end):
            continue
        offset = max(0, start - 60)
        street = _BARE.search(reading.text[offset:start])
        if street and not has_common(street["name"]):
            place = (offset + street.start("name"), offset + street.end("name"))
            yield Finding(*place, STREET, "addresses.bare", (start, end))


def _is_behind_street(reading: Reading, start: int) -> bool:
    """Return whether the number before belongs to a street that was found already."""
    street = reading.found.before(start)
    if street is None or street.label != STREET or street.rule == OWN_WORD:
        return False
    number = reading.text[street.end : street.end + 2]
    return number[:1] == " " and number[1:].isdigit()


def _german_streets(reading: Reading) -> Iterator[Finding]:
    for number, _end in reading.hits(figures.BEHIND_STREET):
        if not reading.plain.endswith(_GERMAN_ENDINGS, 0, number):
            continue
        offset = max(0, number - 50)
        street = _GERMAN.search(reading.text[offset:number])
        if street:
            # `Domicilié Bahnhofstrasse 14`: the word before is none of its name.
            first, _, rest = street[0].partition(" ")
            skipped = len(first) + 1 if rest.strip() and fold(first) in _LIVES else 0
            place = (offset + street.start() + skipped, number - 1)
            yield Finding(*place, STREET, "addresses.german", place)


def _house_numbers(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for street in reading.found.of(STREET):
        after = _NUMBER_AFTER.match(text, street.end)
        if after and not _CODE_AFTER.match(text, after.start("number")):
            yield Finding(
                *after.span("number"),
                HOUSE_NUMBER,
                "addresses.number_after",
                (street.start, street.end),
            )
            continue
        offset = max(0, street.start - 14)
        before = _NUMBER_BEFORE.search(text[offset : street.start])
        if before:
            place = (offset + before.start("number"), offset + before.end("number"))
            yield Finding(
                *place, HOUSE_NUMBER, "addresses.number_before", (street.start, street.end)
            )


def _postal_codes(reading: Reading) -> Iterator[Finding]:
    for place in reading.found.of(PLACE):
        offset = max(0, place.start - 14)
        before = reading.text[offset : place.start]
        is_numbered = before.rstrip(" -")[-1:].isdigit()
        code = _POSTAL_CODE.search(before) if is_numbered else None
        if is_numbered and not code and _is_abroad(reading, place):
            code = _CODE_ABROAD.search(before)
        if code:
            start, end = offset + code.start("code"), offset + code.end("code")
            is_code = not _is_year(reading, start, end)
        elif code := _CODE_BEHIND.match(reading.text, place.end):
            start, end = code.span("code")
            is_code = _is_code_behind(reading, code)
        else:
            continue
        if is_code:
            yield Finding(
                start, end, POSTAL_CODE, "addresses.postal_code", (place.start, place.end)
            )


def _codes_of_fields(reading: Reading) -> Iterator[Finding]:
    """Yield the code in its own field: `NPA : 1009 / Localité : Pully`."""
    for start, end in reading.hits("addresses.code_field"):
        code = _FIELD_CODE.match(reading.text, end)
        if code:
            yield Finding(*code.span("code"), POSTAL_CODE, "addresses.code_field", (start, end))


def _is_abroad(reading: Reading, place: Finding) -> bool:
    """Return whether a country is named right behind a place."""
    return any(
        reading.hits_between(lexicon, place.end + 1, place.end + _COUNTRY_GAP)
        for lexicon in ("countries.name", "countries.foreign")
    )


def _is_code_behind(reading: Reading, code: re.Match[str]) -> bool:
    """Return whether a number behind a place is its code: a year may stand there too."""
    if not reading.found.is_free(*code.span("code")):
        return False
    if len(code["code"]) > _SWISS_CODE:
        return True
    return bool(code["sign"]) and not code["code"].startswith(("0", "19", "20"))


def _is_year(reading: Reading, start: int, end: int) -> bool:
    """Return whether the number says a year, or is a piece of a longer date."""
    if any(
        (found.start, found.end) != (start, end) for found in reading.found.overlapping(start, end)
    ):
        return True
    is_possible = end - start == _SWISS_CODE and reading.text[start : start + 2] in ("19", "20")
    return is_possible and bool(_YEAR_BEFORE.search(reading.plain[max(0, start - 44) : start]))


GROUP = RuleGroup(
    name="addresses",
    rules=(
        Rule(
            STREET,
            (
                Finder(_streets_by_word, _LEXICONS),
                Finder(_german_streets, {figures.BEHIND_STREET}),
                Finder(_bare_streets, {figures.BEHIND_HOUSE}),
            ),
            after=frozenset({ORGANISATION, DATE}),
        ),
        Rule(
            HOUSE_NUMBER,
            (Finder(_house_numbers, {STREET}),),
            needs=frozenset({STREET}),
            overrides=NUMBERS,
        ),
        Rule(
            POSTAL_CODE,
            (
                Finder(_postal_codes, {PLACE}),
                Finder(_codes_of_fields, {"addresses.code_field"}),
            ),
            needs=frozenset({PLACE}),
            overrides=frozenset({DATE}),
        ),
    ),
    meanings={
        "type": _("a word for a way and its name"),
        "abbreviation": _("an abbreviated word for a way and its name"),
        "weak": _("a word that can mean a way, in an address"),
        "german": _("a German word for a way at the end of the name"),
        "bare": _("a name before a house number, a postal code and a place"),
        "number_after": _("a number behind a street"),
        "number_before": _("a number before a street"),
        "postal_code": _("a number beside a place"),
        "code_field": _("a number in the field of postal codes"),
    },
    lexicons={
        "addresses.type": listed("street_types"),
        "addresses.code_field": lambda: ["NPA", "code postal", "PLZ"],
        "addresses.whole": lambda: _WHOLE_NAMES,
        "addresses.abbreviation": listed("street_abbreviations"),
        "addresses.weak": listed("street_words_weak"),
    },
)
