"""What a number in figures may be, by the signs beside it: rules look at those numbers only.

Each kind is a trigger like the entries of a lexicon. It asks for what the rule cannot do without, and
leaves the decision to the rule.
"""

import re
from collections import defaultdict
from functools import lru_cache

from text.tokens import plain

Place = tuple[int, int]

# A word that has a number.
WORD = "figures.word"
DATE, DAY, TIME = "figures.date", "figures.day", "figures.time"
DIALLED, BUILDING = "figures.dialled", "figures.building"
# « 52 a »: years, by their first letter.
YEARS = "figures.years"
# `311/2`: a room and its bed, at the head of an entry.
BED = "figures.bed"
# Before a place, behind a German street, and behind a house number.
CODE, BEHIND_STREET, BEHIND_HOUSE = "figures.code", "figures.behind_street", "figures.behind_house"

_AROUND = 4
_DIGITS = re.compile("[0-9]+")
# How many numbers with their surroundings are kept.
_KEPT = 2**15
# All patterns read the folded characters beside a number, four at most: what no rule can use is left out here.
_JOINS_DATES = ("/", "-")
_GOES_ON_AS_DATE = re.compile(
    r"[./#-] ?[0-9ivx]|[./#-] ?[-/&]|[./#-] ?(?:au|a[ \d]|et|ou)|, \d"
    r"| (?:[./#-] ?\d|\d\d |au |a \d|et |ou |& \d)"
)
# `7#25,`, `2/0 `: the second of two numbers is no month.
_NO_MONTH = re.compile(r"[./#](?:(?:1[3-9]|[2-9]\d)(?:$|[^\d ./#-])|0(?:$|[^\d ./#-]| [^\d./#-]))")
_CENTURIES = ("19", "20")
# « en 98 », « fin 15 », « mai '21 »: what stands before a year of two figures, and what behind it.
_YEAR_CUES = ("en ", "fin ", "but ", "ees ", "mai ", "uin ", "uis ", " '")
_BEHIND_YEAR = re.compile(r"$|[\n,;).]| (?:et|pu|a |au|av|pa|po|sa)")
_LAST_DAY = 31
# « le 16, », « du 4 au 8 », « le 1er »: a separator would make it a date.
_DAY_CUE = re.compile(r"(?:(?<![a-z])(?:le|au|du)|les) $")
_BEHIND_DAY = re.compile(r"$|[\n,;).ea-]| (?:[avdpoec-]|$)")
# « 14:30 », « 14h », « à 14.30 »; « le 14.03. » is none.
_BEHIND_HOUR = re.compile(r":\d| ?h|[.#][0-5]\d(?![\d#/])")
_DAY_BEFORE = ("le ", "du ", "au ")
_ENDS_OF_RANGE_CUES = ("de ", "re ", "rs ")
_GOES_ON_AS_RANGE = re.compile(r" ?(?:a[ \d]|et|-)")
# Glued to a number, the letter is hardly anything else; with a space it may be a verb or « à ».
_YEARS_BEHIND = re.compile(r"a(?![a-z\d'#-])| a(?:$|[,;:.)/\n]| [/(+a-z\d-])")
# `05 61 23`, `(514) 555`, `1-800`.
_FRENCH_GROUPS = re.compile(r"([ ./#-])\d\d\1")
_AMERICAN_GROUPS = re.compile(r"[.#-]\d{3}|-\(|\)")
# `BH 07`, `MP14`: the first figure of a floor, and the letters of a building before it.
_BUILDING_BEFORE = re.compile(r"[A-Z]{2}[ #.-]?$")
# `BU44`: a door of a building that everyone knows.
_KNOWN_BUILDING_BEFORE = re.compile("(?<![A-Z])(?:BH|BU|MP|HO)$")
_FLOOR_BEHIND = re.compile(r"[#.]\d")
# Rooms have four beds at most; `120/8` is a blood pressure.
_BED_BEHIND = re.compile(r"[/-][1-4](?![\d/.,#-])")
_GERMAN_ENDINGS = ("sse ", "a?e ", "tr. ", "weg ", "atz ", "lee ")


def add_numbers(text: str, found: defaultdict[str, list[Place]]) -> None:
    """Add the numbers of a text to what was found in it, by kind; one may be of several kinds."""
    for number in _DIGITS.finditer(text):
        start, end = number.span()
        before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
        for kind in _kinds(before, number[0][:2], end - start, after):
            found[kind].append((start, end))


