"""Headings: their levels, numbers and anchors."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from contests.domain.guidelines.syntax import EXAMPLE, NAME

# Ids that every page has already.
_TAKEN = frozenset({"content", "confirm-title", "confirm-question"})
_UNFOLDED = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l"})
DEEPEST = 5


@dataclass(frozen=True)
class Heading:
    """A numbered heading. Level 1 is a chapter."""

    level: int
    number: str
    text: str
    labels: tuple[str, ...]
    line: int
    words: Sequence[Token] = field(repr=False)
    # The first is the heading's own; the others are those of further categories it names.
    anchors: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        return self.anchors[0]


def slug(text: str) -> str:
    """Return the text as an anchor: plain lower-case letters and digits, joined by dashes."""
    folded = unicodedata.normalize("NFKD", text.lower().translate(_UNFOLDED))
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")


def plain_text(words: Iterable[Token]) -> str:
    """Return what a reader sees of a line, without any drawing."""
    return "".join(_plain(token) for token in words).strip()


def _plain(token: Token) -> str:
    if token.type == NAME:
        return str(token.meta["label"])
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in ("text", "code_inline", EXAMPLE, "image") else ""


def numbered(lines: Iterable[tuple[int, int, Sequence[Token]]]) -> list[Heading]:
    """Return headings from (written level, line, words), with numbers and anchors."""
    counters: list[int] = []
    headings = []
    for written, line, words in lines:
        # A level that was left out is not missed: 1 is followed by 1.1, never by 1.0.1.
        level = min(max(written - 1, 1), len(counters) + 1, DEEPEST)
        counters = [*counters, 0][:level]
        counters[-1] += 1
        labels = tuple(dict.fromkeys(token.meta["label"] for token in words if token.type == NAME))
        number = ".".join(map(str, counters))
        headings.append(Heading(level, number, plain_text(words), labels, line, words))
    return list(_anchored(headings))


def _anchored(headings: Sequence[Heading]) -> Iterator[Heading]:
    """Give each heading its anchors; those of categories are theirs whatever comes before."""
    by_label: dict[str, Heading] = {}
    for heading in headings:
        for label in heading.labels:
            if slug(label):
                by_label.setdefault(slug(label), heading)
    used = Counter({*_TAKEN, *by_label})
    for heading in headings:
        own = [slug(label) for label in heading.labels]
        anchors = [anchor for anchor in own if by_label.get(anchor) is heading]
        anchors = anchors or [_unused(slug(heading.text) or "section", used)]
        yield replace(heading, anchors=tuple(dict.fromkeys(anchors)))


def _unused(wanted: str, used: Counter[str]) -> str:
    while True:
        used[wanted] += 1
        anchor = wanted if used[wanted] == 1 else f"{wanted}-{used[wanted]}"
        if anchor == wanted or anchor not in used:
            used[anchor] = max(used[anchor], 1)
            return anchor
