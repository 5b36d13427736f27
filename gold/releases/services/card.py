"""The data card of a release: what it says, and what to beware of."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.formats import localize
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt

from gold.releases.domain import Summary, Weakness, weaknesses
from gold.releases.models import Release

LANGUAGES = ("en", "fr")
WEAKNESSES = {
    "rare": _("Fewer than %(limit)s examples: %(names)s."),
    "low_gamma": _(
        "Annotators agree little (mean gamma below %(limit)s) on texts with: %(names)s."
    ),
    "single": _("%(percent)s %% of the texts were annotated by one person alone."),
    "incomplete": _(
        "%(texts)s texts are incomplete: %(places)s places in them are undecided or inconsistent."
    ),
    "few_annotators": _("Texts have few annotators: %(mean)s on average."),
    "proposals": _(
        "Annotators saw pre-annotations of a program, and may have followed its mistakes."
    ),
    "no_guidelines": _("A contest had no published guidelines."),
    "all_empty": _("No text has a gold unit."),
}


def beware(weakness: Weakness) -> str:
    """Return a weakness in words."""
    details = {name: _in_words(value) for name, value in weakness.details.items()}
    return str(WEAKNESSES[weakness.code]) % details


def _in_words(value: object) -> object:
    return localize(value) if isinstance(value, float) else value


def weaknesses_of(release: Release) -> Iterator[Weakness]:
    """Return what readers of a frozen release should beware of."""
    parts = release.contests.all()
    return weaknesses(
        Summary.of(release.summary),
        shows_proposals=any(part.settings.get("shows_proposals") for part in parts),
        has_guidelines=all(part.guidelines for part in parts),
    )


def card_markdown(release: Release, *, language: str) -> str:
    """Return the data card of a frozen release as Markdown."""
    with translation.override(language):
        context = {
            "release": release,
            "parts": release.contests.all(),
            "summary": Summary.of(release.summary),
            "weaknesses": [beware(each) for each in weaknesses_of(release)],
        }
        text = render_to_string("gold/releases/card.txt", context)
    return text.strip() + "\n"


def card_html(release: Release, *, language: str) -> SafeString:
    """Return the data card as HTML; what people wrote in it cannot add markup."""
    drawing = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = drawing.parse(card_markdown(release, language=language))
    for token in tokens:
        # The policy of pages forbids styles in place; there is a class for what stands on the right.
        if token.attrs.pop("style", None) == "text-align:right":
            token.attrSet("class", "number")
        if token.type == "table_open":
            token.attrSet("class", "table")
    html = drawing.renderer.render(tokens, drawing.options, {})
    # A wide table scrolls in its own frame.
    return SafeString(html.replace("<table", "<div><table").replace("</table>", "</table></div>"))


def markdown_line(text: str) -> str:
    """Return a name or a sentence that Markdown shows as it is, in one line."""
    marks = {ord(mark): f"\\{mark}" for mark in "\\`*_[]<>|#"}
    return " ".join(text.translate(marks).split())
