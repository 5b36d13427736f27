"""Figures of an evaluation that grow batch by batch, and can be stored in between."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, Self

from contests.annotating.domain import Unprompted
from contests.proposals.domain.proposer import Proposal, Proposer, Setup
from detection.evaluation import NOTHING, Error, Evaluation, Score, Scores, TextCounts, evaluate
from detection.intervals import Estimate, estimates
from text.labels import short_name
from text.spans import Span
from text.tokens import tokenize

Counts = Mapping[str, tuple[int, int, int]]
EXACT, TOKENS = "exact", "tokens"
LEVELS = (EXACT, TOKENS)


@dataclass(frozen=True)
class GoldText:
    """A text and the spans that are right on it."""

    text: str
    spans: Sequence[Span]
    # What people marked who were never shown a proposal; None where nobody wrote that down.
    unprompted: Unprompted | None = None


@dataclass(frozen=True)
class Confirmed:
    """The gold units that people confirmed who were never shown a proposal: how many rules find and miss."""

    # Texts that such people answered, and texts of which nobody wrote it down.
    texts: int = 0
    unrecorded: int = 0
    # Right and missed.
    exact: tuple[int, int] = (0, 0)
    tokens: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """Return what was stored."""
        exact, tokens = tuple(members["exact"]), tuple(members["tokens"])
        return cls(members["texts"], members["unrecorded"], exact, tokens)

    def as_members(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self) | {"exact": list(self.exact), "tokens": list(self.tokens)}

    def plus(self, other: "Confirmed") -> "Confirmed":
        """Return the counts of both."""
        return Confirmed(
            self.texts + other.texts,
            self.unrecorded + other.unrecorded,
            (self.exact[0] + other.exact[0], self.exact[1] + other.exact[1]),
            (self.tokens[0] + other.tokens[0], self.tokens[1] + other.tokens[1]),
        )

    def score(self, level: str) -> Score:
        """Return right and missed as a score; what is found beside these units is not counted."""
        right, missed = self.exact if level == EXACT else self.tokens
        return Score(right, 0, missed)


@dataclass(frozen=True)
class Assessment:
    """The detector's work on some texts: figures, and each error with the proposal behind it."""

    result: Evaluation
    errors: Sequence[tuple[Error, Proposal | None]]
    unsought: Mapping[str, int]
    confirmed: Confirmed


def assess(texts: Sequence[GoldText], proposer: Proposer) -> Assessment:
    """Compare what is proposed with what is right; labels that no rule looks for stay out of it."""
    proposed = [each.proposals for each in proposer.propose_all(each.text for each in texts)]
    found = [
        GoldText(each.text, [Span(one.start, one.end, one.label) for one in proposals])
        for each, proposals in zip(texts, proposed, strict=True)
    ]
    sought = proposer.setup.sought
    tokens = partial(tokenize, language=proposer.setup.language)
    result = evaluate(texts, found, labels=sought, tokens=tokens)
    reasons = [{(one.start, one.end): one for one in proposals} for proposals in proposed]
    labels = Counter(span.label for each in texts for span in each.spans)
    return Assessment(
        result,
        [(error, _behind(error, reasons[error.number])) for error in result.errors],
        {label: count for label, count in labels.items() if label not in sought},
        _confirmed(texts, found, partial(evaluate, labels=sought, tokens=tokens)),
    )


def _confirmed(
    texts: Sequence[GoldText],
    found: Sequence[GoldText],
    evaluated: Callable[..., Evaluation],
) -> Confirmed:
    """Count the gold units that somebody marked alike who was never shown a proposal."""
    units = [each.unprompted.units if each.unprompted else frozenset() for each in texts]
    confirmed = [
        (GoldText(each.text, [span for span in each.spans if span in alike]), other)
        for each, other, alike in zip(texts, found, units, strict=True)
        if alike
    ]
    result = evaluated([each for each, _ in confirmed], [other for _, other in confirmed])
    exact, tokens = result.exact.labels.values(), result.tokens.labels.values()
    return Confirmed(
        texts=sum(each.unprompted is not None and each.unprompted.people > 0 for each in texts),
        unrecorded=sum(each.unprompted is None for each in texts),
        exact=(sum(each.right for each in exact), sum(each.missed for each in exact)),
        tokens=(sum(each.right for each in tokens), sum(each.missed for each in tokens)),
    )


