"""What a simulated contest works on: invented documents, the lines drawn from them, their truth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contests.domain.detecting import Proposed, Proposer, Setup, labels_of
from corpus.domain.digests import digest_of
from corpus.domain.sampling import draw_evenly
from corpus.domain.spans import Span
from demo.exceptions import DemoRefused
from demo.notes import DemoDocument, GoldLine, generate
from demo.recipes import Recipe

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
