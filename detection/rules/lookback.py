"""Patterns for what stands before a place, which begin by reading backwards from it.

A pattern that ends in `$` or `\\Z` is searched from every place of the window before it, and nearly always in
vain. Turned around it is tried once, at the place itself, and says whether the pattern fits. Its words are
sorted by their last letters, so that `re` tries few of them. What exactly fits is searched with the pattern
as it is written, so that a match is always that of the pattern itself.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
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


# How far patterns look behind the start of their window.
_BEHIND = 4
# As far as a pattern without an end of its own may reach.
_LONGEST_TEXT = 2**29
_ENDS = {codes.AT_END, codes.AT_END_STRING}
_MIRRORED = {
    codes.AT_BEGINNING: codes.AT_END_STRING,
    codes.AT_BEGINNING_STRING: codes.AT_END_STRING,
    codes.AT_BOUNDARY: codes.AT_BOUNDARY,
    codes.AT_NON_BOUNDARY: codes.AT_NON_BOUNDARY,
}
_SINGLE = {codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY}
_ASSERTIONS = {codes.ASSERT, codes.ASSERT_NOT}
# `$` fits before a last line break as well.
_LAST_BREAK = (codes.MAX_REPEAT, (0, 1, [(codes.LITERAL, ord("\n"))]))

Branch = list[tuple[Any, Any]]


class Lookback:
    """A pattern that ends at the place it is asked for."""

    def __init__(self, source: str, flags: int = 0) -> None:
        self.pattern = source
        self._written = re.compile(source, flags)
        turned = _backwards(source, flags)
        self._longest = min(turned.getwidth()[1], _LONGEST_TEXT)
        self._fits_backwards = _turned_around(turned, flags).match
        self._size, self._endings = possible_endings(tuple(turned), flags)

    def fits(self, text: str, start: int = 0, end: int | None = None) -> bool:
        """Return whether `re.search` would find the pattern in this stretch of the text."""
        if end is None:
            end = len(text)
        size = self._size
        if end >= size:
            ending = text[end - size : end]
            if ending not in self._endings and ending.isascii():
                return False
        first = start - _BEHIND if start > _BEHIND else 0
        match = self._fits_backwards(text[first:end][::-1])
        if match is None:
            return False
        # What reaches behind the start of the window may fit within it in another way.
        return match.end() <= end - start or self._written.search(text, start, end) is not None

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """Return what `re.search` would in this stretch of the text."""
        if end is None:
            end = len(text)
        if not self.fits(text, start, end):
            return None
        # What fits cannot begin before this.
        first = end - self._longest
        return self._written.search(text, max(start, first), end)


def _backwards(source: str, flags: int) -> parser.SubPattern:
    tree = parser.parse(source, flags)
    return parser.SubPattern(tree.state, _mirrored(_without_end(list(tree)), tree.state))


def _turned_around(tree: parser.SubPattern, flags: int) -> re.Pattern[str]:
    turned: re.Pattern[str] = compiler.compile(tree, flags)
    return turned


def _without_end(items: Branch) -> Branch:
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


def _mirrored(items: Iterable[tuple[Any, Any]], state: Any) -> Branch:
    turned: Branch = []
    for code, value in reversed(list(items)):
        if code is codes.SUBPATTERN:
            # No group is ever asked for; without its own flags its items stand as well alone.
            _, added, removed, inner = value
            items_of_group = _mirrored(inner, state)
            if added or removed:
                turned.append(
                    (code, (None, added, removed, parser.SubPattern(state, items_of_group)))
                )
            else:
                turned += items_of_group
        elif code is codes.BRANCH:
            branches = [_mirrored(branch, state) for branch in value[1]]
            turned.append(_sorted_by_first(branches, state))
        else:
            turned.append((code, _mirrored_value(code, value, state)))
    return turned


def _sorted_by_first(branches: list[Branch], state: Any) -> tuple[Any, Any]:
    """Return the branches with those together that begin with the same letter, and so on behind it."""
    rests: dict[Any, list[Branch]] = {}
    for number, branch in enumerate(chain.from_iterable(map(_ways_to_begin, branches))):
        is_letter = bool(branch) and branch[0][0] is codes.LITERAL
        rests.setdefault(branch[0] if is_letter else number, []).append(branch)
    sorted_: list[Branch] = []
    for same in rests.values():
        if len(same) == 1:
            sorted_ += same
        else:
            sorted_.append([same[0][0], _sorted_by_first([branch[1:] for branch in same], state)])
    return codes.BRANCH, (None, [parser.SubPattern(state, branch) for branch in sorted_])


def _ways_to_begin(branch: Branch) -> Iterator[Branch]:
    """Yield a branch that may begin with a letter, `s?` or a choice, as one branch for each way to begin."""
    if not branch:
        yield branch
        return
    code, value = branch[0]
    if code is codes.BRANCH:
        for inner in value[1]:
            yield from _ways_to_begin([*inner, *branch[1:]])
    elif code is codes.MAX_REPEAT and value[:2] == (0, 1):
        yield from _ways_to_begin([*value[2], *branch[1:]])
        yield from _ways_to_begin(branch[1:])
    else:
        yield branch


def _mirrored_value(code: Any, value: Any, state: Any) -> Any:
    if code in _SINGLE:
        return value
    if code is codes.AT:
        return _MIRRORED[value]
    if code in _REPEATS:
        return (*value[:2], parser.SubPattern(state, _mirrored(value[2], state)))
    if code in _ASSERTIONS:
        return -value[0], parser.SubPattern(state, _mirrored(value[1], state))
    raise ValueError(f"A pattern that looks back cannot have {code}.")
