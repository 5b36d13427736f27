"""Keys that give a category to a selection: how they are written, which are free, who gets which.

A shortcut is one key (`5`, `B`), a digit with Shift or Shift and Alt (`Shift+5`), or two letters or
digits one after the other (`L D`) where a contest has many categories. Letters are what the key
types; digits are read by physical key, so that French and Swiss keyboards have them without Shift.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase, digits

from contests.categories.errors import (
    ShortcutHidden,
    ShortcutReserved,
    ShortcutTaken,
    ShortcutUnreadable,
)
from text.errors import Refusal
from text.labels import short_name, supercategory

# The annotation page's own letters: accept, reject, guidelines (twice) and flag. Its other keys
# (space, arrows, Enter, Delete, ?, /, anything with Ctrl) are no letters or digits to begin with.
PAGE_KEYS = frozenset("AXGHF")
DIGITS = "1234567890"
# Digits first, then with Shift, then with Shift and Alt: what Prodigy's users have in their fingers.
ONE_KEY_SHORTCUTS = tuple(
    f"{prefix}{digit}" for prefix in ("", "Shift+", "Shift+Alt+") for digit in DIGITS
)
FIRST_KEYS = tuple(letter for letter in ascii_uppercase if letter not in PAGE_KEYS)
SECOND_KEYS = ascii_uppercase + digits

_SHIFT = r"(?:SHIFT|MAJ|⇧)"
_ALT = r"(?:ALT|OPTION|⌥)"
_JOIN = r"\s*[+-]?\s*"
_WITH_SHIFT = re.compile(rf"{_SHIFT}{_JOIN}([0-9])")
_WITH_BOTH = re.compile(rf"(?:{_SHIFT}{_JOIN}{_ALT}|{_ALT}{_JOIN}{_SHIFT}){_JOIN}([0-9])")
_ONE_KEY = re.compile(r"[A-Z0-9]")
_TWO_KEYS = re.compile(r"([A-Z0-9])[\s,>-]*([A-Z0-9])")


def parse_shortcut(written: str) -> str:
    """Return the shortcut as it is stored, whatever its case, accents and signs; empty for none."""
    keys = _plain(written)
    if not keys:
        return ""
    shortcut = _read(keys)
    if shortcut in PAGE_KEYS or (_is_sequence(shortcut) and shortcut[0] in PAGE_KEYS):
        raise ShortcutReserved(key=shortcut[0])
    return shortcut


def _plain(text: str) -> str:
    # The letter under an accent is the key that people mean; width and case make no other key.
    letters = unicodedata.normalize("NFKD", text.strip())
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    # ASCII only: the capital of ß would be two keys.
    return "".join(each.upper() if each.isascii() else each for each in plain)


def _read(keys: str) -> str:
    if match := _WITH_SHIFT.fullmatch(keys):
        return f"Shift+{match[1]}"
    if match := _WITH_BOTH.fullmatch(keys):
        return f"Shift+Alt+{match[1]}"
    if _ONE_KEY.fullmatch(keys):
        return keys
    if match := _TWO_KEYS.fullmatch(keys):
        return f"{match[1]} {match[2]}"
    raise ShortcutUnreadable


def check_free(shortcut: str, taken: Mapping[str, str]) -> None:
    """Raise what stands against a shortcut beside others, which are given with their labels."""
    if shortcut in taken:
        raise ShortcutTaken(label=taken[shortcut])
    for other, label in taken.items():
        if _hides(shortcut, other) or _hides(other, shortcut):
            raise ShortcutHidden(label=label, shortcut=other)


def _hides(one: str, other: str) -> bool:
    """Return whether `one` acts before the second key of `other` can be pressed."""
    return other.startswith(f"{one} ")


def judge_own(
    own: Mapping[str, str], *, offered: Mapping[str, str], page_keys: Collection[str]
) -> dict[str, Refusal]:
    """Return what stands against the shortcuts that a person wants for themselves, by label.

    `offered` holds the contest's shortcuts, `page_keys` the letters that the person gave to the page.
    """
    keys = {**offered, **own}
    problems: dict[str, Refusal] = {}
    for label, shortcut in own.items():
        others = {key: other for other, key in keys.items() if key and other != label}
        try:
            _check_own(shortcut, others, page_keys)
        except Refusal as error:
            problems[label] = error
    return problems


def _check_own(shortcut: str, others: Mapping[str, str], page_keys: Collection[str]) -> None:
    if shortcut.split(maxsplit=1)[0] in page_keys:
        raise ShortcutReserved(key=shortcut[0])
    check_free(shortcut, others)


def overlay(offered: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the shortcut of each offered label for one person: their own, else the contest's.

    A manager may give a key later that the person already uses: then theirs stays.
    """
    kept = {label: shortcut for label, shortcut in own.items() if label in offered}
    taken = {shortcut: label for label, shortcut in kept.items()}
    return {
        label: kept.get(label, shortcut if _is_free(shortcut, taken) else "")
        for label, shortcut in offered.items()
    }


