"""Places smaller than a country: those on lists, those that none has, and cantons by their code."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.groups.names.known import is_first_name, is_known
from detection.rules.groups.places import unlisted_places
from detection.rules.groups.places.unlisted_places import (
    AT,
    CANTONS,
    CONTRACTED,
    EPONYM,
    FROM,
    LIVES,
    NOT_AT,
    PLACE,
    POSTAL_CODE,
    TITLE,
    is_country,
)
from detection.rules.groups.shapes import LETTER, SPACE, UPPER, is_common
from detection.rules.lexicons import listed
from detection.rules.lexicons.packages import doubtful_places, known_places, places_without_article
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

CANTON, ORGANISATION, DATE = "EMPLACEMENT:CODE_CANTON", "ORGANISATION", "TEMPORAL:DATE"
STREET, HOUSE_NUMBER = "EMPLACEMENT:RUE", "EMPLACEMENT:NUMÉRO_HABITATION"
UNIT, ROOM = "CHUV:STRUCTURE_RÉFÉRENCE", "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"

_TAIL = re.compile(rf"(?:-(?:[dl]['’])?{LETTER}+)+")
_CANTON_BEHIND = re.compile(rf"{SPACE}\(?(?:{'|'.join(CANTONS)})\b")
_NUMBER_BEHIND = re.compile(rf"{SPACE}\d")
_CANTON_GAP = re.compile(r"\s*[,/(–-]?\s*")
_CANTON_WORD = re.compile(r"\b(?:cantons?|ct)\b\.?\s*:?\s*(?:de\s|du\s)?\(?$")
_END = re.compile(rf"{SPACE}{{0,8}}(?:$|[.;,)/\n-]|\d)")
_BEHIND_ORGANISATION = frozenset({",", "de", "d'", "-", "(", "/"})
# `Le tampon`: the article of a place goes with a capital.
_SMALL_BEHIND_ARTICLE = re.compile(r"(?:Le|La|Les) [^\W\d_A-ZÀ-Þ]|L['’][^\W\d_A-ZÀ-Þ]")
_CANTONS_AND_WORDS = frozenset({"NE", "AI", "SO", "AR", "GE", "FR", "BE", "AG", "UR", "GR"})
_SHORTEST_IN_SMALL_LETTERS = 5
# One name behind the title: with two the second is a surname, whatever a list of places has.
_DOCTOR_NAMED = re.compile(
    r"\b(?:dr|dre|dresse|docteure?|prof)[.#]?\s(?:[a-z][.#]\s?)?(?P<name>[a-z?'-]{3,20})\s$"
)
_AT_KIN = re.compile(
    r"\bchez (?:sa |son |ses |leurs? |la |le |une? )?(?:(?:grand|belle|beau|petite?|demi)-)?(?:s(?:oe|\?)ur|frere|fils|fille|mere|pere"
    r"|parents|maman|papa|tante|oncle|cousine?|niece|neveu|gendre|compagne|compagnon|amie?|copine?|voisine?)s?\s$"
)
_NAME_BEHIND = re.compile(rf"{SPACE}{UPPER}[a-zà-ÿ]|-")
# Words that leave no doubt about a short name in small letters, and those before a long one.
_BORN_AT = re.compile(r"\b(?:nee?s?|naissance|domiciliee?|habite|deced[a-z]+) (?:a|en) $")
_OF = re.compile(r"\b(?:de|d'|a|du|vers|pour|depuis)\s?$")
_APART = frozenset("0123456789,;(/[")
# Where scores and classifications were agreed on, and what stands behind them.
SCORES = frozenset(
    {"manchester", "bristol", "glasgow", "vancouver", "montreal", "vienne", "prague", "atlanta", "milan", "rome", "bethesda"}
    | {"ottawa", "berlin", "budapest", "toronto", "oslo", "los angeles", "sydney", "chicago", "edmonton", "paris", "lille", "barcelone", "boston", "lugano", "kiel"}
)  # fmt: skip
_GRADE = re.compile(
    rf"{SPACE}?[:=]?{SPACE}?(?:(?:stade|grade|type|classe|score){SPACE})?(?:[A-E]|[A-E]?\d{{1,2}}[a-zA-Z]?|[IV]{{1,3}}|A\dL\d\w*|(?i:n[ée]g|pos|modifi|r[ée]vis|rempli|mod[ée]r|s[ée]v)\w*|[+-])(?=\s?(?:$|[,;.)/]|[à+-]))"
)


def _known(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    hits = reading.hits("places.listed")
    starts = {start for start, _ in hits} if len(hits) > 1 else ()
    ends = {end for _, end in hits} if len(hits) > 1 else ()
    for start, end in hits:
        # `Lausanne-Genève`: two places.
        if _is_inside_word(text, start, end) and start - 1 not in ends:
            continue
        before = reading.plain[max(0, start - 44) : start]
        if not _is_written_as_place(reading, start, end, before):
            continue
        if _is_score(reading, start, end):
            continue
        is_named = not _stands_apart(before) and (TITLE.search(before) or EPONYM.search(before))
        if not is_named or _is_of_someone(reading, start, end, before):
            last = end if end + 1 in starts else _joined_end(text, end)
            yield Finding(start, last, PLACE, "places.listed", (start, end))


def _stands_apart(before: str) -> bool:
    """Return whether no word stands right before: `1012 Lausanne`, `Rue 3, Lausanne`."""
    return not before or before.rstrip(" ")[-1:] in _APART


def _is_of_someone(reading: Reading, start: int, end: int, before: str) -> bool:
    """Return whether a doctor works or a relative lives there: `Dr Tschanz Gland`, `chez sœur Pully`."""
    doctor = _DOCTOR_NAMED.search(before)
    if doctor is None and not _AT_KIN.search(before):
        return False
    text = reading.text
    if reading.is_upper or is_known(reading.folded(start, end)) or _NAME_BEHIND.match(text, end):
        return False
    if doctor is None:
        return True
    return text[start - 1 - len(doctor["name"])].isupper() and not is_first_name(doctor["name"])


def _is_score(reading: Reading, start: int, end: int) -> bool:
    """Return whether a place gives its name to a score: `Manchester 3`, `A2L3 selon Montréal`."""
    if reading.plain[start:end] not in SCORES:
        return False
    return bool(_GRADE.match(reading.text, end)) or reading.plain.endswith("selon ", 0, start)


def _is_inside_word(text: str, start: int, end: int) -> bool:
    """Return whether letters are joined to the hit: a piece of a word is no place."""
    before = text[max(0, start - 2) : start]
    if (before[-1:] == "-" and before[:1].isalpha()) or (
        before[-1:].isalpha() and before[-1:] not in "àÀ"
    ):
        return True
    return text[end : end + 1].isalpha()


def _is_written_as_place(reading: Reading, start: int, end: int, before: str) -> bool:
    """Return whether the letters are those of a place: a capital, or small ones in its surroundings."""
    name = reading.text[start:end]
    if not name[0].isupper():
        is_long = end - start >= _SHORTEST_IN_SMALL_LETTERS
        is_at = reading.text[max(0, start - 3) : start] == " à " or _BORN_AT.search(before)
        if POSTAL_CODE.search(before) or ((is_long or is_at) and _is_expected(before)):
            return True
        # `saint-julien-en-genevois`: no other word has so many joints.
        return name.count("-") > 1 and bool(_OF.search(before))
    if reading.is_upper or not name.isupper():
        return name[0] != "L" or not _SMALL_BEHIND_ARTICLE.match(name)
    # Capitals among small letters: an abbreviation if short, a surname before a first name.
    is_surname = reading.text[end : end + 1] == " " and reading.text[end + 1 : end + 3].istitle()
    return _is_expected(before) or (len(name) >= _SHORTEST_IN_SMALL_LETTERS and not is_surname)


def _is_expected(before: str) -> bool:
    return any(pattern.search(before) for pattern in (POSTAL_CODE, AT, LIVES, FROM))


def _joined_end(text: str, end: int) -> int:
    """Return the end of the name with what hyphens join to it: `Lausanne-Centre`."""
    if text[end : end + 1] != "-":
        return end
    tail = _TAIL.match(text, end)
    return tail.end() if tail else end


def _doubtful(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("places.doubtful"):
        if not text[start].isupper() or _is_inside_word(text, start, end):
            continue
        if _SMALL_BEHIND_ARTICLE.match(text, start) or is_country(reading, start, end):
            continue
        before = reading.plain[max(0, start - 44) : start]
        if EPONYM.search(before) or NOT_AT.search(before) or _NUMBER_BEHIND.match(text, end):
            continue
        is_sure = POSTAL_CODE.search(before) or LIVES.search(before) or FROM.search(before)
        is_at = not reading.is_upper and (AT.search(before) or before.endswith(" depuis "))
        if (
            is_sure
            or is_at
            or _CANTON_BEHIND.match(text, end)
            or _is_beside(reading, start, end, before)
        ):
            yield Finding(start, _joined_end(text, end), PLACE, "places.doubtful", (start, end))


def _is_beside(reading: Reading, start: int, end: int, before: str) -> bool:
    return _is_behind(reading, start) or _is_of_someone(reading, start, end, before)


def _is_behind(reading: Reading, start: int) -> bool:
    """Return whether an organisation or a street stands before, with a comma between."""
    before = reading.found.before(start)
    if before is None or before.label not in (ORGANISATION, STREET, HOUSE_NUMBER):
        return False
    return reading.plain[before.end : start].strip() in _BEHIND_ORGANISATION


def _without_article(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("places.without_article"):
        if not text[start].isupper() or text[end : end + 1] == "-" or is_common(text[start:end]):
            continue
        is_short = reading.is_upper and end - start < _SHORTEST_IN_SMALL_LETTERS
        if CONTRACTED.search(reading.plain[max(0, start - 4) : start]) and not is_short:
            yield Finding(start, end, PLACE, "places.listed", (start, end))


def _cantons(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("places.canton"):
        if reading.text[start:end] not in CANTONS or reading.text[end : end + 1] in ("-", "'", "’"):
            continue
        place = reading.found.before(start)
        if place and _follows(reading, place, start, end):
            yield Finding(start, end, CANTON, "places.canton", (place.start, place.end))
        elif _CANTON_WORD.search(reading.plain[max(0, start - 14) : start]):
            yield Finding(start, end, CANTON, "places.canton", (start, end))


def _follows(reading: Reading, place: Finding, start: int, end: int) -> bool:
    """Return whether the letters stand behind a place as its canton, not as a word: `LAUSANNE, NE PAS`."""
    gap = reading.text[place.end : start]
    if place.label not in (PLACE, ORGANISATION) or not _CANTON_GAP.fullmatch(gap):
        return False
    if gap.strip() in ("(", "/"):
        return True
    if place.label != PLACE:
        return False
    is_word = reading.is_upper and reading.text[start:end] in _CANTONS_AND_WORDS
    return bool(_END.match(reading.text, end)) or (not gap.strip() and not is_word)


GROUP = RuleGroup(
    name="places",
    rules=(
        Rule(
            PLACE,
            (
                Finder(_known, {"places.listed"}),
                Finder(_doubtful, {"places.doubtful"}),
                Finder(_without_article, {"places.without_article"}),
                *unlisted_places.FINDERS,
            ),
            needs=frozenset({STREET, HOUSE_NUMBER, ORGANISATION}),
            after=frozenset({UNIT, ROOM, DATE}),
        ),
        Rule(
            CANTON, (Finder(_cantons, {"places.canton"}),), needs=frozenset({PLACE, ORGANISATION})
        ),
    ),
    meanings={
        "listed": _("a known place"),
        "doubtful": _("a known place that is also a word, in the surroundings of a place"),
        "postal_code": _("a name behind a postal code"),
        "before_canton": _("a name before the code of a canton"),
        "sealed": _("a name at the start of a line before a date"),
        "at": _("a name behind « à »"),
        "lives": _("a name behind a word of living, being born or moving"),
        "kind": _("a name behind a kind of place"),
        "field": _("a name in a field for a place"),
        "address": _("a name behind a street or an institution"),
        "doctor": _("a name behind that of a doctor"),
        "canton": _("the code of a canton"),
    },
    lexicons={
        "places.listed": known_places,
        "places.doubtful": doubtful_places,
        "places.without_article": places_without_article,
        "places.canton": lambda: CANTONS,
        "places.at": lambda: ["à"],
        "places.lives": listed("place_verbs"),
        "places.kind": listed("place_kinds"),
        "places.field": listed("place_fields"),
        "places.doctor": listed("place_doctors"),
    },
)
