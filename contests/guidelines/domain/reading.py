"""Headings: their levels, numbers and anchors."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from text.markup import SPAN, unescape

RAW_TAGS = frozenset({"kbd", "sub", "sup", "b", "i", "u", "s"})
# Deeper than anyone writes, and no deeper than what draws the text can follow.
DEEPEST = 24
RAW_OPEN, RAW_CLOSE = "raw_open", "raw_close"
_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[a-z]+)\s*/?>\Z", re.IGNORECASE)


def nested(children: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a line so that everything opened is closed, in the right order."""
    opened: list[Token] = []
    for token in children:
        for piece in _tidied(token):
            if piece.nesting == 1:
                if len(opened) == DEEPEST:
                    continue
                opened.append(piece)
            elif piece.nesting == -1:
                if not _opens_here(piece, opened):
                    continue
                # What was opened since and not closed ends here, too.
                while not _belong(opened[-1], piece):
                    yield _closing(opened.pop())
                opened.pop()
            yield piece
    yield from (_closing(token) for token in reversed(opened))


def _tidied(token: Token) -> list[Token]:
    if token.type != "html_inline":
        return [token]
    tag = _TAG.match(token.content)
    name = tag["name"].lower() if tag else ""
    if name == "br":
        return [Token("hardbreak", "br", 0)]
    if tag is None or name not in RAW_TAGS:
        return []
    kind, nesting = (RAW_CLOSE, -1) if tag["slash"] else (RAW_OPEN, 1)
    return [Token(kind, name, nesting)]  # type: ignore[arg-type]


def _belong(opening: Token, closing: Token) -> bool:
    raw = (opening.type == RAW_OPEN, closing.type == RAW_CLOSE)
    return opening.tag == closing.tag and raw[0] == raw[1]


def _opens_here(closing: Token, opened: list[Token]) -> bool:
    """Return whether there is something to close, without reaching out of emphasis or a link."""
    for token in reversed(opened):
        if _belong(token, closing):
            return True
        if closing.type == RAW_CLOSE and token.type != RAW_OPEN:
            return False
    return False


def _closing(opening: Token) -> Token:
    kind = opening.type.removesuffix("_open") + "_close"
    return Token(kind, opening.tag, -1)


BOXES = ("note", "warning", "correct", "incorrect")
EXAMPLE, NAME = "marked_example", "category_name"
# Where a link may lead; anything else in its parentheses is a label.
_ADDRESS = re.compile(r"(?:https?://|mailto:|#)", re.IGNORECASE)
# What every browser takes; a longer one can be no link in a PDF.
LONGEST_ADDRESS = 2000
_NAME = re.compile(r"\{([^{}\n]{1,121})\}")


def is_address(text: str) -> bool:
    """Return whether a link may lead there."""
    return _ADDRESS.match(text) is not None


def tidy_label(text: str) -> str:
    """Return a label as categories are called: composed characters, nothing around."""
    return unicodedata.normalize("NFC", text.strip())


def _example(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    found = SPAN.match(state.src, state.pos, state.posMax)
    if found is None or is_address(found["label"]):
        return False
    if not silent:
        token = state.push(EXAMPLE, "mark", 0)
        token.content = unescape(found["inner"]).replace("\n", " ")
        token.meta = {"label": tidy_label(found["label"])}
    state.pos = found.end()
    return True


def _name(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    found = _NAME.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push(NAME, "span", 0)
        token.content = found[0]
        token.meta = {"label": tidy_label(found[1])}
    state.pos = found.end()
    return True


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802
        """Return whether this may be a link; if not, it stays what was written."""
        return is_address(url) and len(url) <= LONGEST_ADDRESS


@cache
def parser() -> MarkdownIt:
    """Return the parser; it keeps nothing from one text to the next."""
    markdown = _Markdown("commonmark").enable(["table", "strikethrough"])
    markdown.inline.ruler.before("link", EXAMPLE, _example)
    markdown.inline.ruler.before("link", NAME, _name)
    for kind in BOXES:
        container_plugin(markdown, kind)
    return markdown


# Ids that every page has already.
_TAKEN = frozenset({"content", "confirm-title", "confirm-question"})
_UNFOLDED = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l"})
DEEPEST_HEADING = 5


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
        level = min(max(written - 1, 1), len(counters) + 1, DEEPEST_HEADING)
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


@dataclass(frozen=True)
class KnownCategory:
    """A category of the contest, and the supercategory whose colour it has."""

    label: str
    supercategory: int
    colour: str
    is_archived: bool = False
    name: str = ""

    @property
    def shown(self) -> str:
        """Return the name for people, or the label of a category without one."""
        return self.name or self.label


Categories = Mapping[str, KnownCategory]


def drawn(categories: Categories, label: str) -> KnownCategory | None:
    """Return the category to draw in its colour: an archived one is drawn plainly."""
    category = categories.get(label)
    return None if category is None or category.is_archived else category


@dataclass(frozen=True)
class Words:
    """What stands around the text of one language."""

    guidelines: str
    contents: str
    version: str
    page: str
    # Titles of boxes, by their kind.
    boxes: Mapping[str, str]


_WORDS = {
    "en": Words(
        guidelines="Guidelines",
        contents="Contents",
        version="Version",
        page="page",
        boxes={
            "note": "Note",
            "warning": "Warning",
            "correct": "Correct",
            "incorrect": "Incorrect",
        },
    ),
    "fr": Words(
        guidelines="Consignes",
        contents="Table des matières",
        version="Version",
        page="page",
        boxes={
            "note": "Remarque",
            "warning": "Attention",
            "correct": "Correct",
            "incorrect": "Incorrect",
        },
    ),
}


def words_in(language: str) -> Words:
    """Return the words of this language, else the English ones."""
    return _WORDS.get(language, _WORDS["en"])
