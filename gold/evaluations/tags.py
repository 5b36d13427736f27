"""Words and addresses of the pages about evaluations."""

from django import template
from django.utils.formats import number_format

from detection.evaluation import Kind
from gold.evaluations.forms import KIND_WORDS, gold_words
from gold.evaluations.page import address_of

register = template.Library()
register.filter("gold_words", gold_words)
register.simple_tag(address_of, name="evaluation_url")


@register.filter
def kind_words(kind: str) -> str:
    """Return what is wrong, in the reader's language."""
    return str(KIND_WORDS[Kind(kind)])


@register.filter
def signed(change: float) -> str:
    """Return a change with its sign, to three digits; what rounds to nothing has none."""
    rounded = round(change, 3)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), 3)}"
