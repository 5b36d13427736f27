"""Displaying known answers and differences."""

from collections.abc import Iterable, Mapping

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from contests.categories.models import Category
from contests.guidelines.domain.html import Excerpt
from contests.training import domain as training
from text.spans import Span
from web.tags import drawn_span

register = template.Library()

OUTCOMES: dict[str, Promise] = {
    training.RIGHT: _("right"),
    training.BOUNDS: _("right category, wrong bounds"),
    training.CATEGORY: _("right span, wrong category"),
    training.BOTH: _("wrong bounds and category"),
    training.MISSED: _("missed"),
    training.SPURIOUS: _("nothing to mark here"),
}
ICONS = {
    training.RIGHT: "check-circle",
    training.BOUNDS: "arrows-right-left",
    training.CATEGORY: "tag",
    training.BOTH: "arrow-path",
    training.MISSED: "eye-slash",
    training.SPURIOUS: "x-circle",
}


@register.filter
def outcome_words(outcome: str) -> str:
    """Return the name of an outcome in the reader's language."""
    return str(OUTCOMES[outcome])


@register.filter
def outcome_icon(outcome: str) -> str:
    return ICONS[outcome]


@register.filter
def percent(share: float | None) -> str:
    """Return a share as a whole percentage."""
    return "–" if share is None else f"{round(100 * share)}\u00a0%"


@register.simple_tag
def marked_text(text: str, spans: Iterable[Span], categories: Mapping[str, Category]) -> SafeString:
    """Return a text with its spans in the colours of their supercategories."""
    parts: list[tuple[SafeString | str]] = []
    place = 0
    for span in sorted(spans):
        words = text[span.start : span.end]
        mark = drawn_span(words, span.label, categories.get(span.label))
        parts += [(text[place : span.start],), (mark,)]
        place = span.end
    return format_html_join("", "{}", [*parts, (text[place:],)])


@register.simple_tag
def words_of(text: str, span: Span | None) -> str:
    """Return the words of a span."""
    return text[span.start : span.end] if span else ""


@register.simple_tag
def excerpt(section: Excerpt, guidelines_url: str) -> SafeString:
    """Return the beginning of a section, with links into the guidelines."""
    # The HTML was sanitised when the excerpt was created.
    html = section.html.replace('href="#', f'href="{guidelines_url}#')
    return mark_safe(html)  # noqa: S308
