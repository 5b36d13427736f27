"""Template tags of reports."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from contests.categories.models import Category
from feedback.reports.selectors import KIND_WORDS
from text.labels import MARK
from text.spans import Excerpt
from web.tags import drawn_span

register = template.Library()


@register.simple_tag
def marked(excerpt: Excerpt, category: Category | None) -> SafeString:
    """Return a line with one span highlighted in the colour of its category, with its label."""
    if category:
        mark = drawn_span(excerpt.marked, category.label, category)
    else:
        mark = format_html(MARK, "", excerpt.marked, "", _("here"))
    return format_html("{}{}{}", excerpt.before, mark, excerpt.after)


@register.filter
def or_none(words: str | None) -> str:
    """Return the words, or “none” in italics."""
    none = pgettext("annotation", "none")
    return format_html("<em>{}</em>", none) if words is None else words


@register.filter
def hundredfold(share: float | None) -> float | None:
    """Return a share as a percentage."""
    return None if share is None else share * 100


@register.filter
def kind_words(kind: str) -> str:
    """Return the name of a kind of disagreement."""
    return str(KIND_WORDS[kind])
