"""The detector: reads each line of a text once for all lexicons, then runs the rules in their order."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from detection.base import RULES, Finding
from detection.errors import DetectorUnusable, UnknownLexicon
from detection.rules import figures
from detection.rules.entries import Entries, matcher
from detection.rules.languages import LANGUAGES
from detection.rules.reading import Line, Place, Reading
from detection.rules.rules import Rule, RuleGroup, in_order
from text.spans import Span

if TYPE_CHECKING:
    from spacy.matcher import PhraseMatcher

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


@dataclass(frozen=True)
class Additions:
    """What an organisation adds to the rules without code: words for lexicons, and own rules."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()


class RuleDetector:
    """The rules of a language, ready to read texts; safe to share between threads."""

    name = RULES

    def __init__(
        self, groups: Sequence[RuleGroup], *, language: str, additions: Additions | None = None
    ) -> None:
        additions = additions or Additions()
        self.groups = tuple(groups)
        self.rules = in_order([rule for group in groups for rule in group.rules])
        # What the organisation itself declared goes before everything else.
        self._finders = [
            (finder.find, frozenset(finder.triggers), rule.overrides)
            for rule in (*additions.rules, *self.rules)
            for finder in rule.finders
        ]
        # Most lines wake a few finders. Those that build on categories, or on nothing, are asked by and by.
        categories = {rule.label for rule in self.rules}
        self._woken_by: defaultdict[str, set[int]] = defaultdict(set)
        self._considered = set()
        for number, (_, triggers, _) in enumerate(self._finders):
            for name in triggers:
                self._woken_by[name].add(number)
            if not triggers or triggers & categories:
                self._considered.add(number)
        shapes = {name: shape for group in groups for name, shape in group.shapes.items()}
        written = {name: find for group in groups for name, find in group.written.items()}
        self._entries = Entries(
            language, _matchers(self.groups, additions, language), shapes, written
        )

    @property
    def version(self) -> str:
        return rules_version()

    @property
    def labels(self) -> frozenset[str]:
        return frozenset(rule.label for rule in self.rules)

    def explain(self, text: str) -> list[Finding]:
        """Return what was found and why, in order of place, never overlapping."""
        if not has_breaks(text):
            return self._explained(text).found.all()
        # Each line is read on its own, as annotators see it.
        lines = [Line(start, self._explained(line)) for start, line in lines_of(text)]
        if len(lines) > 1 or (lines and lines[0].start):
            for group in self.groups:
                for line, finding in group.across(lines):
                    line.reading.found.add(finding)
        return [finding.shifted(line.start) for line in lines for finding in line.reading.found]

    def detect_all(self, texts: Iterable[str]) -> Iterator[list[Finding]]:
        """Yield the same for each of many texts."""
        return map(self.explain, texts)

    def _explained(self, line: str) -> Reading:
        """Return a line with what was found in it."""
        reading = self.read(line)
        found = reading.found
        woken = {number for name in reading.lexicons for number in self._woken_by.get(name, ())}
        for number in sorted(woken | self._considered):
            find, triggers, overrides = self._finders[number]
            if number in woken or not triggers or not found.labels.isdisjoint(triggers):
                for finding in find(reading):
                    found.add(finding, overrides)
        return reading

    def detect(self, text: str) -> list[Span]:
        """Return the spans of a text, in order, never overlapping."""
        return [finding.span for finding in self.explain(text)]

    def read(self, text: str) -> Reading:
        """Return the text with the places of all lexicon entries."""
        # Only a plain space parts two words of an entry; the places stay.
        spaced = text.replace("\u00a0", " ").replace("\u202f", " ")
        places = self._entries.places(spaced)
        if figures.WORD in places:
            figures.add_numbers(text, places)
        return Reading(text, places)


def _matchers(
    groups: Sequence[RuleGroup], additions: Additions, language: str
) -> list["PhraseMatcher"]:
    """Return what finds the entries of all lexicons; those of the language itself are read once."""
    unknown = additions.words.keys() - {name for group in groups for name in group.lexicons}
    if unknown:
        raise UnknownLexicon(", ".join(sorted(unknown)))
    standard = LANGUAGES.get(language, ())
    own = tuple(group for group in groups if group not in standard)
    return [
        _matcher(language, tuple(group for group in groups if group in standard)),
        matcher(language, _lexicons(own)),
        matcher(language, additions.words),
    ]


@lru_cache
def _matcher(language: str, groups: tuple[RuleGroup, ...]) -> "PhraseMatcher":
    return matcher(language, _lexicons(groups))


def _lexicons(groups: Iterable[RuleGroup]) -> dict[str, Sequence[str]]:
    return {name: load() for group in groups for name, load in group.lexicons.items()}


@cache
def detector(language: str = "fr") -> RuleDetector:
    """Return the detector of a language, built once."""
    groups = LANGUAGES.get(language)
    if groups is None:
        raise DetectorUnusable("language", name=RULES, language=language)
    return RuleDetector(groups, language=language)


_FOLDER = Path(__file__).parent
# Where words and tokens come from, beside this folder.
_PACKAGES = ("babel", "holidays", "mimesis", "spacy")


@cache
def rules_version() -> str:
    """Return the digest of the rules of all languages."""
    digest = hashlib.sha256()
    for path in sorted([*_FOLDER.rglob("*.py"), *_FOLDER.rglob("*.txt")]):
        digest.update(path.relative_to(_FOLDER).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for package in _PACKAGES:
        digest.update(f"{package} {_version(package)}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
