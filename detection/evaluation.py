"""Predicted spans against a gold set: exact spans, tokens, confusions, and each single error."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, Protocol

from detection.errors import TextsDiffer
from detection.phi import FALLBACK
from text.spans import Span
from text.tokens import tokenize

# The row and column of what only one side has.
NOTHING = "0"

Tokenize = Callable[[str], Iterable[tuple[int, int]]]


class Annotated(Protocol):
    """A text with spans on it."""

    @property
    def text(self) -> str: ...
    @property
    def spans(self) -> Sequence[Span]: ...


@dataclass(frozen=True)
class Score:
    """How much was found rightly, wrongly and not at all, and the usual ratios of these."""

    right: int = 0
    spurious: int = 0
    missed: int = 0

    @property
    def support(self) -> int:
        return self.right + self.missed

    @property
    def precision(self) -> float:
        return _ratio(self.right, self.right + self.spurious)

    @property
    def recall(self) -> float:
        return _ratio(self.right, self.support)

    @property
    def f1(self) -> float:
        return _ratio(2 * self.right, 2 * self.right + self.spurious + self.missed)


@dataclass(frozen=True)
class Average:
    """Precision, recall and F1 averaged over labels."""

    precision: float
    recall: float
    f1: float
    support: int


FIGURES = ("precision", "recall", "f1", "support")


def figures_of(score: Score | Average) -> dict[str, float]:
    """Return the figures by their names."""
    return {name: getattr(score, name) for name in FIGURES}


@dataclass(frozen=True)
class Scores:
    """The scores of every label that occurs, and their averages."""

    labels: Mapping[str, Score]

    @property
    def micro(self) -> Average:
        """Return the ratios over all spans, whatever their label."""
        every = self.labels.values()
        pooled = Score(
            sum(score.right for score in every),
            sum(score.spurious for score in every),
            sum(score.missed for score in every),
        )
        return Average(pooled.precision, pooled.recall, pooled.f1, pooled.support)

    @property
    def macro(self) -> Average:
        """Return the mean over the labels that the gold set has, each counting the same."""
        return self._mean(dict.fromkeys(self._supported, 1))

    @property
    def weighted(self) -> Average:
        """Return the mean over the labels, each counting as often as the gold set has it."""
        return self._mean({label: self.labels[label].support for label in self._supported})

    @property
    def averages(self) -> dict[str, Average]:
        return {"micro": self.micro, "macro": self.macro, "weighted": self.weighted}

    def as_members(self) -> dict[str, object]:
        """Return the figures as JSON has them."""
        labels = {label: figures_of(score) for label, score in self.labels.items()}
        return {"labels": labels} | {k: figures_of(v) for k, v in self.averages.items()}

    @property
    def _supported(self) -> list[str]:
        return [label for label, score in self.labels.items() if score.support]

    def _mean(self, weights: Mapping[str, int]) -> Average:
        total = sum(weights.values())

        def mean(value: Callable[[Score], float]) -> float:
            return _ratio(sum(value(self.labels[k]) * w for k, w in weights.items()), total)

        support = sum(self.labels[label].support for label in weights)
        return Average(
            mean(lambda score: score.precision),
            mean(lambda score: score.recall),
            mean(lambda score: score.f1),
            support,
        )


class Kind(StrEnum):
    """What is wrong with a prediction, or with its absence."""

    MISSED = "missed"
    SPURIOUS = "spurious"
    BOUNDS = "bounds"
    CATEGORY = "category"


@dataclass(frozen=True)
class Error:
    """One disagreement with the gold set, in the text with this number (from 0)."""

    number: int
    kind: Kind
    gold: Span | None
    predicted: Span | None


class TextCounts(NamedTuple):
    """What is counted in one text, from which figures and their intervals are made."""

    right: int
    spurious: int
    missed: int
    right_tokens: int
    spurious_tokens: int
    missed_tokens: int
    # Tokens that the gold set marks, and those among them that no prediction reaches, whatever its label.
    identifying: int
    uncovered: int


@dataclass(frozen=True)
class Evaluation:
    """All that can be said of predictions on a gold set."""

    exact: Scores
    tokens: Scores
    # (label in the gold set, label predicted) → how often; NOTHING where one side has none.
    confusion: Mapping[tuple[str, str], int]
    errors: Sequence[Error]
    texts: Sequence[TextCounts] = ()


def as_members(
    exact: Scores, tokens: Scores, confusion: Mapping[tuple[str, str], int]
) -> dict[str, object]:
    """Return all figures as JSON has them."""
    order = [*sorted({label for pair in confusion for label in pair} - {NOTHING}), NOTHING]
    rows = [[confusion.get((gold, found), 0) for found in order] for gold in order]
    return {
        "exact": exact.as_members(),
        "tokens": tokens.as_members(),
        "confusion": {"labels": order, "rows": rows},
    }


def evaluate(
    gold: Sequence[Annotated],
    predicted: Sequence[Annotated],
    *,
    labels: Collection[str] | None = None,
    tokens: Tokenize = tokenize,
) -> Evaluation:
    """Compare predictions with the gold set, text by text in the same order.

    Without `labels` every label counts but the fallback.
    """
    if [one.text for one in gold] != [one.text for one in predicted]:
        raise TextsDiffer("The two sets are not the same texts in the same order.")
    pairs = [
        (one.text, _counted(one.spans, labels), _counted(other.spans, labels))
        for one, other in zip(gold, predicted, strict=True)
    ]
    matched = [match_spans(truth, found) for _, truth, found in pairs]
    exact = [(set(truth), set(found)) for _, truth, found in pairs]
    reached = [_token_labels(*pair, tokens) for pair in pairs]
    # What is covered is hidden, whatever it is taken for: labels that do not count cover as well.
    covering = [_token_labels(one.text, (), sorted(one.spans), tokens)[1] for one in predicted]
    return Evaluation(
        exact=_scores(exact),
        tokens=_scores(reached),
        texts=tuple(map(_text_counts, exact, reached, covering)),
        confusion=Counter(_confused(pair) for pair in chain.from_iterable(matched)),
        errors=tuple(_errors(matched)),
    )


def match_spans(
    gold: Sequence[Span], predicted: Sequence[Span]
) -> list[tuple[Span | None, Span | None]]:
    """Pair spans that overlap, each at most once, the closest first; the others stand alone."""
    candidates = sorted(_overlaps(gold, predicted))
    partner: dict[Span, Span] = {}
    taken: set[Span] = set()
    for _, truth, found in candidates:
        if truth not in partner and found not in taken:
            partner[truth] = found
            taken.add(found)
    pairs: list[tuple[Span | None, Span | None]] = [(one, partner.get(one)) for one in gold]
    return pairs + [(None, one) for one in predicted if one not in taken]


def _overlaps(
    gold: Sequence[Span], predicted: Sequence[Span]
) -> Iterator[tuple[tuple[bool, int], Span, Span]]:
    """Yield the pairs that share characters, each after how far apart: other label, unshared part."""
    first = 0
    for truth in gold:
        while first < len(predicted) and predicted[first].end <= truth.start:
            first += 1
        for index in range(first, len(predicted)):
            found = predicted[index]
            if found.start >= truth.end:
                break
            shared = min(truth.end, found.end) - max(truth.start, found.start)
            yield (truth.label != found.label, -shared), truth, found


def _counted(spans: Iterable[Span], labels: Collection[str] | None) -> list[Span]:
    if labels is None:
        return sorted(span for span in spans if span.label != FALLBACK)
    return sorted(span for span in spans if span.label in labels)


def _scores(pairs: "Iterable[tuple[set[Span], set[Span]]]") -> Scores:
    right: Counter[str] = Counter()
    spurious: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for truth, found in pairs:
        right.update(item.label for item in truth & found)
        spurious.update(item.label for item in found - truth)
        missed.update(item.label for item in truth - found)
    every = sorted(right.keys() | spurious.keys() | missed.keys())
    return Scores({label: Score(right[label], spurious[label], missed[label]) for label in every})


Sets = tuple[set[Span], set[Span]]


def _text_counts(exact: Sets, tokens: Sets, covering: Collection[Span]) -> TextCounts:
    identifying = {token.extent for token in tokens[0]}
    return TextCounts(
        *_three(*exact),
        *_three(*tokens),
        len(identifying),
        len(identifying - {token.extent for token in covering}),
    )


def _three(truth: set[Span], found: set[Span]) -> tuple[int, int, int]:
    return len(truth & found), len(found - truth), len(truth - found)


def _token_labels(
    text: str, gold: Sequence[Span], predicted: Sequence[Span], tokens: Tokenize
) -> tuple[set[Span], set[Span]]:
    """Return each token that a span reaches into, with that span's label."""
    if not gold and not predicted:
        return set(), set()
    bounds = list(tokens(text))
    return set(_reached(gold, bounds)), set(_reached(predicted, bounds))


def _reached(spans: Sequence[Span], bounds: Sequence[tuple[int, int]]) -> Iterator[Span]:
    first = 0
    for span in spans:
        while first < len(bounds) and bounds[first][1] <= span.start:
            first += 1
        index = first
        while index < len(bounds) and bounds[index][0] < span.end:
            yield Span(*bounds[index], span.label)
            index += 1


def _confused(pair: tuple[Span | None, Span | None]) -> tuple[str, str]:
    gold, predicted = pair
    return (gold.label if gold else NOTHING, predicted.label if predicted else NOTHING)


def _errors(matched: Iterable[Iterable[tuple[Span | None, Span | None]]]) -> Iterator[Error]:
    for number, pairs in enumerate(matched):
        for gold, predicted in pairs:
            if gold != predicted:
                yield Error(number, _kind(gold, predicted), gold, predicted)


def _kind(gold: Span | None, predicted: Span | None) -> Kind:
    if gold is None:
        return Kind.SPURIOUS
    if predicted is None:
        return Kind.MISSED
    # Wrong in both ways counts as the graver one.
    return Kind.BOUNDS if gold.label == predicted.label else Kind.CATEGORY


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
