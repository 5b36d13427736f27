"""Template tags of scores."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from feedback.scores.domain import COUNT, INDEX, Figure
from feedback.scores.selectors import sorts
from web.figures import NONE, figure

register = template.Library()


@register.filter
def as_index(share: float | str | None, none: str = NONE) -> str:
    """Return a share as an index from 0 to 100; `none` if it is unknown."""
    # Django templates turn unknown variables into an empty string.
    return none if share is None or isinstance(share, str) else figure(100 * share, 1)


@register.filter
def in_unit(one: Figure) -> str:
    """Return the value of a factor, formatted by its unit."""
    if one.factor.unit == INDEX:
        return as_index(one.value, _("not yet known"))
    return figure(one.value, 0 if one.factor.unit == COUNT else 1)


@register.simple_tag
def place(rank: int | None) -> SafeString:
    """Return the rank in one factor, as a small number."""
    return format_html(
        '<span class="scores__rank"><span class="visually-hidden">{} </span>{}</span>',
        _("rank"),
        NONE if rank is None else rank,
    )


@register.simple_tag(takes_context=True)
def sort_header(
    context: dict[str, Any], column: str, title: str, *, text: bool = False
) -> SafeString:
    """Return the header of a sortable column."""
    is_current = context["sort"] == column
    rising = not sorts()[column]
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