@lru_cache(maxsize=_KEPT)
def _kinds(before: str, head: str, length: int, after: str) -> tuple[str, ...]:
    """Return what a number may be: its first digits, how many it has, and what stands beside it."""
    folded, following = plain(before), plain(after)
    is_short = length <= 2
    is_code = _may_be_code(head, length, after)
    checks = (
        (DATE, _may_be_date(folded, head, length, following)),
        (DAY, is_short and _may_be_day(folded, following)),
        (TIME, is_short and _may_be_time(folded, length, following)),
        (DIALLED, _may_be_dialled(folded, head, length, following)),
        # Letters of a building are capitals, which few numbers have before them.
        (BUILDING, is_short and before != folded and _may_be_building(before, head, length, after)),
        (
            YEARS,
            length <= 3 and "a" in following[:2] and _YEARS_BEHIND.match(following) is not None,
        ),
        (BED, length == 3 and _may_be_bed(before, after)),
        (CODE, is_code),
        (BEHIND_STREET, folded in _GERMAN_ENDINGS),
        (BEHIND_HOUSE, is_code and folded.rstrip()[-1:] in ("", ",", "/", "-")),
    )
    return tuple(kind for kind, may_be in checks if may_be)


def _may_be_date(before: str, head: str, length: int, after: str) -> bool:
    if _is_within(before):
        return False
    if length > 2:
        return length == 8 or (length == 4 and head in _CENTURIES)
    if length == 2 and before.endswith(_YEAR_CUES) and _BEHIND_YEAR.match(after):
        return True
    if not 0 < int(head[:length]) <= _LAST_DAY or not _GOES_ON_AS_DATE.match(after):
        return False
    if _NO_MONTH.match(after):
        return False
    # `4/5, 6`: only a whole date goes on behind another number.
    is_joined = before[-1:] in _JOINS_DATES and before[-2:-1].isdigit()
    return not is_joined or after[0] not in " ,"


def _is_within(before: str) -> bool:
    """Return whether it is a part of a longer number: 756.0000.12, 38,5."""
    return before[-1:] in (".", "#", ",") and before[-2:-1].isdigit()


def _may_be_day(before: str, after: str) -> bool:
    return (
        before[-1:] == " "
        and _DAY_CUE.search(before) is not None
        and _BEHIND_DAY.match(after) is not None
    )


def _may_be_time(before: str, length: int, after: str) -> bool:
    if before[-1:] in (".", ",", "#", ":") and before[-2:-1].isdigit():
        return False
    if _BEHIND_HOUR.match(after):
        # `7.35,`: one figure before the stop is an hour only if `h` follows.
        is_hour = length == 2 or after[3:4] in (" ", "h")
        return after[0] not in ".#" or (is_hour and not before.endswith(_DAY_BEFORE))
    return before[-3:] in _ENDS_OF_RANGE_CUES and _GOES_ON_AS_RANGE.match(after) is not None


def _may_be_dialled(before: str, head: str, length: int, after: str) -> bool:
    if before.endswith(("+", "+ ")):
        return True
    if _is_within(before):
        return False
    if head[0] == "0":
        return length > 2 or (length == 2 and _FRENCH_GROUPS.match(after) is not None)
    is_american = length == 3 or (length == 1 and head[0] == "1")
    return is_american and _AMERICAN_GROUPS.match(after) is not None


def _may_be_building(before: str, head: str, length: int, after: str) -> bool:
    is_floor = head[0] in "012" if length == 2 else length == 1 and _FLOOR_BEHIND.match(after)
    if length == 2 and _KNOWN_BUILDING_BEFORE.search(before):
        return True
    return bool(is_floor) and _BUILDING_BEFORE.search(before) is not None


def _may_be_bed(before: str, after: str) -> bool:
    if before and before[-1] != "\n" and before[-2:] not in (": ", ", ", "; "):
        return False
    return _BED_BEHIND.match(after) is not None


def _may_be_code(head: str, length: int, after: str) -> bool:
    if length not in (4, 5) or (length == 4 and head[0] == "0"):
        return False
    return after[:1].isupper() or (after[:1] in (" ", "-") and after[1:2].isupper())