def _is_free(shortcut: str, taken: Mapping[str, str]) -> bool:
    try:
        check_free(shortcut, taken)
    except (ShortcutTaken, ShortcutHidden):
        return False
    return True


def _is_sequence(shortcut: str) -> bool:
    return shortcut[1:2] == " "


def assign_shortcuts(labels: Sequence[str]) -> dict[str, str]:
    """Return a shortcut for each label: one key each for up to thirty, else two keys for all.

    Two keys are a letter of the supercategory and one of the category, which is easier to keep in mind
    than which thirty of sixty labels have a digit.
    """
    if len(labels) <= len(ONE_KEY_SHORTCUTS):
        return dict(zip(labels, ONE_KEY_SHORTCUTS, strict=False))
    letters = _letters_of_supercategories(dict.fromkeys(map(supercategory, labels)))
    taken: dict[str, str] = {}
    for label in labels:
        letter_of_parent = letters.get(supercategory(label), "")
        shortcut = next(_free_sequences(label, taken, letter_of_parent), "")
        if shortcut:
            taken[shortcut] = label
    return {label: shortcut for shortcut, label in taken.items()}


def _letters_of_supercategories(supercategories: Iterable[str]) -> dict[str, str]:
    """Return a letter for each supercategory as far as there are letters: initials go first."""
    given: dict[str, str] = {}
    for depth in (1, None):
        for name in supercategories:
            free = (
                key
                for key in _letters(name)[:depth]
                if key in FIRST_KEYS and key not in given.values()
            )
            if name not in given and (letter := next(free, "")):
                given[name] = letter
    return given


def suggest_shortcut(label: str, taken: Mapping[str, str]) -> str:
    """Return a free shortcut for one more category, of the kind the others have; empty if none is."""
    started = {shortcut[0] for shortcut in taken if _is_sequence(shortcut)}
    one_key = (key for key in ONE_KEY_SHORTCUTS if key not in taken and key not in started)
    has_only_sequences = bool(taken) and all(map(_is_sequence, taken))
    sequence = next(_free_sequences(label, taken), "")
    return sequence if has_only_sequences else next(one_key, sequence)


def _free_sequences(
    label: str, taken: Mapping[str, str], letter_of_parent: str = ""
) -> Iterator[str]:
    """Yield the free pairs of keys for a label, those that recall it best first."""
    for first in dict.fromkeys([*letter_of_parent, *_first_keys(label, taken)]):
        for second in _second_keys(label):
            if f"{first} {second}" not in taken:
                yield f"{first} {second}"


def _first_keys(label: str, taken: Mapping[str, str]) -> list[str]:
    """Return the letters a label's sequence may start with: its supercategory's, then unused, then any."""
    parent = supercategory(label)
    firsts = [
        (keys[0], supercategory(other)) for keys, other in taken.items() if _is_sequence(keys)
    ]
    own = [first for first, owner in firsts if owner == parent]
    others = {first for first, owner in firsts if owner != parent}
    unused = [key for key in (*_letters(parent), *FIRST_KEYS) if key not in others]
    wanted = dict.fromkeys([*own, *unused, *FIRST_KEYS])
    return [key for key in wanted if key in FIRST_KEYS and key not in taken]


def _second_keys(label: str) -> list[str]:
    """Return letters and digits in the order in which they recall a category."""
    words = [_letters(word) for word in re.split(r"[\W_]+", short_name(label))]
    initials = [word[0] for word in words if word]
    return list(dict.fromkeys([*initials, *"".join(words), *SECOND_KEYS]))


def _letters(text: str) -> str:
    return "".join(each for each in _plain(text) if each in SECOND_KEYS)
