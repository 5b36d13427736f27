"""A rule per category, and the order in which rules must run: data, checked for cycles."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, NamedTuple

from detection.base import Finding
from detection.errors import CyclicRules, UnknownRule

if TYPE_CHECKING:
    from detection.rules.reading import Line, Place, Reading


class Finder(NamedTuple):
    """One way to find a category, and what there must be for it to find anything."""

    find: "Callable[[Reading], Iterable[Finding]]"
    # Lexicons, shapes of words, kinds of numbers or categories found before, without any of which it finds
    # nothing: it is not asked then, which saves most of the time. Without triggers it is always asked.
    triggers: Collection[str] = frozenset()


@dataclass(frozen=True)
class Rule:
    """How one category is found, in which ways one after the other, and which categories it depends on."""

    label: str
    finders: tuple[Finder, ...]
    # It looks at findings of these categories: a house number stands beside a street.
    needs: frozenset[str] = frozenset()
    # These go first, so that what they found is not taken for something else.
    after: frozenset[str] = frozenset()
    # It takes the place of these where both fit: a number after "Fax" is no telephone.
    overrides: frozenset[str] = frozenset()

    @property
    def predecessors(self) -> frozenset[str]:
        return self.needs | self.after | self.overrides

    def find(self, reading: "Reading") -> "Iterator[Finding]":
        """Yield what every finder finds, whether its triggers occur or not."""
        for finder in self.finders:
            yield from finder.find(reading)


def _nothing(_: "Sequence[Line]") -> "tuple[()]":
    return ()


@dataclass(frozen=True, eq=False)
class RuleGroup:
    """Rules that share patterns and lexicons, in one module."""

    name: str
    rules: tuple[Rule, ...]
    # What each `Finding.rule` means, in words; the keys are without the group's name.
    meanings: Mapping[str, str]
    # Lexicon name → entries; names are unique over all groups of a language.
    lexicons: Mapping[str, "Callable[[], Sequence[str]]"] = field(default_factory=dict)
    # Name → what a word looks like that has no list: searched in every word, folded, and found like an entry.
    shapes: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    # Name → what yields the places of such words in one between two spaces that has a capital, as it is written.
    written: Mapping[str, "Callable[[str], Iterable[Place]]"] = field(default_factory=dict)
    # What is found in a line of a text because of what was found in the others.
    across: "Callable[[Sequence[Line]], Iterable[tuple[Line, Finding]]]" = _nothing
    language: str = "fr"


def in_order(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules so that each comes after all it depends on; the same order every time."""
    by_label = {rule.label: rule for rule in rules}
    for rule in rules:
        missing = rule.predecessors - by_label.keys()
        if missing:
            raise UnknownRule(f"{rule.label} depends on {', '.join(sorted(missing))}.")
    sorter = TopologicalSorter({rule.label: sorted(rule.predecessors) for rule in rules})
    try:
        sorter.prepare()
    except CycleError as error:
        raise CyclicRules(" → ".join(error.args[1])) from error
    ordered: list[Rule] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        ordered.extend(by_label[label] for label in ready)
        sorter.done(*ready)
    return ordered
