"""Drawing annotated text."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from contests.models import Unit

register = template.Library()


@register.filter
def short_label(label: str) -> str:
    """Return a label without its supercategory."""
    return label.rpartition(":")[2]


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
    return format_html(
        # The blank keeps words and label apart where there are no styles, as when read aloud; it
        # does not break, so that a label never stands alone on the next line.
        '<mark class="unit sup-{}">{}&nbsp;<small class="unit__label">{}</small></mark>',
        unit.category.supercategory_id,
        words,
        unit.category.label,
    )
