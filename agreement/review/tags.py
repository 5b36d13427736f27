"""Drawing the review."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from agreement.references.models import Correction
from agreement.review.selectors.items import MarkedWords, is_open
from agreement.review.selectors.queue import KIND_WORDS
from agreement.runs.models import AlignedPlace, Judgement
from contests.guidelines.domain.reading import slug
from text.labels import short_name
from web.figures import figure

_MARKED = '<span class="marked marked--{}" title="{}">{}</span>'

register = template.Library()
register.filter("is_open_place", is_open)
register.filter("anchor_of", slug)
register.filter("short_label", short_name)


@register.filter
def kind_words(kind: str) -> str:
    """Return why something is in the review."""
    return str(KIND_WORDS[kind])


@register.filter
def words_of(text: str, marked: Judgement | Correction) -> str:
    """Return the words that an annotator or a manager chose; nothing for none."""
    return "" if marked.start is None else text[marked.start : marked.end]


@register.filter
def reference_words(text: str, place: AlignedPlace) -> str:
    """Return the words of a place's reference; nothing for none."""
    return (
        "" if place.reference_start is None else text[place.reference_start : place.reference_end]
    )


@register.simple_tag
def marked_words(piece: Iterable[MarkedWords]) -> SafeString:
    """Return words with who marked them, and no blank more: the page counts their characters."""
    drawn = SafeString("")
    for part in piece:
        marks = "; ".join(f"{who}: {label}" for who, label in part.marks)
        drawn += (
            format_html(_MARKED, part.strength, marks, part.words) if marks else escape(part.words)
        )
    return drawn


@register.filter
def index(quality: float | None) -> str:
    """Return a quality index as people read it, out of 100."""
    return figure(None if quality is None else 100 * quality, 1)
