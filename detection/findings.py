"""What the rules found, each with its reason, kept in order and apart."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from typing import NamedTuple

from corpus.domain.spans import Span

# The rule of words that an organisation added: certain of their category, not of their bounds.
OWN_WORD = "own.word"


class Finding(NamedTuple):
    """A stretch of text with its label, and why: the rule, and the words that set it off."""

    start: int
    end: int
    label: str
    # Family and rule, `names.after_title`; what it means in words is in the family's RULES.
    rule: str
    # Half-open offsets of the trigger; the finding itself where nothing else gave it away.
    trigger: tuple[int, int] | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.label)

    def shifted(self, places: int) -> "Finding":
        """Return the finding of a line as one of the text in which the line starts at a place."""
        if not places:
            return self
        start, end, label, rule, trigger = self
        moved = trigger and (trigger[0] + places, trigger[1] + places)
        return Finding(start + places, end + places, label, rule, moved)

    def completes(self, other: "Finding") -> bool:
        """Return whether the other is a word of the organisation's own that this one goes beyond."""
        is_within = self.start <= other.start and other.end <= self.end
        return other.rule == OWN_WORD and other.label == self.label and is_within


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
        start, end, label, _, _ = finding
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
