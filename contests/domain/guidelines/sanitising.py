"""The last word on what the guidelines' HTML may hold: only what is listed here gets through."""

import re
from collections.abc import Collection

import nh3

from contests.domain.guidelines.nesting import RAW_TAGS
from contests.domain.guidelines.syntax import BOXES, is_address

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
_FAMILY = re.compile(r"sup-[0-9]+")
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
    return name in CLASSES or _FAMILY.fullmatch(name) is not None


def raw_words(html: str) -> str:
    """Return a block of raw HTML as its words and the few tags that are kept."""
    return nh3.clean(html, tags={*RAW_TAGS, "br"}, attributes={}).strip()
