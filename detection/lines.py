"""The lines of a text: where it has line breaks, unless those only fold lines that were too long."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from detection.reading import Place

_LINE = re.compile(r"[^\r\n]+")
_FIRST_WORD = re.compile(r"\S+")
# Nobody folds lines that are shorter, and few write longer ones that are folded.
_NARROWEST, _WIDEST = 50, 140
_LEAST_CONTINUED = 2
_SHARE_OF_FULL = 0.7


def has_breaks(text: str) -> bool:
    """Return whether a text has more than one line, or an end of its only one."""
    return "\n" in text or "\r" in text


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its place; what was folded is one line, with spaces for its breaks."""
    places = [line.span() for line in _LINE.finditer(text)]
    goes_on = _that_go_on(text, places)
    start = 0
    for number, (first, end) in enumerate(places):
        if number == 0 or number - 1 not in goes_on:
            start = first
        if number not in goes_on:
            yield start, text[start:end].replace("\n", " ")


def _that_go_on(text: str, places: Sequence[Place]) -> frozenset[int]:
    """Return the numbers of the lines that go on in the next one, if lines are folded in this text."""
    width = max((end - start for start, end in places), default=0)
    if not _NARROWEST <= width <= _WIDEST:
        return frozenset()
    full, continued = set(), set()
    for number, ((start, end), (following, _)) in enumerate(pairwise(places)):
        word = _FIRST_WORD.match(text, following)
        if word is None or text[end:following] != "\n":
            continue
        if text[following].islower():
            continued.add(number)
        # The next word had no room.
        if end - start + 1 + len(word[0]) > width:
            full.add(number)
    is_folded = len(continued & full) >= max(_LEAST_CONTINUED, _SHARE_OF_FULL * len(continued))
    return frozenset(full) if is_folded else frozenset()
