"""What is worth asking: most lines wake a few finders, and asking the others would cost most of the time."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from detection.base import Finding
from detection.rules.figures import Memory
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule

# Combinations of triggers that are kept; notes have some hundreds, lines full of what is sought some thousands.
_KEPT = 2**13


class Asked(NamedTuple):
    """A finder that is asked: at once, or where one of these categories was found before."""

    find: Callable[[Reading], Iterable[Finding]]
    # Categories whose place it may take, and where it stands among all finders.
    overrides: frozenset[str]
    builds_on: frozenset[str] | None
    order: int


class _Way(NamedTuple):
    """How a finder comes to be asked: something of each of these must occur, if anything is named."""

    asked: Asked
    label: str
    triggers: Collection[str]
    also: Collection[str]


class TriggerIndex:
    """From what occurs in a text to the finders that may find something in it, in their order."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        labels = frozenset(rule.label for rule in rules)
        finders = [(rule, finder) for rule in rules for finder in rule.finders]
        # A bit for each, so that what occurs in a text adds up to one number; the bits of the second thing that
        # some need stand above all others. In their order: at once, or as soon as something was found.
        self._ways = [
            way
            for order, (rule, finder) in enumerate(finders)
            for way in _ways(rule, finder, order, labels)
        ]
        self._above = len(self._ways)
        # Those of a lexicon that is no trigger are none.
        self._bits: defaultdict[str, int] = defaultdict(int)
        self._unwoken = self._sufficient = 0
        for place, way in enumerate(self._ways):
            self._index(way, 1 << place)
        self._memory = Memory[int, tuple[Asked, ...]](_KEPT)

    def _index(self, way: _Way, bit: int) -> None:
        for name in way.triggers:
            self._bits[name] |= bit
        for name in way.also:
            self._bits[name] |= bit << self._above
        self._unwoken |= 0 if way.triggers else bit
        self._sufficient |= 0 if way.also else bit

    def asked(self, reading: Reading) -> tuple[Asked, ...]:
        """Return what to ask; the other finders find nothing in this text."""
        woken = 0
        bits = self._bits
        for name in reading.lexicons:
            woken |= bits[name]
        woken &= woken >> self._above | self._sufficient
        return self._memory.recent.get(woken) or self._recall(woken)

    def _recall(self, woken: int) -> tuple[Asked, ...]:
        asked = self._memory.recall(woken)
        if asked is None:
            asked = self._ask(woken)
            self._memory.keep(woken, asked)
        return asked

    def asked_of_all(self, readings: Iterable[Reading]) -> Iterator[tuple[Asked, Reading]]:
        """Yield what to ask of many texts, finder by finder."""
        waiting: defaultdict[int, list[tuple[Asked, Reading]]] = defaultdict(list)
        for reading in readings:
            for asked in self.asked(reading):
                waiting[asked.order].append((asked, reading))
        return chain.from_iterable(waiting[order] for order in sorted(waiting))

    def _ask(self, woken: int) -> tuple[Asked, ...]:
        asked_in_order: dict[int, Asked] = {}
        # What may be found so far: a finder that builds on anything else need not even be kept in mind.
        labels: set[str] = set()
        bits = woken | self._unwoken
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            asked, label, _, _ = self._ways[lowest.bit_length() - 1]
            _, _, builds_on, order = asked
            is_possible = builds_on is None or not labels.isdisjoint(builds_on)
            if is_possible and order not in asked_in_order:
                labels.add(label)
                asked_in_order[order] = asked
        return tuple(asked_in_order.values())


def _ways(rule: Rule, finder: Finder, order: int, labels: frozenset[str]) -> Iterator[_Way]:
    categories = labels.intersection(finder.triggers)
    words = frozenset(finder.triggers) - categories
    if words:
        asked = Asked(finder.find, rule.overrides, None, order)
        yield _Way(asked, rule.label, words, finder.also)
    if categories or not words:
        asked = Asked(finder.find, rule.overrides, categories or None, order)
        # What else must occur is all that the text has to show.
        yield _Way(asked, rule.label, finder.also, ())
