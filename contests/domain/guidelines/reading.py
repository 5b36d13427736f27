"""Reading guidelines: from Markdown to blocks, headings and lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from contests.domain.guidelines.nesting import nested
from contests.domain.guidelines.outline import Heading, numbered, plain_text
from contests.domain.guidelines.syntax import parser


@dataclass(frozen=True)
class Guidelines:
    """Guidelines that have been read: their title, their blocks in order, their headings."""

    title: str
    blocks: Sequence[Token] = field(repr=False)
    headings: Sequence[Heading]

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(anchor for heading in self.headings for anchor in heading.anchors)


def read(markdown: str) -> Guidelines:
    """Return the guidelines that were written; any text can be read."""
    blocks = parser().parse(markdown)
    for block in blocks:
        if block.children is not None:
            block.children = list(nested(block.children))
    title, blocks = _take_title(blocks)
    places = [place for place, block in enumerate(blocks) if block.type == "heading_open"]
    headings = numbered(
        (int(blocks[place].tag[1]), line_of(blocks[place]), blocks[place + 1].children or [])
        for place in places
    )
    for place, heading in zip(places, headings, strict=True):
        blocks[place].meta = blocks[place + 2].meta = {"heading": heading}
    return Guidelines(title, tuple(blocks), tuple(headings))


def _take_title(blocks: list[Token]) -> tuple[str, list[Token]]:
    """Return the first heading of the highest level, and the blocks without it."""
    for place, block in enumerate(blocks):
        if block.type == "heading_open" and block.tag == "h1" and block.level == 0:
            title = plain_text(blocks[place + 1].children or [])
            return title, blocks[:place] + blocks[place + 3 :]
    return "", blocks


def line_of(block: Token) -> int:
    """Return the line where a block begins, counted from 1."""
    return block.map[0] + 1 if block.map else 1


def pieces(guidelines: Guidelines) -> Iterator[tuple[int, Token]]:
    """Yield every piece of every line, with the number of the line it stands in."""
    for block in guidelines.blocks:
        line = line_of(block)
        for token in block.children or ():
            yield line, token
            line += token.type in ("softbreak", "hardbreak")
