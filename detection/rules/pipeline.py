"""The detector: reads each line of a text once for all lexicons, then runs the rules in their order."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path

from detection.base import RULES, Finding
from detection.errors import DetectorUnusable, UnknownLexicon
from detection.rules import figures
from detection.rules.entries import Entries
from detection.rules.languages import LANGUAGES
from detection.rules.phrases import Phrases
from detection.rules.reading import Line, Place, Reading
from detection.rules.rules import Rule, RuleGroup, in_order
from detection.rules.triggers import TriggerIndex
from text.spans import Span

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


_TEXTS_AT_ONCE = 500
_CHARACTERS_AT_ONCE = 200_000


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
        self._index = TriggerIndex((*additions.rules, *self.rules))
        self._numbers = figures.NumbersByKind()
        shapes = {name: shape for group in groups for name, shape in group.shapes.items()}
        written = {name: find for group in groups for name, find in group.written.items()}
        self._entries = Entries(_phrases(groups, additions, language), shapes, written)

    @property
    def version(self) -> str:
        return rules_version()

    @property
    def labels(self) -> frozenset[str]:
        return frozenset(rule.label for rule in self.rules)

    def explain(self, text: str) -> list[Finding]:
        """Return what was found and why, in order of place, never overlapping."""
        if has_breaks(text):
            return next(self.detect_all((text,)))
        reading = self.read(text)
        add, labels = reading.found.add, reading.found.labels
        for find, overrides, builds_on, _ in self._index.asked(reading):
            if builds_on is None or not labels.isdisjoint(builds_on):
                for finding in find(reading):
                    add(finding, overrides)
        return reading.found.all()

    def detect_all(self, texts: Iterable[str]) -> Iterator[list[Finding]]:
        """Yield the same for each of many texts, in less time.

        A finder goes through some hundred lines before the next one begins: what it works with stays
        within the processor's reach, which makes a quarter of the time.
        """
        for some in _at_once(texts):
            documents = [self._lines(text) for text in some]
            lines = [line.reading for document in documents for line in document]
            for (find, overrides, builds_on, _), reading in self._index.asked_of_all(lines):
                found = reading.found
                if builds_on is None or not found.labels.isdisjoint(builds_on):
                    for finding in find(reading):
                        found.add(finding, overrides)
            yield from map(self._joined, documents)

    def _lines(self, text: str) -> list[Line]:
        """Return the lines of a text, each to be read on its own, as annotators see them."""
        if not has_breaks(text):
            return [Line(0, self.read(text))]
        return [Line(start, self.read(line)) for start, line in lines_of(text)]

    def _joined(self, lines: Sequence[Line]) -> list[Finding]:
        """Return what was found in the lines of a text, and what one line says of the others."""
        if len(lines) == 1 and lines[0].start == 0:
            return lines[0].reading.found.all()
        for group in self.groups:
            for line, finding in group.across(lines):
                line.reading.found.add(finding)
        return [finding.shifted(line.start) for line in lines for finding in line.reading.found]

    def detect(self, text: str) -> list[Span]:
        """Return the spans of a text, in order, never overlapping."""
        return [finding.span for finding in self.explain(text)]

    def read(self, text: str) -> Reading:
        """Return the text with the places of all lexicon entries."""
        # Only a plain space parts two words of an entry; the places stay.
        spaced = text.replace("\u00a0", " ").replace("\u202f", " ")
        places = self._entries.places(spaced)
        if figures.WORD in places:
            self._numbers.add(text, places[figures.WORD], places)
        return Reading(text, places)


def _at_once(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the texts in portions that are worth it, and no larger than memory should hold."""
    some: list[str] = []
    size = 0
    for text in texts:
        some.append(text)
        size += len(text)
        if len(some) == _TEXTS_AT_ONCE or size > _CHARACTERS_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some


def _phrases(groups: Iterable[RuleGroup], additions: Additions, language: str) -> Phrases:
    """Return the entries of all lexicons; those of the language itself are read once for all detectors."""
    groups = list(groups)
    unknown = additions.words.keys() - {name for group in groups for name in group.lexicons}
    if unknown:
        raise UnknownLexicon(", ".join(sorted(unknown)))
    standard = LANGUAGES.get(language, ())
    is_standard = all(any(each is group for group in groups) for each in standard)
    phrases = _phrases_of(language) if is_standard else Phrases(language, {})
    own = [each for each in groups if not (is_standard and any(each is one for one in standard))]
    for more in (_lexicons(own), additions.words):
        if more:
            phrases = phrases.with_more(_written_out(more))
    return phrases


@cache
def _phrases_of(language: str) -> Phrases:
    return Phrases(language, _written_out(_lexicons(LANGUAGES.get(language, ()))))


def _lexicons(groups: Iterable[RuleGroup]) -> dict[str, Sequence[str]]:
    return {name: load() for group in groups for name, load in group.lexicons.items()}


def _written_out(lexicons: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the lexicons without entries that have nothing to be found."""
    return {name: [word for word in words if word.strip()] for name, words in lexicons.items()}


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
