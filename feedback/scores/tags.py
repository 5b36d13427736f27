"""How scores are written."""

from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def as_index(quality: float | None) -> str:
    """Return a quality index from 0 to 100; a dash where there is none."""
    return "–" if quality is None else number_format(100 * quality, 1)


@register.filter
def as_gamma(gamma: float | None) -> str:
    """Return an agreement with three digits; a dash where it is not defined."""
    return "–" if gamma is None else number_format(gamma, 3)


@register.simple_tag
def place(rank: int) -> SafeString:
    """Return the rank in one factor, small beside its value."""
    return format_html(
        '<span class="scores__rank"><span class="visually-hidden">{} </span>{}</span>',
        _("rank"),
        rank,
    )


@register.simple_tag(takes_context=True)
def sort_header(
    context: dict[str, Any], column: str, title: str, *, text: bool = False
) -> SafeString:
    """Return the head of a column that the table can be ordered by."""
    is_current = context["sort"] == column
    rising = column in ("rank", "name")
    order = (
        (" aria-sort='ascending'" if rising else " aria-sort='descending'") if is_current else ""
    )
    return format_html(
        '<th scope="col"{}{}><a href="?sort={}">{}</a></th>',
        SafeString(order),
        "" if text else SafeString(' class="number"'),
        column,
        title,
    )
