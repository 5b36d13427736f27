"""Figures of an evaluation that grow batch by batch, and can be stored in between."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from contests.domain.detecting import Proposal, Proposer
from corpus.domain.spans import Span
from corpus.domain.tokens import tokenize
from detection.evaluation import NOTHING, Error, Evaluation, Score, Scores, evaluate

Counts = Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True)
class GoldText:
    """A text and the spans that are right on it."""

    text: str
    spans: Sequence[Span]


@dataclass(frozen=True)
class Assessment:
    """The detector's work on some texts: figures, and each error with the proposal behind it."""

    result: Evaluation
    errors: Sequence[tuple[Error, Proposal | None]]
    unsought: Mapping[str, int]


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

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """Return the tally that was stored."""
        return cls(
            exact={label: tuple(counts) for label, counts in members.get("exact", {}).items()},
            tokens={label: tuple(counts) for label, counts in members.get("tokens", {}).items()},
            confusion={(gold, found): count for gold, found, count in members.get("confusion", ())},
            unsought=members.get("unsought", {}),
        )

    def as_members(self) -> dict[str, object]:
        """Return the tally as it is stored."""
        return {
            "exact": {label: list(counts) for label, counts in self.exact.items()},
            "tokens": {label: list(counts) for label, counts in self.tokens.items()},
            "confusion": [[*pair, count] for pair, count in sorted(self.confusion.items())],
            "unsought": dict(self.unsought),
        }

    def plus(self, result: Evaluation, unsought: Mapping[str, int]) -> "Tally":
        """Return the figures of both."""
        return Tally(
            exact=_added(self.exact, result.exact),
            tokens=_added(self.tokens, result.tokens),
            confusion=Counter(self.confusion) + Counter(result.confusion),
            unsought=Counter(self.unsought) + Counter(unsought),
        )

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
