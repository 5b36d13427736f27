"""Detectors as one contest uses them: with its own words and formats, and by its own labels."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import tee
from typing import Any

from contests.proposals.domain.lexicons import OWN_LEXICONS
from detection.base import ONLY_RULES, RULES, Choice, Detector, Finding, detector, found_by
from detection.phi import BY_LABEL
from detection.rules.languages import LANGUAGES
from detection.rules.own import OwnFormat, OwnWords, own_group, own_rule, own_words_rule
from detection.rules.pipeline import Additions, RuleDetector, rules_version
from detection.rules.rules import Rule, RuleGroup
from text.labels import short_name
from text.tokens import fold

# As they are stored: [start, end, label], and [rule, start and end of the trigger, detector, score].
Unit = list[int | str]
Reason = list[str | int | float | None]

OWN_FORMAT = "own.format"
# Each takes some tens of megabytes: of a web process only those that are in use.
_KEPT_DETECTORS = 2


@dataclass(frozen=True)
class Setup:
    """All that decides what is proposed in a contest."""

    language: str
    words: tuple[OwnWords, ...] = ()
    formats: tuple[OwnFormat, ...] = ()
    # What the detector calls a category, and what the contest does.
    labels: tuple[tuple[str, str], ...] = ()
    choice: Choice = ONLY_RULES

    @property
    def versions(self) -> dict[str, str]:
        """Return the version of each detector; raise DetectorUnusable where one does not say it."""
        return {
            name: rules_version() if name == RULES else detector(name, self.language).version
            for name in self.choice.names
        }

    @property
    def digest(self) -> str:
        """Return what changes whenever anything of it, or the rules themselves, change."""
        chosen = (self.choice.key, *sorted(self.choice.rule_labels), *self.versions.values())
        parts = (*chosen, self.language, self.words, self.formats, self.labels)
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    @property
    def sought(self) -> frozenset[str]:
        """Return the contest's labels that anything looks for."""
        named = {label for _, label in self.labels if label}
        return frozenset(named | {each.label for each in self.formats})


@dataclass(frozen=True)
class Proposal:
    """A finding under the label of the contest, with its reason."""

    start: int
    end: int
    label: str
    rule: str
    trigger: tuple[int, int]
    detector: str = RULES
    score: float | None = None

    @property
    def unit(self) -> Unit:
        return [self.start, self.end, self.label]

    @property
    def reason(self) -> Reason:
        return [self.rule, *self.trigger, self.detector, self.score]


@dataclass(frozen=True)
class Proposed:
    """What is proposed for one text, and what was found that the contest has no category for."""

    proposals: Sequence[Proposal]
    left_out: Counter[str]


