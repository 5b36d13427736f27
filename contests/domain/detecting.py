"""The detector as one contest uses it: with its own words and formats, and by its own labels."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from contests.domain.own_lexicons import OWN_LEXICONS
from detection.findings import Finding
from detection.languages import LANGUAGES
from detection.own_formats import OwnFormat, own_rule
from detection.own_words import OwnWords, own_family, own_words_rule
from detection.pipeline import Additions, Detector
from detection.rules import Family, Rule
from detection.versions import rules_version

# [start, end, label] and [rule, start, end] of the trigger, as they are stored.
Unit = list[int | str]
Reason = list[str | int]

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

    @property
    def digest(self) -> str:
        """Return what changes whenever anything of it, or the rules themselves, change."""
        parts = (rules_version(), self.language, self.words, self.formats, self.labels)
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

    @property
    def unit(self) -> Unit:
        return [self.start, self.end, self.label]

    @property
    def reason(self) -> Reason:
        return [self.rule, *self.trigger]


@dataclass(frozen=True)
class Proposed:
    """What is proposed for one text, and what was found that the contest has no category for."""

    proposals: Sequence[Proposal]
    left_out: Counter[str]


class Proposer:
    """A detector that speaks a contest's language."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._labels = dict(setup.labels)
        families = families_of(setup.language)
        known, own = _by_reader(setup.words, families)
        self._detector = Detector(
            (*families, own_family(own)),
            language=setup.language,
            additions=Additions(words=known, rules=_own_rules(setup.formats, own)),
        )

    def propose(self, text: str) -> Proposed:
        """Return the proposals for a text, in order and apart."""
        return self._proposed(self._detector.explain(text))

    def propose_all(self, texts: Iterable[str]) -> Iterator[Proposed]:
        """Yield the proposals for each of many texts, in less time."""
        return map(self._proposed, self._detector.explain_all(texts))

    def _proposed(self, findings: Iterable[Finding]) -> Proposed:
        proposals: list[Proposal] = []
        left_out: Counter[str] = Counter()
        for finding in findings:
            label = self._label(finding)
            if label:
                trigger = finding.trigger or (finding.start, finding.end)
                proposals.append(Proposal(finding.start, finding.end, label, finding.rule, trigger))
            else:
                left_out[finding.label] += 1
        return Proposed(proposals, left_out)

    def _label(self, finding: Finding) -> str:
        # A format of the contest's own names a category of the contest.
        return finding.label if finding.rule == OWN_FORMAT else self._labels[finding.label]


def families_of(language: str) -> Sequence[Family]:
    """Return the families of rules for a language; none where there are no rules yet."""
    return LANGUAGES.get(language, ())


def labels_of(language: str) -> list[str]:
    """Return the categories that can be found in a language, as the detector calls them."""
    by_rule = {rule.label for family in families_of(language) for rule in family.rules}
    return sorted(by_rule | {own.label for own in OWN_LEXICONS.values()})


def _by_reader(
    lists: Iterable[OwnWords], families: Sequence[Family]
) -> tuple[dict[str, tuple[str, ...]], list[OwnWords]]:
    """Return the lists that a family reads, by its lexicon, and those that need a rule of their own."""
    lexicons = {name for family in families for name in family.lexicons}
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
