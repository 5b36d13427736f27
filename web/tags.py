"""Drawing annotated text and charts, and writing figures."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from text import labels
from text.labels import MARK
from web.figures import figure

register = template.Library()
# Built into all templates: there is no other way to round.
register.filter("figure", figure)


class Named(Protocol):
    """A category: its label, its name in the reader's language, and where its colour is from."""

    label: str
    supercategory_id: int

    @property
    def name(self) -> str: ...


class Marked(Protocol):
    """A span of text with its category."""

    start: int
    end: int
    category: Named


# What stands on the keys of the reader's language.
MODIFIERS = {"Shift": _("Shift"), "Alt": _("Alt")}


@register.filter
def keys(shortcut: str) -> SafeString:
    """Return a shortcut key by key: those to hold joined by a plus, those to press in turn apart."""
    return format_html_join(" ", "{}", ((_chord(chord),) for chord in shortcut.split()))


def _chord(chord: str) -> SafeString:
    caps = [format_html("<kbd>{}</kbd>", MODIFIERS.get(key, key)) for key in chord.split("+")]
    return format_html_join("+", "{}", ((cap,) for cap in caps))


@register.filter
def with_code(category: Named) -> SafeString:
    """Return a category's name, which shows its label on hover."""
    return _named(category.label, category.name)


@register.filter
def named(label: str, categories: Mapping[str, Named]) -> SafeString:
    """Return the name of a label's category, which shows the label on hover."""
    category = categories.get(label)
    return _named(label, category.name if category else labels.readable(label))


@register.filter
def names(labels: Iterable[str], categories: Mapping[str, Named]) -> SafeString:
    """Return the names of several labels' categories in a row."""
    return format_html_join(", ", "{}", ((named(label, categories),) for label in labels))


def _named(label: str, name: str) -> SafeString:
    return format_html('<span title="{}">{}</span>', label, name) if label else mark_safe("")


@register.filter
def supercategory_of(categories: Mapping[str, Named], label: str) -> int:
    """Return the supercategory of a label, whose colour it has; 0 for one that is gone."""
    return categories[label].supercategory_id if label in categories else 0


def drawn_span(words: str, label: str, category: Named | None) -> SafeString:
    """Return words marked as a span of a category; of none if its label is gone."""
    number = category.supercategory_id if category else 0
    return format_html(
        MARK, number, words, label, category.name if category else labels.readable(label)
    )


@register.filter
def breakable(label: str) -> SafeString:
    """Return a label that may go on in the next line after each of its words."""
    return mark_safe(labels.breakable(label))  # noqa: S308 - escaped there


@register.simple_tag
def annotated(text: str, units: Iterable[Marked]) -> SafeString:
    """Return the text with its units marked in the colours of their supercategories."""
    parts: list[tuple[SafeString | str]] = []
    place = 0
    for unit in sorted(units, key=lambda unit: unit.start):
        parts += [(text[place : unit.start],), (_mark(text[unit.start : unit.end], unit),)]
        place = unit.end
    return format_html_join("", "{}", [*parts, (text[place:],)])


def _mark(words: str, unit: Marked) -> SafeString:
    return drawn_span(words, unit.category.label, unit.category)


@register.inclusion_tag("web/charts/_chart.html")
def chart(title: str, view: str, *of: object, **look: object) -> dict[str, object]:
    """Draw the figure that a view answers with: `about` it, `query` of its address, `tall`, `huge`."""
    return look | {"title": title, "address": reverse(view, args=of)}