class Proposer:
    """The detectors of a contest, speaking its language; asked for the rules, with what it adds to them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._labels = dict(setup.labels)
        self._rules = _rules_of(setup) if setup.choice.uses_rules else None

    def propose(self, text: str) -> Proposed:
        """Return the proposals for a text, in order and apart."""
        return next(self.propose_all([text]))

    def propose_all(self, texts: Iterable[str]) -> Iterator[Proposed]:
        """Yield the proposals for each of many texts; raise DetectorUnusable where a detector fails."""
        names, language = self.setup.choice.names, self.setup.language
        detectors = [
            self._rules if self._rules and name == RULES else detector(name, language)
            for name in names
        ]
        copies = tee(texts, len(names))
        return map(self._proposed, zip(*map(found_by, detectors, copies), strict=True))

    def _proposed(self, found: Sequence[Sequence[Finding]]) -> Proposed:
        left_out: Counter[str] = Counter()
        known: list[list[Finding]] = []
        for findings in found:
            # Merged by the contest's labels: each detector has its own names for the same.
            named = [each._replace(label=self._label(each)) for each in findings]
            left_out.update(
                each.label for each, other in zip(findings, named, strict=True) if not other.label
            )
            known.append([each for each in named if each.label])
        return Proposed([_proposal(each) for each in self.setup.choice.merge(known)], left_out)

    def _label(self, finding: Finding) -> str:
        # A format of the contest's own names a category of the contest.
        return finding.label if finding.rule == OWN_FORMAT else self._labels.get(finding.label, "")


def _proposal(each: Finding) -> Proposal:
    trigger = each.trigger or (each.start, each.end)
    return Proposal(each.start, each.end, each.label, each.rule, trigger, each.detector, each.score)


def _rules_of(setup: Setup) -> Detector:
    groups = groups_of(setup.language)
    known, own = _by_reader(setup.words, groups)
    additions = Additions(words=known, rules=_own_rules(setup.formats, own))
    return RuleDetector((*groups, own_group(own)), language=setup.language, additions=additions)


def groups_of(language: str) -> Sequence[RuleGroup]:
    """Return the groups of rules for a language; none where there are no rules yet."""
    return LANGUAGES.get(language, ())


def labels_of(language: str, choice: Choice = ONLY_RULES) -> list[str]:
    """Return the categories that can be found in a language, as its detectors call them."""
    labels: set[str] = set()
    if choice.uses_rules:
        labels |= {rule.label for group in groups_of(language) for rule in group.rules}
        labels |= {own.label for own in OWN_LEXICONS.values()}
    if choice.name != RULES:
        labels |= set(detector(choice.name, language).labels)
    return sorted(labels)


def _by_reader(
    lists: Iterable[OwnWords], groups: Sequence[RuleGroup]
) -> tuple[dict[str, tuple[str, ...]], list[OwnWords]]:
    """Return the lists that a group reads, by its lexicon, and those that need a rule of their own."""
    lexicons = {name for group in groups for name in group.lexicons}
    known: dict[str, tuple[str, ...]] = {}
    own: list[OwnWords] = []
    for each in lists:
        lexicon = OWN_LEXICONS[each.name].lexicon
        if lexicon in lexicons:
            known[lexicon] = each.words
        else:
            own.append(each)
    return known, own


def _own_rules(formats: Sequence[OwnFormat], words: Iterable[OwnWords]) -> tuple[Rule, ...]:
    """Return the rules of formats, which are certain of their bounds, then those of words."""
    labels = dict.fromkeys(each.label for each in formats)
    by_format = [own_rule(formats, label=label) for label in labels]
    return (*by_format, *(own_words_rule(each) for each in words))


@lru_cache(maxsize=_KEPT_DETECTORS)
def proposer(setup: Setup) -> Proposer:
    """Return the proposer of a setup, made once as long as it is in use."""
    return Proposer(setup)


def suggest_label(label: str, offered: Collection[str]) -> str:
    """Return the offered label that most likely means the same, or nothing."""
    if label in offered:
        return label
    by_label = {fold(each): each for each in offered}
    by_name = {fold(short_name(each)): each for each in sorted(offered, reverse=True)}
    known = BY_LABEL.get(label)
    for name in (label, short_name(label), *(known.aliases if known else ())):
        found = by_label.get(fold(name)) or by_name.get(fold(name))
        if found:
            return found
    return ""


def match_labels(
    labels: Collection[str], offered: Collection[str], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Return for each of the detector's labels the offered one it becomes, or nothing.

    What was chosen counts as long as it is still offered; the rest goes by name.
    """
    return {
        label: _still(chosen[label], offered) if label in chosen else suggest_label(label, offered)
        for label in sorted(labels)
    }


def _still(label: str, offered: Collection[str]) -> str:
    return label if label in offered else ""


@dataclass(frozen=True)
class Reasoned:
    """A unit and its reason: the rule and what set it off or, without a rule, where it comes from."""

    start: int
    end: int
    label: str
    rule: str = ""
    trigger: tuple[int, int] | None = None
    origin: str = ""
    # Who found it, in which version where that is known, and how certain it was.
    detector: str = RULES
    version: str = ""
    score: float | None = None

    @property
    def place(self) -> tuple[int, int, str]:
        return self.start, self.end, self.label


def from_detector(
    proposals: Iterable[Proposal], versions: Mapping[str, str] | None = None
) -> list[Reasoned]:
    """Return proposals with who found them, and why."""
    known = versions or {}
    return [
        Reasoned(
            one.start, one.end, one.label, one.rule, one.trigger,
            detector=one.detector, version=known.get(one.detector, ""), score=one.score,
        )
        for one in proposals
    ]  # fmt: skip


def from_storage(
    units: Iterable[Sequence[Any]], reasons: Iterable[Sequence[Any]], versions: Mapping[str, str]
) -> list[Reasoned]:
    """Return stored proposals with their stored reasons."""
    stored = [
        Proposal(start, end, label, rule, (first, last), name, score)
        for (start, end, label), (rule, first, last, name, score) in zip(
            units, reasons, strict=True
        )
    ]
    return from_detector(stored, versions)


def from_elsewhere(units: Iterable[Sequence[Any]], origin: str) -> list[Reasoned]:
    """Return units that no rule found."""
    return [Reasoned(start, end, label, origin=origin) for start, end, label in units]
