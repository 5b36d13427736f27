"""Erase lines and everything derived from them; each later stage registers how."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import ngettext

from accounts.audit import Actor
from corpus.documents.models import Chunk
from web.figures import figure


@dataclass(frozen=True)
class LineEraser:
    """How a stage erases what it derives from lines, and how it describes the consequences.

    `erase` takes ids of lines and the actor, deletes some rows and returns their number, 0 if
    nothing is left.
    """

    erase: Callable[[Sequence[int], Actor], int]
    consequences: Callable[[QuerySet[Chunk]], Sequence[str]]


_erasers: list[LineEraser] = []


def register_line_eraser(eraser: LineEraser) -> None:
    """Register a stage's eraser; the stage registered last erases first."""
    if eraser not in _erasers:
        _erasers.insert(0, eraser)


def erase_derived(lines: Sequence[int], *, actor: Actor) -> int:
    """Delete some rows derived from these lines; return their number, 0 if nothing is left."""
    for eraser in _erasers:
        if gone := eraser.erase(lines, actor):
            return gone
    return 0


def describe_erasure(lines: QuerySet[Chunk]) -> list[str]:
    """Describe in sentences what erasing these lines deletes, the lines themselves first."""
    documents, count = lines.order_by().values("document").distinct().count(), lines.count()
    own = ngettext(
        "%(documents)s document with its source and lines (lines: %(lines)s).",
        "%(documents)s documents with their sources and lines (lines: %(lines)s).",
        documents,
    )
    later = [words for eraser in reversed(_erasers) for words in eraser.consequences(lines)]
    return [own % {"documents": figure(documents), "lines": figure(count)}, *later]
