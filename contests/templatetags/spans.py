"""Drawing annotated text."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from contests.domain import labels
from contests.domain.marks import MARK
from contests.models import Unit

register = template.Library()
register.filter("short_label", labels.short_name)


@register.filter
def breakable(label: str) -> SafeString:
    """Return a label that may go on in the next line after each of its words."""
    return mark_safe(labels.breakable(label))  # noqa: S308 - escaped there


@register.simple_tag
def annotated(text: str, units: Iterable[Unit]) -> SafeString:
    """Return the text with its units marked in the colours of their supercategories."""
    parts: list[tuple[SafeString | str]] = []
    place = 0
    for unit in sorted(units, key=lambda unit: unit.start):
        parts += [(text[place : unit.start],), (_mark(text[unit.start : unit.end], unit),)]
        place = unit.end
    return format_html_join("", "{}", [*parts, (text[place:],)])


def _mark(words: str, unit: Unit) -> SafeString:
    return format_html(MARK, unit.category.supercategory_id, words, breakable(unit.category.label))
