"""The marked examples of guidelines, as text and spans: they can be checked and counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from contests.guidelines.domain.reading import EXAMPLE, Guidelines, Heading, line_of
from text.spans import Span

CORRECT, INCORRECT = "correct", "incorrect"


@dataclass(frozen=True)
class Example:
    """One line as an annotator would see it, with what is marked in it."""

    text: str
    spans: tuple[Span, ...]
    # Correct or incorrect by the box it stands in; empty for one in running text.
    verdict: str
    # The categories that the section is about.
    labels: tuple[str, ...]
    line: int


def find_examples(guidelines: Guidelines) -> Iterator[Example]:
    """Yield each line of the example boxes, and each marked line elsewhere."""
    path: list[Heading] = []
    verdicts: list[str] = []
    for place, block in enumerate(guidelines.blocks):
        if block.type == "heading_open":
            heading = block.meta["heading"]
            path = [*(above for above in path if above.level < heading.level), heading]
        elif block.type.startswith("container_"):
            _follow(block, verdicts)
        elif block.type == "inline" and guidelines.blocks[place - 1].type != "heading_open":
            verdict = next((kind for kind in reversed(verdicts) if kind), "")
            labels = next((above.labels for above in reversed(path) if above.labels), ())
            yield from _example(block, verdict, labels)


def _follow(block: Token, verdicts: list[str]) -> None:
    kind = block.type.split("_")[1]
    if block.nesting == 1:
        verdicts.append(kind if kind in (CORRECT, INCORRECT) else "")
    else:
        verdicts.pop()


def _example(block: Token, verdict: str, labels: tuple[str, ...]) -> Iterator[Example]:
    text, spans = _without_remarks(block.children or [])
    if spans or (verdict and text):
        yield Example(text, spans, verdict, labels, line_of(block))


def _without_remarks(children: Sequence[Token]) -> tuple[str, tuple[Span, ...]]:
    """Return text and spans of a line; what is emphasised in it is a remark."""
    text, spans, emphases = "", [], 0
    for token in children:
        emphases += (token.type == "em_open") - (token.type == "em_close")
        if emphases:
            continue
        if token.type == EXAMPLE:
            spans.append(Span(len(text), len(text) + len(token.content), token.meta["label"]))
        text += " " if token.type in ("softbreak", "hardbreak") else token.content
    return text.rstrip(), tuple(spans)
