r"""Drawing guidelines as the source of a PDF.

Nothing of the text is ever read as Typst: words stand in string literals, and every structure is a
call that ends with `;`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from html import unescape
from itertools import takewhile
from pathlib import Path
from typing import Literal, cast

import typst
from markdown_it.token import Token

from contests.guidelines.domain.html import raw_words
from contests.guidelines.domain.reading import (
    Categories,
    Guidelines,
    Heading,
    Words,
    drawn,
    plain_text,
    words_in,
)

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_OPENINGS = {
    "em": "#emph[",
    "strong": "#strong[",
    "s": "#strike[",
    "kbd": "#key[",
    "sub": "#sub[",
    "sup": "#super[",
    "b": "#strong[",
    "i": "#emph[",
    "u": "#underline[",
    "blockquote": "#quote[",
    "p": "#par[",
    "ul": "#list(",
    "li": "[",
    "thead": "table.header(",
    "tbody": "",
    "tr": "",
    "th": "[",
    "td": "[",
}
_CLOSINGS = {
    "ul": ");",
    "ol": ");",
    "li": "],",
    "table": ")};",
    "thead": "),",
    "tbody": "",
    "tr": "",
    "th": "],",
    "td": "],",
}
_TAG = re.compile(r"<[^>]*>")
_ALIGNED = {"text-align:right": "right", "text-align:center": "center"}


def quoted(text: str) -> str:
    """Return a string literal of this text, whatever is in it."""
    # What is no character cannot be written in any file.
    clean = text.encode("utf-8", "replace").decode()
    return f'"{clean.translate(_ESCAPES)}"'


def draw_typst(guidelines: Guidelines, categories: Categories, *, language: str) -> str:
    """Return the guidelines without their title as Typst markup."""
    return _Drawing(guidelines, categories, words_in(language)).blocks()


class _Drawing:
    """One walk through the blocks; the tables say which method draws which token."""

    def __init__(self, guidelines: Guidelines, categories: Categories, words: Words) -> None:
        self._blocks = guidelines.blocks
        self._anchors = guidelines.anchors
        self._categories = categories
        self._words = words

    def blocks(self) -> str:
        return "\n".join(self._block(token, place) for place, token in enumerate(self._blocks))

    def _block(self, token: Token, place: int) -> str:
        if token.type in _STRUCTURES:
            return _STRUCTURES[token.type](self, token)
        if token.type == "table_open":
            return self._open_table(place)
        if token.type.startswith("container_"):
            return self._box(token)
        return "" if token.hidden else _bracket(token)

    def line(self, token: Token) -> str:
        return "".join(
            _PIECES[piece.type](self, piece) if piece.type in _PIECES else _bracket(piece)
            for piece in token.children or ()
        )

    def open_heading(self, token: Token) -> str:
        heading: Heading = token.meta["heading"]
        number = quoted(heading.number)
        return f"#[#heading(level: {heading.level}, numbering: (..) => {number})["

    def close_heading(self, token: Token) -> str:
        own, *others = (quoted(anchor) for anchor in token.meta["heading"].anchors)
        more = "".join(f"#[#metadata(none)#label({anchor})];" for anchor in others)
        return f"]#label({own})];{more}"

    def open_numbers(self, token: Token) -> str:
        return f"#enum(start: {int(token.attrGet('start') or 1)},"

    def raw_block(self, token: Token) -> str:
        words = unescape(_TAG.sub("", raw_words(token.content)))
        return f"#par[#{quoted(words)};];" if words else ""

    def open_link(self, token: Token) -> str:
        address = str(token.attrGet("href") or "")
        if not address.startswith("#"):
            return f"#link({quoted(address)})["
        # One that leads nowhere is no link.
        return f"#link(label({quoted(address[1:])}))[" if address[1:] in self._anchors else "#["

    def name(self, token: Token) -> str:
        category = drawn(self._categories, token.meta["label"])
        if category is None:
            return f"#{quoted(token.content)};"
        return f"#category({quoted(category.shown)}, rgb({quoted(category.colour)}));"

    def example(self, token: Token) -> str:
        words, label = token.content, token.meta["label"]
        category = drawn(self._categories, label)
        if category is None:
            return f"#{quoted(f'{words} ({label})')};"
        return f"#unit({quoted(words)}, {quoted(category.shown)}, rgb({quoted(category.colour)}));"

    def _box(self, token: Token) -> str:
        if token.nesting == -1:
            return "];"
        kind, _space, title = token.info.strip().partition(" ")
        title = title.strip() or self._words.boxes[kind]
        return f"#callout({quoted(kind)}, {quoted(title)})["

    def _open_table(self, place: int) -> str:
        row = takewhile(lambda token: token.type != "thead_close", self._blocks[place:])
        heads = [token for token in row if token.type == "th_open"]
        aligned = [_ALIGNED.get(str(token.attrGet("style")), "left") for token in heads]
        narrow = "let category = narrow-category; let unit = narrow-unit;"
        return f"#{{{narrow} table(columns: {len(heads)}, align: ({', '.join(aligned)},),"


def _bracket(token: Token) -> str:
    """Return what opens or closes a structure that is drawn in one way only."""
    if token.nesting == -1:
        return _CLOSINGS.get(token.tag, "];")
    return _OPENINGS[token.tag]


_STRUCTURES: dict[str, Callable[[_Drawing, Token], str]] = {
    "inline": _Drawing.line,
    "heading_open": _Drawing.open_heading,
    "heading_close": _Drawing.close_heading,
    "ordered_list_open": _Drawing.open_numbers,
    "fence": lambda _, token: f"#raw(block: true, {quoted(token.content)});",
    "code_block": lambda _, token: f"#raw(block: true, {quoted(token.content)});",
    "hr": lambda _, _token: "#line(length: 100%, stroke: 0.5pt + rule-colour);",
    "html_block": _Drawing.raw_block,
}
_PIECES: dict[str, Callable[[_Drawing, Token], str]] = {
    "text": lambda _, token: f"#{quoted(token.content)};",
    "softbreak": lambda _, _token: " ",
    "hardbreak": lambda _, _token: "#linebreak();",
    "code_inline": lambda _, token: f"#raw({quoted(token.content)});",
    "image": lambda _, token: f"#{quoted(plain_text(token.children or []))};",
    "link_open": _Drawing.open_link,
    "category_name": _Drawing.name,
    "marked_example": _Drawing.example,
}


@dataclass(frozen=True)
class Imprint:
    """What the title page says besides the title."""

    contest: str
    version: str
    # As people write it; a draft has none.
    date: str
    made_at: datetime


def compile_pdf(
    guidelines: Guidelines, categories: Categories, *, language: str, imprint: Imprint
) -> bytes:
    """Return the PDF: tagged for screen readers, by the letter of PDF/UA where that can be."""
    source = _source(guidelines, categories, language, imprint).encode()
    try:
        return _compile(source, imprint.made_at, "ua-1")
    except typst.TypstError:
        # The standard forbids characters that no font here has: better shown as boxes than not.
        return _compile(source, imprint.made_at, "1.7")


def _compile(source: bytes, made_at: datetime, standard: Literal["ua-1", "1.7"]) -> bytes:
    # A compiler of its own each time: threads share nothing, and fonts come from the package alone.
    compiler = typst.Compiler(ignore_system_fonts=True, font_paths=_fonts())
    pdf = compiler.compile(
        input=source, format="pdf", pdf_standards=[standard], timestamp=int(made_at.timestamp())
    )
    return cast("bytes", pdf)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)


@cache
def _look() -> str:
    return Path(__file__).with_suffix(".typ").read_text(encoding="utf-8")


def _source(guidelines: Guidelines, categories: Categories, language: str, imprint: Imprint) -> str:
    words = words_in(language)
    version = f"{words.version} {imprint.version}".strip() if imprint.version else ""
    options = {
        "name": guidelines.title or words.guidelines,
        "contest": imprint.contest,
        "version": version,
        "date": imprint.date,
        "contents": words.contents,
        "page-word": words.page,
        "lang": language,
    }
    given = ", ".join(f"{name}: {quoted(value)}" for name, value in options.items())
    body = draw_typst(guidelines, categories, language=language)
    return f"{_look()}\n#show: booklet.with({given})\n{body}\n"
