"""Numbers in French words, as patterns for folded text."""

import re

from detection.lookback import Lookback

_ONES = "une|un|deux|trois|quatre|cinq|six|sept|huit|neuf"
_TEENS = "dix[ -]sept|dix[ -]huit|dix[ -]neuf|dix|onze|douze|treize|quatorze|quinze|seize"
_TENS = (
    "quatre[ -]vingts?|vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante"
)
# Up to a hundred and something: ages, days and hours need no more.
NUMERAL = rf"(?:(?:{_TENS})(?:(?:[ -]et)?[ -](?:{_TEENS}|{_ONES})(?![a-z]))?|{_TEENS}|{_ONES}|cent(?: (?:{_ONES}))?)"
NUMERAL_BEFORE = Lookback(rf"(?<![a-z'-]){NUMERAL}[ -]?\Z|(?<=[dl]'){NUMERAL}[ -]?\Z")
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
