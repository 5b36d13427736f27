"""The first characters that a pattern can have, and the last ones of a pattern that ends at a place: mostly few of all.

The last ones are the first of the pattern turned around. What it asks of characters that it does not take
(`\\b`, `(?<!x)`) is left out here: more is possible then, never less.
"""

import re
from collections.abc import Collection
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# Only these are told apart; folded text has few others.
_CHARACTERS = tuple(map(chr, range(128)))
# The longest endings come first, each with how many of them are worth their memory and exclude enough.
_MOST = {3: 1000, 2: 1000, 1: 40}
_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT}
_TAKES_NOTHING = {codes.ASSERT, codes.ASSERT_NOT, codes.AT}

Items = tuple[tuple[Any, Any], ...]


class _TooMany(Exception):
    """A pattern can end in too many ways to tell them apart."""


def possible_endings(turned: Items, flags: int) -> tuple[int, frozenset[str]]:
    """Return how many characters are told apart, and which of them may stand before the place."""
    for size, most in _MOST.items():
        try:
            openings = _openings(turned, size, flags)
        except _TooMany:
            continue
        if len(openings) <= most:
            return size, frozenset(opening[::-1] for opening in openings)
    return 0, frozenset({""})


def first_characters(pattern: str) -> str:
    """Return a pattern for the characters with which something may begin that fits: the rest need not be tried."""
    known = sorted(_openings(tuple(parser.parse(pattern)), 1, 0))
    # Beyond those that are told apart everything is possible.
    return f"[{''.join(map(re.escape, known))}\\x80-\\U0010ffff]"


def _openings(items: Items, size: int, flags: int) -> set[str]:
    """Return how texts begin that fit the items."""
    if not size:
        return {""}
    if not items:
        # Nothing more is asked.
        return _joined(_CHARACTERS, _openings((), size - 1, flags))
    (code, value), rest = items[0], items[1:]
    ways = _ways(code, value, size)
    if ways is None:
        return _joined(_fitting(code, value, flags), _openings(rest, size - 1, flags))
    if code is codes.SUBPATTERN:
        # Its flags go on behind it, which again makes more possible, never less.
        flags |= value[1]
    return set().union(*(_openings((*way, *rest), size, flags) for way in ways))


def _ways(code: Any, value: Any, size: int) -> list[Items] | None:
    """Return what may stand for an item that does not simply take one character."""
    if code in _TAKES_NOTHING:
        return [()]
    if code is codes.SUBPATTERN:
        return [value[3]]
    if code is codes.BRANCH:
        return [*value[1]]
    if code not in _REPEATS:
        return None
    least, most, inner = value
    # More often than there is room for makes no difference.
    again = (code, (max(min(least, size) - 1, 0), min(int(most), size) - 1, inner))
    ways: list[Items] = [(*inner, again)] if most else []
    return ways if least else [(), *ways]


def _fitting(code: Any, value: Any, flags: int) -> Collection[str]:
    """Return the characters that fit an item that takes one."""
    if code is codes.LITERAL and not flags:
        return chr(value)
    item = compiler.compile(parser.SubPattern(parser.State(), [(code, value)]), flags)
    return [*filter(item.match, _CHARACTERS)]


def _joined(heads: Collection[str], tails: Collection[str]) -> set[str]:
    if len(heads) * len(tails) > max(_MOST.values()):
        raise _TooMany
    return {head + tail for head in heads for tail in tails}
