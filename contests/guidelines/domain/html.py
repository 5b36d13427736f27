"""Drawing guidelines as HTML."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import takewhile
from typing import Any

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from contests.guidelines.domain.reading import (
    BOXES,
    NAME,
    RAW_TAGS,
    Categories,
    Guidelines,
    Heading,
    Words,
    drawn,
    is_address,
    parser,
    slug,
    words_in,
)
from text.labels import MARK, breakable

HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
TAGS = (
    HEADINGS
    | RAW_TAGS
    | {"p", "br", "wbr", "hr", "a", "em", "strong", "code", "pre", "blockquote", "ul", "ol", "li"}
    | {"table", "thead", "tbody", "tr", "th", "td", "div", "span", "mark", "small"}
)
CLASSES = (
    {"unit", "unit__label", "category-name", "plain-label", "guide__number", "guide__table"}
    | {"box", "box__title", "is-end", "is-centre"}
    | {f"box--{kind}" for kind in BOXES}
)
_SUPERCATEGORY = re.compile(r"sup-[0-9]+")
ATTRIBUTES = {
    "*": {"class"},
    "a": {"href", "class"},
    "ol": {"start"},
    "div": {"class", "tabindex"},
    **{tag: {"id", "class"} for tag in (*HEADINGS, "span")},
}


def sanitise(html: str, *, anchors: Collection[str]) -> str:
    """Return the HTML without any tag, attribute, class, id or address that is not allowed."""

    def allowed(_tag: str, attribute: str, value: str) -> str | None:
        match attribute:
            case "class":
                return " ".join(name for name in value.split() if _is_class(name)) or None
            case "id":
                return value if value in anchors else None
            case "href":
                return value if is_address(value) else None
            case "start":
                return value if value.isascii() and value.isdecimal() else None
            case "tabindex":
                return value if value == "0" else None
        return value

    return nh3.clean(
        html,
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        attribute_filter=allowed,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


def _is_class(name: str) -> bool:
    return name in CLASSES or _SUPERCATEGORY.fullmatch(name) is not None


def raw_words(html: str) -> str:
    """Return a block of raw HTML as its words and the few tags that are kept."""
    return nh3.clean(html, tags={*RAW_TAGS, "br"}, attributes={}).strip()


_ALIGNED = {"text-align:right": "is-end", "text-align:center": "is-centre"}


@dataclass(frozen=True)
class Entry:
    """A line of the contents, with the lines below it. Its HTML is safe to show."""

    number: str
    anchor: str
    html: str
    entries: tuple["Entry", ...] = ()


@dataclass(frozen=True)
class Page:
    """Guidelines drawn as HTML that is safe to show, apart from their title, which is plain text."""

    title: str
    html: str
    contents: tuple[Entry, ...]


def draw_page(guidelines: Guidelines, categories: Categories, *, language: str) -> Page:
    """Return the guidelines with their table of contents, chapters and sections."""
    drawing = _Drawing(categories, words_in(language))
    title = guidelines.title or words_in(language).guidelines
    contents = tuple(_contents(guidelines.headings, drawing))
    return Page(title, drawing.whole(guidelines), contents)


@dataclass(frozen=True)
class Excerpt:
    """The beginning of a section: what it says before its examples. Its HTML is safe to show."""

    anchor: str
    number: str
    heading: str
    html: str


def draw_excerpt(
    guidelines: Guidelines, label: str, categories: Categories, *, language: str
) -> Excerpt | None:
    """Return what the section about a category says in general, and its chapter with it.

    None where there is no such section.
    """
    drawing = _Drawing(categories, words_in(language))
    chapter: Sequence[Token] = ()
    for place, block in enumerate(guidelines.blocks):
        if block.type != "heading_open":
            continue
        heading: Heading = block.meta["heading"]
        words = _until_examples(guidelines.blocks[place + 3 :])
        if label in heading.labels:
            # Of the anchors of a heading that names several categories, this one's own.
            anchor = slug(label) if slug(label) in heading.anchors else heading.anchor
            html = drawing.part([*words, *chapter])
            return Excerpt(anchor, heading.number, drawing.words_of(heading), html)
        if heading.level == 1:
            chapter = words
    return None


def _until_examples(blocks: Sequence[Token]) -> list[Token]:
    return list(
        takewhile(
            lambda block: block.type != "heading_open" and not block.type.startswith("container_"),
            blocks,
        )
    )


def _contents(headings: Sequence[Heading], drawing: "_Drawing") -> Iterator[Entry]:
    chapters: list[tuple[Heading, list[Entry]]] = []
    for heading in headings:
        if heading.level == 1:
            chapters.append((heading, []))
        elif heading.level == 2:
            # There is a chapter: the first heading is always one.
            chapters[-1][1].append(_entry(heading, drawing))
    for heading, sections in chapters:
        yield replace(_entry(heading, drawing), entries=tuple(sections))


def _entry(heading: Heading, drawing: "_Drawing") -> Entry:
    return Entry(heading.number, heading.anchor, drawing.words_of(heading))


class _Drawing(RendererHTML):
    """Our own tokens; ordinary ones are drawn by the library. Methods are called as tokens are."""

    def __init__(self, categories: Categories, words: Words) -> None:
        super().__init__()
        self._categories = categories
        self._words = words

    def whole(self, guidelines: Guidelines) -> str:
        """Return everything but the title."""
        html = self.render(guidelines.blocks, parser().options, {})
        return sanitise(html, anchors=guidelines.anchors)

    def part(self, blocks: Sequence[Token]) -> str:
        """Return some blocks to be shown elsewhere: links within the guidelines lead nowhere there."""
        return sanitise(self.render(blocks, parser().options, {}), anchors=())

    def words_of(self, heading: Heading) -> str:
        """Return a heading as the contents show it: names in colour, nothing else."""
        words = [
            Token("text", "", 0, content=token.content) if token.type != NAME else token
            for token in heading.words
        ]
        return sanitise(self.renderInline(words, parser().options, {}), anchors=())

    def marked_example(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        words, label = tokens[place].content, tokens[place].meta["label"]
        category = drawn(self._categories, label)
        if category is None:
            return f'<span class="plain-label">{escape(words)} ({escape(label)})</span>'
        return MARK.format(category.supercategory, escape(words), label, breakable(category.shown))

    def category_name(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        label = tokens[place].meta["label"]
        category = drawn(self._categories, label)
        if category is None:
            return escape(tokens[place].content)
        name = breakable(category.shown)
        return f'<span class="category-name sup-{category.supercategory}">{name}</span>'

    def heading_open(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        heading: Heading = tokens[place].meta["heading"]
        more = "".join(f'<span id="{anchor}"></span>' for anchor in heading.anchors[1:])
        number = f'<a class="guide__number" href="#{heading.anchor}">{heading.number}</a> '
        return f'<h{heading.level + 1} id="{heading.anchor}">{more}{number}'

    def heading_close(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        return f"</h{tokens[place].meta['heading'].level + 1}>\n"

    def raw_open(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        return f"<{tokens[place].tag}>"

    def raw_close(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        return f"</{tokens[place].tag}>"

    def html_block(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        words = raw_words(tokens[place].content)
        return f"<p>{words}</p>\n" if words else ""

    def image(self, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType) -> str:
        return escape(self.renderInlineAsText(tokens[place].children, options, env))

    def table_open(self, *_: Any) -> str:
        # With a stop of its own: a wide table is scrolled by keyboard too.
        return '<div class="guide__table" tabindex="0"><table>\n'

    def table_close(self, *_: Any) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        name = _ALIGNED.get(str(tokens[place].attrGet("style")))
        return f'<{tokens[place].tag} class="{name}">' if name else f"<{tokens[place].tag}>"

    def container_note_open(self, tokens: Sequence[Token], place: int, *_: Any) -> str:
        kind, _space, title = tokens[place].info.strip().partition(" ")
        title = title.strip() or self._words.boxes[kind]
        return f'<div class="box box--{kind}"><p class="box__title">{escape(title)}</p>\n'

    def container_note_close(self, *_: Any) -> str:
        return "</div>\n"

    container_warning_open = container_correct_open = container_note_open
    container_incorrect_open = container_note_open
    container_warning_close = container_correct_close = container_note_close
    container_incorrect_close = container_note_close
    td_open = th_open
