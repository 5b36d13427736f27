"""Number formats that an organisation writes as regular expressions, refused where they could explode.

A pattern is searched in every line of a corpus, so each must come to an end soon whatever the text. Of
what Python's expressions can say, formats need little: characters, sets, how many of them, optional
parts and alternatives. Within that, the number of ways to read a text is bounded by what is written,
and counted here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

from detection.base import OWN_WORD, Finding
from detection.errors import FormatRefused
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.tokens import fold

LONGEST_PATTERN: Final = 200
LONGEST_MATCH: Final = 200
# Ways to read one place: `\d{6,10}` has 5. A thousand of them cost about a millisecond a line.
MOST_WAYS: Final = 1000

_SINGLE = {codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY, codes.CATEGORY}
_PLACES = {codes.AT_BOUNDARY, codes.AT_NON_BOUNDARY}
_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}


@dataclass(frozen=True)
class OwnFormat:
    """A label and the form of its numbers; where a trigger is given, it must stand in front."""

    label: str
    pattern: str
    trigger: str = ""


def check_format(pattern: str) -> re.Pattern[str]:
    """Return the compiled pattern, or raise why it cannot be used."""
    if not pattern.strip() or len(pattern) > LONGEST_PATTERN:
        raise FormatRefused("length", limit=LONGEST_PATTERN)
    try:
        compiled = re.compile(pattern)
        parsed = parser.parse(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        place = getattr(error, "pos", None)
        if place is None:
            raise FormatRefused("syntax") from error
        raise FormatRefused("syntax_at", place=place + 1) from error
    # Flags for a whole expression cannot stand inside ours.
    if compiled.groupindex or compiled.flags != re.UNICODE:
        raise FormatRefused("unsupported")
    shortest, longest = parsed.getwidth()
    if shortest == 0:
        raise FormatRefused("empty")
    if longest > LONGEST_MATCH:
        raise FormatRefused("unbounded", limit=LONGEST_MATCH)
    if _ways(parsed) > MOST_WAYS:
        raise FormatRefused("ways")
    return compiled


def is_usable(pattern: str) -> bool:
    """Return whether a stored pattern may still be searched: an earlier version took more of them."""
    try:
        check_format(pattern)
    except FormatRefused:
        return False
    return True


def _ways(items: Iterable[tuple[Any, Any]]) -> int:
    """Return in how many ways a sequence can be read at one place, at most."""
    ways = 1
    for code, value in items:
        ways = min(ways * _ways_of(code, value), MOST_WAYS + 1)
    return ways


def _ways_of(code: object, value: Any) -> int:
    if code in _SINGLE or (code is codes.AT and value in _PLACES):
        return 1
    if code is codes.SUBPATTERN:
        return _ways(value[-1])
    if code is codes.BRANCH:
        return sum(_ways(branch) for branch in value[1])
    if code in _REPEATS:
        return _ways_of_repeat(*value)
    # References, conditions, looking around, anchors: no format of a number needs them.
    raise FormatRefused("unsupported")


def _ways_of_repeat(least: int, most: int, body: Any) -> int:
    # Whatever its number of times, such a repeat adds nothing to the width that is bounded.
    if most > 1 and body.getwidth()[0] == 0:
        raise FormatRefused("repeats_nothing")
    inner = _ways(body)
    # Each further time multiplies what the body leaves open.
    return sum(min(inner**count, MOST_WAYS + 1) for count in range(least, most + 1))


def own_rule(formats: Iterable[OwnFormat], *, label: str) -> Rule:
    """Return the rule that finds the numbers of one label by an organisation's own formats."""
    patterns = [_pattern(one) for one in formats if one.label == label and is_usable(one.pattern)]

    def find(reading: Reading) -> Iterator[Finding]:
        for pattern in patterns:
            for match in pattern.finditer(reading.text):
                trigger = match.span("trigger") if match["trigger"] else match.span("value")
                yield Finding(*match.span("value"), label, "own.format", trigger)

    return Rule(label, (Finder(find),))


def _pattern(one: OwnFormat) -> re.Pattern[str]:
    check_format(one.pattern)
    trigger = rf"(?P<trigger>{re.escape(one.trigger)})"
    link = r"\s{0,3}[:#.°]?\s{0,3}" if one.trigger else ""
    flags = re.IGNORECASE if one.trigger else 0
    return re.compile(rf"(?<![^\W_]){trigger}{link}(?P<value>{one.pattern})(?![^\W_])", flags)


@dataclass(frozen=True)
class OwnWords:
    """A list of words of one label; `name` tells it from other lists."""

    name: str
    label: str
    words: tuple[str, ...]

    @property
    def lexicon(self) -> str:
        return f"own.{self.name}"


def own_group(lists: Sequence[OwnWords]) -> RuleGroup:
    """Return the group whose lexicons are these lists; its rules go before those of others."""
    lexicons = {each.lexicon: partial(tuple, each.words) for each in lists}
    return RuleGroup(name="own", rules=(), meanings={}, lexicons=lexicons)


def own_words_rule(own: OwnWords) -> Rule:
    """Return the rule that finds the words of a list."""
    written: Mapping[str, str] = {fold(word): word for word in own.words}

    def find(reading: Reading) -> Iterator[Finding]:
        for start, end in reading.hits(own.lexicon):
            word = written.get(reading.folded(start, end), "")
            if _stands_alone(reading.text, start, end) and _has_case(reading.text[start:end], word):
                yield Finding(start, end, own.label, OWN_WORD, (start, end))

    return Rule(own.label, (Finder(find),))


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    # A word that was glued to the one before begins with a capital: `DrA`.
    is_cut = before.islower() and text[start].isupper()
    return (is_cut or not before.isalnum()) and not after.isalnum()


def _has_case(found: str, written: str) -> bool:
    if written.isupper():
        return found.isupper()
    return found[0].isupper() if written[:1].isupper() else True
