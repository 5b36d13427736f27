"""What is worth asking: most lines wake a few finders, and asking the others would cost most of the time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from detection.findings import Finding
from detection.reading import Reading
from detection.rules import Finder, Rule

# Combinations of triggers that are kept; a corpus has some hundreds.
_KEPT = 4096


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
        self._kept: dict[int, tuple[Asked, ...]] = {}

    def asked(self, reading: Reading) -> tuple[Asked, ...]:
        """Return what to ask; the other finders find nothing in this text."""
        woken = 0
        for trigger in reading.lexicons:
            if trigger in self._woken:
                woken |= self._woken[trigger]
        kept = self._kept.get(woken)
        return self._kept_for(woken) if kept is None else kept

    def asked_of_all(self, readings: Iterable[Reading]) -> Iterator[tuple[Asked, Reading]]:
        """Yield what to ask of many texts, finder by finder."""
        waiting: defaultdict[int, list[tuple[Asked, Reading]]] = defaultdict(list)
        for reading in readings:
            for asked in self.asked(reading):
                waiting[asked.order].append((asked, reading))
        return chain.from_iterable(waiting[order] for order in sorted(waiting))

    def _kept_for(self, woken: int) -> tuple[Asked, ...]:
        asked = tuple(self._ask(woken))
        if len(self._kept) < _KEPT:
            self._kept[woken] = asked
        return asked

    def _ask(self, woken: int) -> Iterator[Asked]:
        # What may be found so far: a finder that builds on anything else need not even be kept in mind.
        labels: set[str] = set()
        for bit, (at_once, without_trigger) in enumerate(self._asked):
            asked = at_once if woken >> bit & 1 else without_trigger
            if asked is None:
                continue
            if asked.builds_on is None or not labels.isdisjoint(asked.builds_on):
                labels.add(asked.label)
                yield asked


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
