"""What a simulated contest works on: invented documents, the lines drawn from them, their truth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Self

from contests.drawing.domain import draw_evenly
from contests.proposals.domain.proposer import Proposed, Proposer, Setup, labels_of
from demo.notes.generator import DemoDocument, generate
from demo.notes.marks import GoldLine
from text.spans import Span
from text.tokens import digest_of


class DemoRefused(Exception):
    """What was asked for cannot be done, and nothing has been changed."""


@dataclass(frozen=True)
class Recipe:
    """Sizes, days and seed of a simulated contest."""

    documents: int
    annotators: int
    days: int
    seed: int
    # The last day on which the simulated people work.
    last_day: date
    # Different lines to draw; None takes all there are.
    inputs: int | None = None
    # Tasks per annotator, and the share of it that is reached on average.
    goal: int = 400
    reached: float = 0.44

    def as_params(self) -> dict[str, Any]:
        return asdict(self) | {"last_day": self.last_day.isoformat()}

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Self:
        return cls(**dict(params) | {"last_day": date.fromisoformat(params["last_day"])})


LANGUAGE = "fr"
# Spans of a line, by the digest of its text.
Spans = Mapping[bytes, Sequence[Span]]


@dataclass(frozen=True)
class Materials:
    """Documents, the truth of all their lines, and what rules find in those that were drawn."""

    documents: Sequence[DemoDocument]
    gold: Spans
    proposed: Mapping[bytes, Proposed]


def invent_gold(recipe: Recipe) -> Spans:
    """Return the truth of every line that the recipe's documents have."""
    return _gold(generate(recipe.documents, seed=recipe.seed))


def gather(recipe: Recipe) -> Materials:
    """Invent the documents and draw the inputs; the same recipe always gives the same."""
    documents = list(generate(recipe.documents, seed=recipe.seed))
    drawn = draw_lines(documents, size=recipe.inputs, seed=recipe.seed)
    return Materials(documents, _gold(documents), _propose(drawn))


def _gold(documents: Iterable[DemoDocument]) -> Spans:
    gold: dict[bytes, Sequence[Span]] = {}
    for document in documents:
        for line in document.gold:
            gold.setdefault(digest_of(line.text), line.spans)
    return gold


def draw_lines(
    documents: Iterable[DemoDocument], *, size: int | None, seed: int
) -> dict[bytes, GoldLine]:
    """Return so many different lines, by digest, drawn evenly from the document types."""
    lines: dict[bytes, GoldLine] = {}
    candidates: dict[str, list[bytes]] = {}
    for document in documents:
        for line in document.gold:
            digest = digest_of(line.text)
            if digest not in lines:
                lines[digest] = line
                candidates.setdefault(document.document_type, []).append(digest)
    size = len(lines) if size is None else size
    if size > len(lines):
        raise DemoRefused(
            f"{size} inputs were asked for; the documents have only {len(lines)} different lines."
        )
    return {digest: lines[digest] for digest in draw_evenly(candidates, size=size, seed=seed)}


def _propose(lines: Mapping[bytes, GoldLine]) -> dict[bytes, Proposed]:
    """Return what the rules find, as for a contest that has their categories and adds nothing."""
    labels = tuple((label, label) for label in labels_of(LANGUAGE))
    proposer = Proposer(Setup(LANGUAGE, labels=labels))
    every = proposer.propose_all(line.text for line in lines.values())
    return dict(zip(lines, every, strict=True))
