"""What is worth asking: most lines wake a few finders, and asking the others would cost most of the time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from detection.findings import Finding
from detection.memory import Memory
from detection.reading import Reading
from detection.rules import Finder, Rule

# Combinations of triggers that are kept; notes have some hundreds, lines full of what is sought some thousands.
_KEPT = 2**13


class Asked(NamedTuple):
    """A finder that is asked: at once, or where one of these categories was found before."""

    find: Callable[[Reading], Iterable[Finding]]
    # Categories whose place it may take, and where it stands among all finders.
    overrides: frozenset[str]
    builds_on: frozenset[str] | None
    label: str
    order: int


class TriggerIndex:
    """From what occurs in a text to the finders that may find something in it, in their order."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        labels = frozenset(rule.label for rule in rules)
        finders = [(rule, finder) for rule in rules for finder in rule.finders]
        # Each as it is asked where a trigger of it occurs, and where none does.
        self._asked = [
            (_asked(rule, finder, order), _without_trigger(rule, finder, order, labels))
            for order, (rule, finder) in enumerate(finders)
        ]
        # A bit per finder, so that what occurs in a text adds up to one number.
        self._woken: dict[str, int] = {}
        for bit, (_, finder) in enumerate(finders):
            for trigger in finder.triggers:
                self._woken[trigger] = self._woken.get(trigger, 0) | 1 << bit
        # Those that may be asked although nothing in the text wakes them.
        self._unwoken = sum(1 << bit for bit, (_, asked) in enumerate(self._asked) if asked)
        self._memory = Memory[int, tuple[Asked, ...]](_KEPT)

    def asked(self, reading: Reading) -> tuple[Asked, ...]:
        """Return what to ask; the other finders find nothing in this text."""
        woken = 0
        for trigger in reading.lexicons:
            if trigger in self._woken:
                woken |= self._woken[trigger]
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
        asked_in_order: list[Asked] = []
        # What may be found so far: a finder that builds on anything else need not even be kept in mind.
        labels: set[str] = set()
        left = woken | self._unwoken
        while left:
            lowest = left & -left
            left ^= lowest
            at_once, without_trigger = self._asked[lowest.bit_length() - 1]
            asked = at_once if woken & lowest else without_trigger
            if asked and (asked.builds_on is None or not labels.isdisjoint(asked.builds_on)):
                labels.add(asked.label)
                asked_in_order.append(asked)
        return tuple(asked_in_order)


def _asked(
    rule: Rule, finder: Finder, order: int, builds_on: frozenset[str] | None = None
) -> Asked:
    return Asked(finder.find, rule.overrides, builds_on, rule.label, order)


def _without_trigger(
    rule: Rule, finder: Finder, order: int, labels: frozenset[str]
) -> Asked | None:
    if not finder.triggers:
        return _asked(rule, finder, order)
    builds_on = labels.intersection(finder.triggers)
    return _asked(rule, finder, order, builds_on) if builds_on else None
