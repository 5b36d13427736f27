"""What is wrong with guidelines, found before annotators stumble over it."""

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from contests.guidelines.domain.reading import (
    EXAMPLE,
    NAME,
    Categories,
    Guidelines,
    line_of,
    pieces,
)


@dataclass(frozen=True)
class Problem:
    """A code, the line it is about (0: the whole text) and what stands there, if that helps."""

    UNKNOWN_LABEL = "unknown-label"
    ARCHIVED_LABEL = "archived-label"
    BROKEN_MARK = "broken-mark"
    BROKEN_LINK = "broken-link"
    UNKNOWN_BOX = "unknown-box"
    IMAGE = "image"
    NO_SECTION = "no-section"

    code: str
    line: int = 0
    value: str = ""


def find_problems(guidelines: Guidelines, categories: Categories) -> list[Problem]:
    """Return what is wrong, by line; categories without a section come last."""
    found = [
        *(
            problem
            for line, token in pieces(guidelines)
            for problem in _of(line, token, categories)
        ),
        *_broken_links(guidelines),
        *_unknown_boxes(guidelines),
    ]
    # Said once for each line, however often it is there.
    once = sorted(dict.fromkeys(found), key=lambda problem: problem.line)
    return [*once, *_missing_sections(guidelines, categories)]


def _of(line: int, token: Token, categories: Categories) -> Iterator[Problem]:
    if token.type in (EXAMPLE, NAME):
        yield from _about_label(line, token, categories)
    elif token.type == "image":
        yield Problem(Problem.IMAGE, line)
    elif token.type == "text" and "](" in token.content:
        # Nested, empty or left open: the parser took it for ordinary text.
        yield Problem(Problem.BROKEN_MARK, line)


def _about_label(line: int, token: Token, categories: Categories) -> Iterator[Problem]:
    label = token.meta["label"]
    category = categories.get(label)
    if category is not None and category.is_archived:
        yield Problem(Problem.ARCHIVED_LABEL, line, label)
    # Braces around several words are braces.
    elif category is None and (token.type == EXAMPLE or " " not in label):
        yield Problem(Problem.UNKNOWN_LABEL, line, label)


def _broken_links(guidelines: Guidelines) -> Iterator[Problem]:
    anchors = guidelines.anchors
    for line, token in pieces(guidelines):
        address = str(token.attrGet("href") or "") if token.type == "link_open" else ""
        if address.startswith("#") and address[1:] not in anchors:
            yield Problem(Problem.BROKEN_LINK, line, address)


def _unknown_boxes(guidelines: Guidelines) -> Iterator[Problem]:
    for block in guidelines.blocks:
        if block.type == "inline" and ":::" in block.content:
            lines = enumerate(block.content.split("\n"), start=line_of(block))
            # One for each block: the line that closes an unknown box is no second problem.
            first = [(line, words) for line, words in lines if words.startswith(":::")][:1]
            yield from (Problem(Problem.UNKNOWN_BOX, line, words[:40]) for line, words in first)


def _missing_sections(guidelines: Guidelines, categories: Categories) -> Iterator[Problem]:
    named = {label for heading in guidelines.headings for label in heading.labels}
    for label, category in categories.items():
        if label not in named and not category.is_archived:
            yield Problem(Problem.NO_SECTION, value=label)
