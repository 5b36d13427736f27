"""XPath expressions that a corpus may use to find text, type and id in hospital XML."""

import re

from lxml import etree

# Why a path cannot be used.
NOT_XPATH = "not-xpath"
TOO_COSTLY = "too-costly"

# Axes that make a search quadratic in the size of the document: nothing could stop it.
_COSTLY = re.compile(r"\b(?:following|preceding)(?:-sibling)?\s*::")
_SEARCH = re.compile(r"//|\bdescendant(?:-or-self)?\s*::")
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')
# A path from the top, as in `[contains(/, 'x')]`: a slash that follows no step.
_FROM_TOP = re.compile(r"(?<![\w\s.*)\]-])\s*/")
_PREDICATE = re.compile(r"\[[^\[\]]*\]")
_MOST_SEARCHES = 3
_UNDEFINED_PREFIX = "Undefined namespace prefix"
_NOTHING = etree.fromstring("<nothing/>")


def check_path(path: str) -> str | None:
    """Return why the path cannot be used, or None."""
    try:
        etree.XPath(path, regexp=False)(_NOTHING)
    except etree.XPathError as error:
        # Prefixes are those of the documents, which are not known yet.
        if _UNDEFINED_PREFIX not in str(error):
            return NOT_XPATH
    return TOO_COSTLY if _is_costly(_QUOTED.sub("''", path)) else None


def _is_costly(path: str) -> bool:
    if _COSTLY.search(path) or len(_SEARCH.findall(path)) > _MOST_SEARCHES:
        return True
    while predicate := _PREDICATE.search(path):
        if _SEARCH.search(predicate[0]) or _FROM_TOP.search(predicate[0]):
            return True
        path = path[: predicate.start()] + path[predicate.end() :]
    return False
