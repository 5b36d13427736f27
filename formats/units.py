"""Convert offsets between code points and the units of other programs."""

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from formats.records import GRAPHEMES, UTF16

# Converts an offset to code points; None inside a character.
ToCodePoints = Callable[[int], int | None]

_LAST_OF_ONE_UNIT = "\uffff"
_JOINER = "\u200d"


def to_code_points(text: str, unit: str) -> ToCodePoints:
    """Return a function that converts offsets in this text to code points; offsets beyond its end stay beyond."""
    if unit == UTF16 and not _is_one_unit_each(text):
        return _by_table(array("L", utf16_offsets(text)))
    if unit == GRAPHEMES and not text.isascii():
        return _by_index([*grapheme_starts(text), len(text)])
    return _unchanged


def _unchanged(offset: int) -> int:
    return offset


def _by_table(offsets: "array[int]") -> ToCodePoints:
    def convert(offset: int) -> int | None:
        if offset > offsets[-1]:
            return offset - offsets[-1] + len(offsets) - 1
        if offset < 0:
            return offset
        place = bisect_left(offsets, offset)
        return place if offsets[place] == offset else None

    return convert


def _by_index(starts: list[int]) -> ToCodePoints:
    def convert(offset: int) -> int:
        if 0 <= offset < len(starts):
            return starts[offset]
        return offset if offset < 0 else offset - len(starts) + 1 + starts[-1]

    return convert


def _is_one_unit_each(text: str) -> bool:
    return text.isascii() or max(text) <= _LAST_OF_ONE_UNIT


def utf16_offsets(text: str) -> Iterator[int]:
    """Yield the UTF-16 offset of every character and of the end."""
    return accumulate((1 + (c > _LAST_OF_ONE_UNIT) for c in text), initial=0)


def to_utf16(text: str) -> Callable[[int], int]:
    """Return a function that converts code points of this text to UTF-16 units."""
    if not text or _is_one_unit_each(text):
        return _unchanged
    return array("L", utf16_offsets(text)).__getitem__


def grapheme_starts(text: str) -> Iterator[int]:
    """Yield the start of each user-perceived character, following Unicode annex 29 as far as `unicodedata` allows.

    Marks, variation selectors, skin tones and joined emoji stay with what they follow; flags are two
    indicators; a Korean syllable is one; so is a line end.
    """
    indicators = 0
    for index, character in enumerate(text):
        before = text[index - 1] if index else ""
        is_indicator = "\U0001f1e6" <= character <= "\U0001f1ff"
        is_second_of_flag = is_indicator and indicators % 2 == 1
        indicators = indicators + 1 if is_indicator else 0
        if not (index and (is_second_of_flag or _continues(character, before))):
            yield index


def _continues(character: str, before: str) -> bool:
    if before == "\r" and character == "\n":
        return True
    if unicodedata.category(before) in ("Cc", "Zl", "Zp"):
        return False
    return _extends(character) or _is_joined(character, before) or _is_korean(character, before)


def _extends(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in (_JOINER, "\u200c")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_joined(character: str, before: str) -> bool:
    # Pictographs are symbols; a letter after a joiner (in Indic scripts) begins a new character.
    return before == _JOINER and unicodedata.category(character) == "So"


def _is_korean(character: str, before: str) -> bool:
    first, second = _korean_kind(before), _korean_kind(character)
    return (first, second) in {
        ("L", "L"), ("L", "V"), ("L", "S"), ("V", "V"), ("V", "T"), ("T", "T"), ("S", "V"), ("S", "T"),
    }  # fmt: skip


def _korean_kind(character: str) -> str:
    if "\uac00" <= character <= "\ud7a3":
        return "S"
    if "\u1100" <= character <= "\u115f":
        return "L"
    if "\u1160" <= character <= "\u11a7":
        return "V"
    return "T" if "\u11a8" <= character <= "\u11ff" else ""
