"""Noon and midnight where they are times of day, and what may stand behind an hour in words."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.reading import Place, Reading

_ONES = "une|un|deux|trois|quatre|cinq|six|sept|huit|neuf"
_TEENS = "dix[ -]sept|dix[ -]huit|dix[ -]neuf|dix|onze|douze|treize|quatorze|quinze|seize"
_TENS = (
    "quatre[ -]vingts?|vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante"
)
# Up to a hundred and something: ages, days and hours need no more.
NUMERAL = rf"(?:(?:{_TENS})(?:(?:[ -]et)?[ -](?:{_TEENS}|{_ONES})(?![a-z]))?|{_TEENS}|{_ONES}|cent(?: (?:{_ONES}))?)"
NUMERAL_BEFORE = re.compile(rf"(?<![a-z'-]){NUMERAL}[ -]?\Z|(?<=[dl]'){NUMERAL}[ -]?\Z")
LONGEST_NUMERAL = 26
_LAST_WORD = re.compile(r"[a-z]{2,9} ?\Z")
_WORDS = frozenset(re.findall("[a-z]+", f"{_ONES} {_TEENS} {_TENS} vingts cent premier"))
_LAST_LETTERS = frozenset(word[-2:] for word in _WORDS)


def ends_with_number(plain: str, place: int) -> bool:
    """Whether a number, in figures or in words, may end at a place: a cheap test before a dear one."""
    end = place - 1 if plain[place - 1 : place] == " " else place
    last_sign = plain[end - 1 : end]
    if last_sign.isdecimal() or last_sign == "½":
        return True
    if plain[end - 2 : end] not in _LAST_LETTERS:
        return False
    last = _LAST_WORD.search(plain, max(0, place - 10), place)
    return last is not None and last[0].rstrip() in _WORDS


TIME = "TEMPORAL:TEMPS"

# All patterns read folded text.
UNIT_SOURCE = r"(?:mg|ug|µg|g|kg|ml|l|ui|u|cp|mmol|gouttes?|gttes?|kcal|cm|mm|%)(?![a-z])"
PART_OF_DAY_SOURCE = r"(?: (?:du mat(?:in)?|du soir|de l'apres[ -]midi|de l'aprem|de la nuit|de la matinee)(?![a-z]))"
IN_WORDS_BEHIND = re.compile(
    rf"(?P<said>(?: et (?:quart|demie?)(?![a-z])| moins (?:le )?quart(?![a-z])"
    rf"| (?:moins )?{NUMERAL}(?![a-z-])(?! (?:jours?|fois|semaines?|mois))| [0-5]\d(?!\d)(?! ?{UNIT_SOURCE}))?{PART_OF_DAY_SOURCE}?)"
)
DAILY_RHYTHM = re.compile(r"(?:matin|soir)e?s?[ ,/-]{1,3}(?:et |a |le )?\Z")
RHYTHM_AHEAD = re.compile(r" ?(?:,|et|/|-)? ?(?:le |au )?(?:soir|et soir)")
NOON_CUE = re.compile(
    r"(?<![a-z])(?:a|vers|des|jusqu'a|avant|apres|depuis|entre|partir de|heures?)[ :(]{0,2}\Z|(?:[:(\[]| -) ?\Z"
)
FROM_NOON = re.compile(r" (?:a|jusqu'a) ")
NOON_AND = re.compile(r" (?:et (?:quart|demie?)|moins (?:le )?(?:quart|dix|cinq))(?![a-z])")
MEAL_BEFORE = re.compile(r"(?:repas|messe|pause|collation|diner|dose|prise|insuline) (?:de|du) \Z")
AFTERNOON = re.compile(
    r"(?:(?<![a-z])(?:cet|cette|en|par|un|une|chaque|fin d|debut d|tout)[ ']|l')apres \Z"
)


def noons(reading: Reading) -> Iterator[Finding]:
    """Yield noon and midnight, unless a rhythm or a part of the day is meant."""
    for place in reading.hits("times.noon"):
        yield from _noon(reading, place)


def _noon(reading: Reading, place: Place) -> Iterator[Finding]:
    plain, (start, end) = reading.plain, place
    behind = IN_WORDS_BEHIND.match(plain, end)
    stop = behind.end() if behind else end
    window = max(0, start - 16)
    is_midnight = plain[start:end] == "minuit"
    is_rhythm = DAILY_RHYTHM.search(plain, window, start) or RHYTHM_AHEAD.match(plain, end)
    if MEAL_BEFORE.search(plain, window, start) or (is_rhythm and not is_midnight):
        return
    # « cet apres midi »: a part of the day, written without its hyphen.
    if AFTERNOON.search(plain, window, start) and not NOON_AND.match(plain, end):
        return
    is_announced = NOON_CUE.search(plain, window, start) or (
        plain[start - 3 : start] == "de " and FROM_NOON.match(plain, end)
    )
    if is_midnight or is_announced or NOON_AND.match(plain, end):
        yield Finding(start, stop, TIME, "times.noon", place)
