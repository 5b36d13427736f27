"""What a detector is and finds, which detectors there are, and how the findings of two become one list."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from itertools import tee
from typing import Final, NamedTuple, Protocol, Self, runtime_checkable

from detection.errors import DetectorUnusable
from text.spans import Span

# The rule of words that an organisation added: certain of their category, not of their bounds.
OWN_WORD = "own.word"
RULES: Final = "rules"
# Where a package of the house names its detectors.
ENTRY_POINTS: Final = "palio.detectors"
# What a detector may be called: the name stands in addresses, forms and settings.
NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
LONGEST_LABEL, LONGEST_REASON = 121, 80


class Finding(NamedTuple):
    """A stretch of text with its label, and why: the rule, and the words that set it off."""

    start: int
    end: int
    label: str
    # Of the rules: group and rule, `names.after_title`; what it means in words is in the group's `meanings`.
    # Of another detector: its reason in a few words, or nothing.
    rule: str = ""
    # Half-open offsets of the trigger; the finding itself where nothing else gave it away.
    trigger: tuple[int, int] | None = None
    # How certain the detector is, from 0 to 1; None where it does not say.
    score: float | None = None
    # Who found it; `found_by` fills it in.
    detector: str = ""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.label)

    def shifted(self, places: int) -> "Finding":
        """Return the finding of a line as one of the text in which the line starts at a place."""
        if not places:
            return self
        moved = self.trigger and (self.trigger[0] + places, self.trigger[1] + places)
        return self._replace(start=self.start + places, end=self.end + places, trigger=moved)

    def completes(self, other: "Finding") -> bool:
        """Return whether the other is a word of the organisation's own that this one goes beyond."""
        is_within = self.start <= other.start and other.end <= self.end
        return other.rule == OWN_WORD and other.label == self.label and is_within

    def fits(self, text: str) -> bool:
        """Return whether it can be a finding of this text: bounds inside, label and reason readable."""
        places = (self.start, self.end, *(self.trigger or ()))
        return (
            all(type(place) is int and 0 <= place <= len(text) for place in places)
            and self.start < self.end
            and is_name(self.label, most=LONGEST_LABEL)
            and (self.rule == "" or is_name(self.rule, most=LONGEST_REASON))
            and (self.score is None or (_is_number(self.score) and 0 <= self.score <= 1))
        )


def is_name(value: object, *, most: int) -> bool:
    """Return whether this is a word or some, short enough to be stored and shown."""
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= most


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@runtime_checkable
class Detector(Protocol):
    """What reads texts and finds spans in them; safe to share between threads."""

    @property
    def name(self) -> str:
        """Return the name it is registered by."""

    @property
    def version(self) -> str:
        """Return what changes whenever it may find something else in the same text."""

    @property
    def labels(self) -> Collection[str]:
        """Return every label that its findings can have."""

    def detect_all(self, texts: Iterable[str]) -> Iterable[Sequence[Finding]]:
        """Yield the findings of each text, in the order of the texts."""


def found_by(detector: Detector, texts: Iterable[str]) -> Iterator[list[Finding]]:
    """Yield what a detector finds in each text, in order and apart; raise where that cannot be."""
    texts, asked = tee(texts)
    answers = iter(detector.detect_all(asked))
    for text in texts:
        findings = next(answers, None)
        if findings is None or not all(
            isinstance(each, Finding) and each.fits(text) for each in findings
        ):
            raise DetectorUnusable("answer", name=detector.name)
        # The surest first: of two that overlap, one stays.
        surest = sorted(findings, key=lambda each: -1.0 if each.score is None else -each.score)
        yield [each._replace(detector=detector.name) for each in apart(surest)]


def apart(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that overlap none before them, in the order of the text."""
    kept: list[Finding] = []
    for each in findings:
        place = bisect_left(kept, each.start, key=lambda one: one.start)
        after, before = kept[place : place + 1], kept[max(0, place - 1) : place]
        if all(one.start >= each.end for one in after) and all(
            one.end <= each.start for one in before
        ):
            kept.insert(place, each)
    return kept


RULES_WIN, MODEL_WIN, UNION, PER_LABEL = "rules-win", "model-win", "union", "best-per-label"
MODES: Final = (RULES_WIN, MODEL_WIN, UNION, PER_LABEL)


@dataclass(frozen=True)
class Choice:
    """Which detector reads: one alone or, with a mode, one together with the rules."""

    name: str = RULES
    mode: str = ""
    # With `best-per-label`: the labels that are taken from the rules, all others from the other detector.
    rule_labels: frozenset[str] = frozenset()

    @classmethod
    def of(cls, key: str, rule_labels: Iterable[str] = ()) -> Self:
        """Return the choice that is written `name` or `name+mode`."""
        name, _, mode = key.partition("+")
        return cls(name, mode, frozenset(rule_labels) if mode == PER_LABEL else frozenset())

    @property
    def key(self) -> str:
        return f"{self.name}+{self.mode}" if self.mode else self.name

    @property
    def names(self) -> tuple[str, ...]:
        return (RULES, self.name) if self.mode else (self.name,)

    @property
    def uses_rules(self) -> bool:
        return RULES in self.names

    def merge(self, found: Sequence[Sequence[Finding]]) -> list[Finding]:
        """Return one list of what each of its detectors found in a text, in order and apart."""
        if not self.mode:
            return list(found[0])
        rules, model = found
        match self.mode:
            case "model-win":
                return apart([*model, *rules])
            case "union":
                # Of two that overlap the longer one, which hides more.
                return apart(sorted([*rules, *model], key=lambda each: each.start - each.end))
            case "best-per-label":
                best = [each for each in rules if each.label in self.rule_labels]
                return apart(best + [one for one in model if one.label not in self.rule_labels])
        return apart([*rules, *model])


ONLY_RULES: Final = Choice()

Make = Callable[[str], Detector]
_MAKERS: dict[str, Make] = {}


def register(name: str, make: Make) -> None:
    """Let a detector be chosen by its name; `make` returns it for a language."""
    _MAKERS[name] = make
    detector.cache_clear()


def plugged_in() -> dict[str, EntryPoint]:
    """Return the detectors that installed packages declare, by name."""
    return {each.name: each for each in entry_points(group=ENTRY_POINTS)}


def detector_names() -> list[str]:
    """Return the names of all detectors: the rules, then those of the settings and of packages."""
    return [RULES, *sorted({*_MAKERS, *plugged_in()} - {RULES})]


@lru_cache(maxsize=32)
def detector(name: str, language: str = "fr") -> Detector:
    """Return a detector for a language, made once; raise DetectorUnusable where there is none."""
    made = load_maker(name)(language)
    if not isinstance(made, Detector) or made.name != name:
        raise DetectorUnusable("broken", name=name)
    return made


def check_choice(choice: Choice) -> None:
    """Raise DetectorUnusable where there is no such detector, or no such way to join it with the rules."""
    is_join = choice.mode in MODES and choice.name != RULES
    if choice.name not in detector_names() or (choice.mode and not is_join):
        raise DetectorUnusable("unknown", name=choice.key)


def load_maker(name: str) -> Make:
    """Return what makes a detector; raise DetectorUnusable where there is none of this name."""
    if name in _MAKERS:
        return _MAKERS[name]
    declared = plugged_in().get(name)
    if declared is None:
        raise DetectorUnusable("unknown", name=name)
    try:
        made: Make = declared.load()
    except (ImportError, AttributeError) as error:
        raise DetectorUnusable("broken", name=name) from error
    if not NAME.fullmatch(name):
        raise DetectorUnusable("name", name=name)
    return made
