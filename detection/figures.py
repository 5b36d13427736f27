"""What a number in figures may be, by the signs beside it: rules look at those numbers only.

Each kind is a trigger like the entries of a lexicon. It asks for what the rule cannot do without, and
leaves the decision to the rule.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from detection.folding import plain

Place = tuple[int, int]

# Any number, and a word that has one.
NUMBER, WORD = "figures.number", "figures.word"
DATE, DAY, TIME = "figures.date", "figures.day", "figures.time"
DIALLED, BUILDING = "figures.dialled", "figures.building"
# Before a place, behind a German street, and behind a house number.
CODE, BEHIND_STREET, BEHIND_HOUSE = "figures.code", "figures.behind_street", "figures.behind_house"

_AROUND = 4
# Around a text, where nothing stands beside a number.
_PAD = "\0" * _AROUND
_DIGITS = re.compile("[0-9]+")
# How many words with their surroundings are kept, and how long they may be.
_KEPT = 2**14
_LONGEST_KEPT = 48
# What can follow the first number of a date.
_SEPARATORS = (".", "/", "#", "-")
_JOINING = frozenset("./#-0123456789aeo&")
_CENTURIES = ("19", "20")
_ENDS_OF_YEAR_CUES = ("n ", "t ", "s ", "i ", " '")
_LAST_DAY = 31
_BEHIND_SEPARATOR = "0123456789 ivx-/&aeo"
# « le 16, », « du 4 au 8 », « le 1er »: a separator would make it a date.
_DAY_CUES = ("le ", "au ", "du ", "les ")
_BEHIND_DAY = ("", "\n", ",", ";", ")", ".", " ", "e", "a", "-")
_ENDS_OF_RANGE_CUES = ("de ", "re ", "rs ")
_GERMAN_ENDINGS = ("sse ", "a?e ", "tr. ", "weg ", "atz ", "lee ")


class NumbersByKind:
    """The numbers of a text by kind; what a word and the signs beside it say is kept, up to a bound."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[str, int, int], ...]] = {}

    def add(self, text: str, words: Iterable[Place], found: dict[str, list[Place]]) -> None:
        """Add the numbers in these words to what was found; one may be of several kinds."""
        padded = f"{_PAD}{text}{_PAD}"
        for offset, end in words:
            word = padded[offset : end + 2 * _AROUND]
            for kind, first, last in self._known.get(word) or self._learn(word):
                place = (offset + first, offset + last)
                if kind in found:
                    found[kind].append(place)
                else:
                    found[kind] = [place]

    def _learn(self, padded: str) -> tuple[tuple[str, int, int], ...]:
        """Return the kinds and places of the numbers in a word, which has its surroundings about it."""
        known = tuple(
            (kind, number.start() - _AROUND, number.end() - _AROUND)
            for number in _DIGITS.finditer(padded, _AROUND, len(padded) - _AROUND)
            for kind in (NUMBER, *_kinds_of(padded, *number.span()))
        )
        if len(padded) <= _LONGEST_KEPT:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[padded] = known
        return known


def _kinds_of(padded: str, start: int, end: int) -> tuple[str, ...]:
    before = padded[start - _AROUND : start].lstrip(_PAD[0])
    after = padded[end : end + _AROUND].rstrip(_PAD[0])
    return _kinds(before, padded[start : min(start + 2, end)], end - start, after)


@lru_cache(maxsize=_KEPT)
def _kinds(before: str, head: str, length: int, after: str) -> tuple[str, ...]:
    """Return what a number may be: its first digits, how many it has, and what stands beside it."""
    folded, following = plain(before), plain(after)
    is_short = length <= 2
    checks = (
        (DATE, _may_be_date(folded, head, length, following)),
        (DAY, is_short and _may_be_day(folded, following)),
        (TIME, is_short and _may_be_time(folded, following)),
        (DIALLED, _may_be_dialled(folded, head, length, following)),
        (BUILDING, before[-1:].isupper() or before[-2:-1].isupper()),
        (CODE, _may_be_code(head, length, after)),
        (BEHIND_STREET, folded in _GERMAN_ENDINGS),
        (BEHIND_HOUSE, length == 4 and folded.rstrip()[-1:] in ("", ",", "/", "-")),
    )
    return tuple(kind for kind, may_be in checks if may_be)


def _may_be_date(before: str, head: str, length: int, after: str) -> bool:
    # A part of a longer number: 756.0000.12, 38,5.
    if before[-1:] in (".", "#", ",") and before[-2:-1].isdigit():
        return False
    if length > 2:
        return length == 8 or (length == 4 and head in _CENTURIES)
    if before[-2:] in _ENDS_OF_YEAR_CUES:
        return True
    number = int(head[:length])
    return 0 < number <= _LAST_DAY and _goes_on_as_date(after)


def _goes_on_as_date(after: str) -> bool:
    """Return whether a second number may follow the first of a date, or a joint before it."""
    if after[:1] in _SEPARATORS:
        return after[1:2] in _BEHIND_SEPARATOR and after[1:2] != ""
    return after[:1] in (" ", ",") and (after[:2] == ", " or after[1:2] in _JOINING)


def _may_be_day(before: str, after: str) -> bool:
    return before.endswith(_DAY_CUES) and after[:1] in _BEHIND_DAY


def _may_be_time(before: str, after: str) -> bool:
    if after[:1] in (":", ".", "#"):
        return after[1:2].isdigit()
    return after.lstrip(" ")[:1] == "h" or before[-3:] in _ENDS_OF_RANGE_CUES


def _may_be_dialled(before: str, head: str, length: int, after: str) -> bool:
    if head[0] == "0" or before.endswith(("+", "+ ")):
        return True
    return after[:1] in ("-", ".", "#", ")") and (length == 3 or (length == 1 and head[0] == "1"))


def _may_be_code(head: str, length: int, after: str) -> bool:
    if length not in (4, 5) or (length == 4 and head[0] == "0"):
        return False
    return after[:1].isupper() or (after[:1] == " " and after[1:2].isupper())
