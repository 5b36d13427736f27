"""Erasing lines with all that later stages made of them, which say themselves what that is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import ngettext

from accounts.audit import Actor
from corpus.documents.models import Chunk
from web.figures import figure


@dataclass(frozen=True)
class LineEraser:
    """What a later stage makes of lines: what is told before it is erased, and how some of it is.

    `erase` takes ids of lines and who wants it; it deletes some and returns how much, 0 if nothing
    is left.
    """

    erase: Callable[[Sequence[int], Actor], int]
    consequences: Callable[[QuerySet[Chunk]], Sequence[str]]


_erasers: list[LineEraser] = []


def register_line_eraser(eraser: LineEraser) -> None:
    """Let a stage erase what it makes of lines; the latest stage that registers is asked first."""
    if eraser not in _erasers:
        _erasers.insert(0, eraser)


def erase_made_of(lines: Sequence[int], *, actor: Actor) -> int:
    """Delete some of what was made of these lines; return how much, 0 if nothing is left."""
    for eraser in _erasers:
        if gone := eraser.erase(lines, actor):
            return gone
    return 0


def told_of_lines(lines: QuerySet[Chunk]) -> list[str]:
    """Return in sentences what goes with these lines, themselves first."""
    documents, count = lines.order_by().values("document").distinct().count(), lines.count()
    own = ngettext(
        "%(documents)s document with its source and lines (lines: %(lines)s).",
        "%(documents)s documents with their sources and lines (lines: %(lines)s).",
        documents,
    )
    later = [words for eraser in reversed(_erasers) for words in eraser.consequences(lines)]
    return [own % {"documents": figure(documents), "lines": figure(count)}, *later]
