"""Patterns for what stands before a place, which begin by reading backwards from it.

A pattern that ends in `$` or `\\Z` is searched from every place of the window before it, and nearly always in
vain. Turned around it is tried once, at the place itself; only where that fits is the pattern searched
as it is written, so that a match is always that of the pattern itself.
"""

import re
from collections.abc import Iterable
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# How far patterns look behind the start of their window.
_BEHIND = 4
_ENDS = {codes.AT_END, codes.AT_END_STRING}
_MIRRORED = {
    codes.AT_BEGINNING: codes.AT_END_STRING,
    codes.AT_BEGINNING_STRING: codes.AT_END_STRING,
    codes.AT_BOUNDARY: codes.AT_BOUNDARY,
    codes.AT_NON_BOUNDARY: codes.AT_NON_BOUNDARY,
}
_SINGLE = {codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY}
_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT}
_ASSERTIONS = {codes.ASSERT, codes.ASSERT_NOT}
# `$` fits before a last line break as well.
_LAST_BREAK = (codes.MAX_REPEAT, (0, 1, [(codes.LITERAL, ord("\n"))]))

Items = list[tuple[Any, Any]]


class Lookback:
    """A pattern that ends at the place it is asked for."""

    def __init__(self, source: str, flags: int = 0) -> None:
        self.pattern = source
        self._written = re.compile(source, flags)
        self._fits_backwards = _turned_around(source, flags).match

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """Return what `re.search` would in this stretch of the text."""
        if end is None:
            end = len(text)
        first = start - _BEHIND if start > _BEHIND else 0
        if self._fits_backwards(text[first:end][::-1]) is None:
            return None
        return self._written.search(text, start, end)


def _turned_around(source: str, flags: int) -> re.Pattern[str]:
    tree = parser.parse(source, flags)
    items = _mirrored(_without_end(list(tree)), tree.state)
    turned: re.Pattern[str] = compiler.compile(parser.SubPattern(tree.state, items), flags)
    return turned


def _without_end(items: Items) -> Items:
    """Return a pattern without the sign for the end, which all its ways to fit must have."""
    code, value = items[-1]
    if code is codes.AT and value in _ENDS:
        return [*items[:-1], _LAST_BREAK] if value is codes.AT_END else items[:-1]
    if code is codes.BRANCH:
        branches = [_without_end(list(branch)) for branch in value[1]]
        return [*items[:-1], (code, (None, branches))]
    if code is codes.SUBPATTERN:
        return [*items[:-1], (code, (*value[:3], _without_end(list(value[3]))))]
    raise ValueError("A pattern that looks back must end at its place.")


def _mirrored(items: Iterable[tuple[Any, Any]], state: Any) -> Items:
    return [(code, _mirrored_value(code, value, state)) for code, value in reversed(list(items))]


def _mirrored_value(code: Any, value: Any, state: Any) -> Any:
    def inner(items: Iterable[tuple[Any, Any]]) -> Any:
        return parser.SubPattern(state, _mirrored(items, state))

    if code in _SINGLE:
        return value
    if code is codes.AT:
        return _MIRRORED[value]
    if code is codes.BRANCH:
        return None, [inner(branch) for branch in value[1]]
    if code is codes.SUBPATTERN:
        return (*value[:3], inner(value[3]))
    if code in _REPEATS:
        return (*value[:2], inner(value[2]))
    if code in _ASSERTIONS:
        return -value[0], inner(value[1])
    raise ValueError(f"A pattern that looks back cannot have {code}.")
