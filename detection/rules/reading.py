"""A text as the rules see it: characters, the places of lexicon entries, and what was found so far."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, KeysView, Sequence
from typing import Any, NamedTuple, TypeVar

from detection.base import Finding
from detection.rules import figures
from text.tokens import fold, plain


class Findings:
    """Findings of one text that never overlap, in order of place."""

    def __init__(self) -> None:
        # What was ever found here, for rules that build on it; some may have been overridden since.
        self.labels: set[str] = set()
        self._items: list[Finding] = []
        # Where they start and end, each in order since they are apart.
        self._starts: list[int] = []
        self._ends: list[int] = []

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._items)

    def all(self) -> list[Finding]:
        """Return everything that was found, in order of place."""
        return self._items.copy()

    def __len__(self) -> int:
        return len(self._items)

    def overlapping(self, start: int, end: int) -> list[Finding]:
        """Return what shares a character with the stretch."""
        first, last = self._range(start, end)
        return self._items[first:last]

    def is_free(self, start: int, end: int) -> bool:
        """Return whether nothing was found in the stretch."""
        first = bisect_right(self._ends, start)
        return first == len(self._ends) or self._starts[first] >= end

    def of(self, *labels: str) -> list[Finding]:
        """Return what has one of these labels, in order of place."""
        return [item for item in self._items if item.label in labels]

    def before(self, place: int) -> Finding | None:
        """Return the nearest finding that ends at `place` or before it."""
        index = bisect_left(self._starts, place)
        return self._items[index - 1] if index and self._ends[index - 1] <= place else None

    def after(self, place: int) -> Finding | None:
        """Return the nearest finding that starts at `place` or after it."""
        index = bisect_left(self._starts, place)
        return self._items[index] if index < len(self._items) else None

    def add(self, finding: Finding, overrides: Collection[str] = ()) -> bool:
        """Take the finding if its place is free, or held only by labels that it may override."""
        start, end, label, *_ = finding
        if not self._ends or start >= self._ends[-1]:
            # Behind all others, as mostly.
            self._items.append(finding)
            self._starts.append(start)
            self._ends.append(end)
        else:
            first, last = self._range(start, end)
            for item in self._items[first:last]:
                if item.label not in overrides and not finding.completes(item):
                    return False
            self._items[first:last] = [finding]
            self._starts[first:last] = [start]
            self._ends[first:last] = [end]
        self.labels.add(label)
        return True

    def _range(self, start: int, end: int) -> tuple[int, int]:
        """Return the first of those that reach into the stretch, and the first behind them."""
        first = bisect_right(self._ends, start)
        return first, bisect_left(self._starts, end, lo=first)


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
