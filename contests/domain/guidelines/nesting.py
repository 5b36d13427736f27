"""Raw HTML inside a line: the few tags that are kept, properly nested, whatever was written."""

import re
from collections.abc import Iterable, Iterator

from markdown_it.token import Token

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