def _behind(error: Error, reasons: Mapping[tuple[int, int], Proposal]) -> Proposal | None:
    return reasons[error.predicted.start, error.predicted.end] if error.predicted else None


@dataclass(frozen=True)
class Tally:
    """How often each label was right, spurious and missed, and what was taken for what."""

    exact: Counts = field(default_factory=dict)
    tokens: Counts = field(default_factory=dict)
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)
    # Labels of the gold that no rule looks for, with how often they occur.
    unsought: Mapping[str, int] = field(default_factory=dict)
    # How many texts have which counts; empty where an earlier version of the platform did not keep it.
    texts: Mapping[TextCounts, int] = field(default_factory=dict)
    # None where an earlier version of the platform did not count it.
    confirmed: Confirmed | None = field(default_factory=Confirmed)

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """Return the tally that was stored."""
        return cls(
            exact={label: tuple(counts) for label, counts in members.get("exact", {}).items()},
            tokens={label: tuple(counts) for label, counts in members.get("tokens", {}).items()},
            confusion={(gold, found): count for gold, found, count in members.get("confusion", ())},
            unsought=members.get("unsought", {}),
            texts={TextCounts(*counts): times for *counts, times in members.get("texts", ())},
            confirmed=Confirmed.of(members["confirmed"]) if "confirmed" in members else None,
        )

    def as_members(self) -> dict[str, object]:
        """Return the tally as it is stored."""
        return {
            "exact": {label: list(counts) for label, counts in self.exact.items()},
            "tokens": {label: list(counts) for label, counts in self.tokens.items()},
            "confusion": [[*pair, count] for pair, count in sorted(self.confusion.items())],
            "unsought": dict(self.unsought),
            "texts": [[*counts, times] for counts, times in sorted(self.texts.items())],
        } | ({"confirmed": self.confirmed.as_members()} if self.confirmed else {})

    def plus(self, part: Assessment) -> "Tally":
        """Return the figures of both."""
        result = part.result
        return Tally(
            exact=_added(self.exact, result.exact),
            tokens=_added(self.tokens, result.tokens),
            confusion=Counter(self.confusion) + Counter(result.confusion),
            unsought=Counter(self.unsought) + Counter(part.unsought),
            texts=Counter(self.texts) + Counter(result.texts),
            confirmed=self.confirmed and self.confirmed.plus(part.confirmed),
        )

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """Return micro figures and leakage with their intervals, where texts were kept."""
        return estimates(self.texts)

    @property
    def exact_scores(self) -> Scores:
        return _scores(self.exact)

    @property
    def token_scores(self) -> Scores:
        return _scores(self.tokens)


def _added(counts: Counts, scores: Scores) -> Counts:
    total = dict(counts)
    for label, score in scores.labels.items():
        right, spurious, missed = total.get(label, (0, 0, 0))
        total[label] = (right + score.right, spurious + score.spurious, missed + score.missed)
    return total


def _scores(counts: Counts) -> Scores:
    return Scores({label: Score(*counts[label]) for label in sorted(counts)})


@dataclass(frozen=True)
class Cell:
    """One field of the confusion matrix; `shade` is the tenth of its row that stands here."""

    gold: str
    found: str
    count: int
    shade: int

    @property
    def is_right(self) -> bool:
        return self.gold == self.found


@dataclass(frozen=True)
class Matrix:
    """What the gold has in rows, what was found in columns; the last of each is nothing."""

    labels: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]


def matrix(confusion: Mapping[tuple[str, str], int]) -> Matrix:
    """Return the confusion matrix of all labels that occur."""
    labels = sorted({label for pair in confusion for label in pair} - {NOTHING})
    order = [*labels, NOTHING]
    rows = []
    for gold in order:
        total = sum(confusion.get((gold, found), 0) for found in order)
        cells = [
            Cell(gold, found, count, _tenths(count, total))
            for found in order
            for count in [confusion.get((gold, found), 0)]
        ]
        rows.append((gold, cells))
    return Matrix(order, rows)


