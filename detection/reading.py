"""A text as the rules see it: characters, the places of lexicon entries, and what was found so far."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, KeysView, Sequence
from typing import Any, NamedTuple, TypeVar

from detection import figures
from detection.findings import Findings
from detection.folding import fold, plain

Place = tuple[int, int]
Result = TypeVar("Result")

_CAPITALS = bytes(code for code in range(256) if chr(code).isupper())
_SMALL_LETTERS = bytes(code for code in range(256) if chr(code).islower())
_LONGEST_NAME = 20


class Hits(defaultdict[str, list[Place]]):
    """The places of entries by lexicon, of kinds of numbers and of shapes, each in order."""

    def __init__(self) -> None:
        super().__init__(list)


class Reading:
    """One text while rules go through it."""

    def __init__(self, text: str, hits: Hits) -> None:
        self.text = text
        # The text without capitals and accents, place by place the same.
        self.plain = plain(text)
        self.found = Findings()
        # Where entries of a lexicon stand, in order; of overlapping ones the longest. The dictionary itself
        # answers, since rules ask most of all for this.
        self.hits: Callable[[str], Sequence[Place]] = hits.__getitem__
        self._hits = hits
        self._done: dict[Callable[[Reading], Any], Any] = {}
        self._is_upper: bool | None = None
        self._has_ligature = "œ" in text or "Œ" in text or "æ" in text or "Æ" in text

    def once(self, work: "Callable[[Reading], Result]") -> "Result":
        """Return what some work makes of the text, done once for all finders that ask for it."""
        if work not in self._done:
            self._done[work] = work(self)
        result: Result = self._done[work]
        return result

    @property
    def lexicons(self) -> KeysView[str]:
        """Return the lexicons, kinds of numbers and shapes of which something may stand anywhere."""
        return self._hits.keys()

    @property
    def has_digit(self) -> bool:
        return bool(self._hits.get(figures.WORD))

    def hits_of_any(self, *lexicons: str) -> Sequence[Place]:
        """Return where entries of these lexicons stand, in order; of overlapping ones the longest."""
        hits = [places for name in lexicons if (places := self._hits.get(name))]
        if len(hits) < 2:
            return hits[0] if hits else ()
        return longest([place for places in hits for place in places])

    def hits_between(self, lexicon: str, start: int, end: int) -> Sequence[Place]:
        """Return where entries begin in a stretch, without a look at all the others."""
        hits = self._hits.get(lexicon, ())
        return hits[bisect_left(hits, (start,)) : bisect_left(hits, (end,))]

    def follows_name(self, lexicon: str, place: int) -> bool:
        """Return whether an entry of the lexicon with its capital stands right before: `Emma 3 ans`."""
        if not self._hits.get(lexicon):
            return False
        names = self.hits_between(lexicon, max(0, place - _LONGEST_NAME), place)
        return any(end == place - 1 and self.text[start].isupper() for start, end in names)

    @property
    def is_upper(self) -> bool:
        """Return whether the text is written in capitals, so that a capital says nothing."""
        if self._is_upper is None:
            self._is_upper = self._has_capitals()
        return self._is_upper

    def _has_capitals(self) -> bool:
        # Bytes, since counting them takes no loop; letters beyond Latin-1 do not decide.
        encoded = self.text.encode("latin-1", "ignore")
        others = len(encoded.translate(None, _SMALL_LETTERS))
        small = len(encoded) - others
        # As mostly: too few, even if all the others were capitals.
        if others <= 2 * small:
            return False
        capitals = len(encoded) - len(encoded.translate(None, _CAPITALS))
        letters = capitals + small
        return capitals >= 3 and letters > 3 and capitals > 0.7 * letters

    def folded(self, start: int, end: int) -> str:
        return fold(self.text[start:end])

    def before(self, place: int, width: int = 40) -> str:
        """Return what stands before a place, folded: for patterns that end in `$`."""
        return self._window(place - width if place > width else 0, place)

    def after(self, place: int, width: int = 40) -> str:
        """Return what stands after a place, folded: for patterns that match from the start."""
        return self._window(place, place + width)

    def _window(self, start: int, end: int) -> str:
        # A ligature is two letters in patterns, and takes one place in the text.
        return self.folded(start, end) if self._has_ligature else self.plain[start:end]


class Line(NamedTuple):
    """A line of a longer text, and where in it the line starts."""

    start: int
    reading: Reading


def longest(places: Sequence[Place]) -> list[Place]:
    """Return the places without those that lie in or reach into a longer or earlier one."""
    kept: list[Place] = []
    for start, end in sorted(set(places), key=lambda place: (place[0], -place[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
