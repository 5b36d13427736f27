"""The parser: CommonMark with tables, and the rules for categories, examples and boxes."""

import re
import unicodedata
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.container import container_plugin

from corpus.domain.markup import SPAN, unescape

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