def _tenths(count: int, total: int) -> int:
    # Rounded up: what is there at all is seen.
    return -(-10 * count // total) if total else 0


def version_of(setups: Mapping[int, Setup]) -> str:
    """Return what changes whenever the rules, or what one of these contests adds to them, change."""
    parts = [f"{contest} {setup.digest}" for contest, setup in sorted(setups.items())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def scores_at(level: str, tally: Tally) -> Scores:
    """Return the scores of exact spans or of tokens."""
    return tally.exact_scores if level == EXACT else tally.token_scores


@dataclass(frozen=True)
class Leak:
    """What nothing covers, and how far the figures would move on other texts like these."""

    identifying: int
    uncovered: int
    leakage: Estimate
    f1: Estimate


def leak_at(level: str, tally: Tally) -> Leak | None:
    """Return leakage and the F1 of exact spans or of tokens, both with intervals, where known."""
    found = tally.estimates
    if not found:
        return None
    return Leak(
        sum(each.identifying * times for each, times in tally.texts.items()),
        sum(each.uncovered * times for each, times in tally.texts.items()),
        found["leakage"],
        found[f"{level}.f1"],
    )


@dataclass(frozen=True)
class Line:
    """A category in the table, under the name that it has inside its supercategory."""

    label: str
    name: str
    score: Score

    @property
    def is_precision_undefined(self) -> bool:
        """Return whether nothing was found, so that the precision of nothing counts as zero."""
        return not self.score.right and not self.score.spurious


@dataclass(frozen=True)
class Supercategory:
    """A supercategory in the table: its categories, and all of them together."""

    name: str
    lines: Sequence[Line]
    together: Score


def supercategories_in(scores: Scores) -> list[Supercategory]:
    """Return the lines of the thesis's table 4.1, in the order of the labels.

    >>> table = supercategories_in(Scores({"CONTACT:FAX": Score(1, 0, 1), "CONTACT:URL": Score(2, 0, 0)}))
    >>> table[0].name, [line.name for line in table[0].lines], table[0].together.support
    ('CONTACT', ['FAX', 'URL'], 4)
    """
    lines: dict[str, list[Line]] = {}
    for label, score in sorted(scores.labels.items()):
        supercategory = label.partition(":")[0]
        lines.setdefault(supercategory, []).append(Line(label, short_name(label), score))
    return [Supercategory(name, found, _together(found)) for name, found in lines.items()]


@dataclass(frozen=True)
class Table:
    """The thesis's table 4.1: categories under their supercategories, and the averages."""

    level: str
    scores: Scores

    @property
    def supercategories(self) -> list[Supercategory]:
        return supercategories_in(self.scores)

    @property
    def has_undefined(self) -> bool:
        return any(
            line.is_precision_undefined for each in self.supercategories for line in each.lines
        )


def table_at(level: str, tally: Tally) -> Table:
    """Return the table of exact spans or of tokens."""
    return Table(level, scores_at(level, tally))


def _together(lines: Iterable[Line]) -> Score:
    scores = [line.score for line in lines]
    return Score(
        sum(score.right for score in scores),
        sum(score.spurious for score in scores),
        sum(score.missed for score in scores),
    )


class Mistake(NamedTuple):
    """An error as it is found again in another version: where it is, and what is wrong there."""

    text: int
    gold: tuple[int | None, int | None, str]
    found: tuple[int | None, int | None, str]


@dataclass(frozen=True)
class Difference:
    """The keys of the errors that only one of two versions makes."""

    new: Sequence[int]
    gone: Sequence[int]
    kept: int


def difference(before: Mapping[Mistake, int], after: Mapping[Mistake, int]) -> Difference:
    """Return what became of errors; one that is now wrong in another way is gone and new.

    >>> missed, found = (3, 5, "AGE"), (None, None, "")
    >>> difference({Mistake(1, missed, found): 10}, {Mistake(2, missed, found): 20})
    Difference(new=[20], gone=[10], kept=0)
    """
    return Difference(
        new=[key for each, key in after.items() if each not in before],
        gone=[key for each, key in before.items() if each not in after],
        kept=sum(1 for each in after if each in before),
    )


@dataclass(frozen=True)
class Shift:
    """A category of which two versions have different figures."""

    label: str
    before: Score
    after: Score

    @property
    def f1(self) -> float:
        return self.after.f1 - self.before.f1


def shifts(before: Scores, after: Scores) -> list[Shift]:
    """Return the categories whose figures changed, the largest loss first."""
    labels = sorted(before.labels.keys() | after.labels.keys())
    found = [
        Shift(label, before.labels.get(label, Score()), after.labels.get(label, Score()))
        for label in labels
    ]
    return sorted((each for each in found if each.before != each.after), key=lambda each: each.f1)
