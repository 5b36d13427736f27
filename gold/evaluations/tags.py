"""Words and addresses of the pages about evaluations."""

from django import template

from contests.proposals.selectors import choice_words
from detection.base import Choice
from detection.evaluation import Kind
from gold.evaluations.forms import KIND_WORDS, gold_words
from gold.evaluations.page import address_of
from web.figures import figure

register = template.Library()
register.filter("gold_words", gold_words)
register.simple_tag(address_of, name="evaluation_url")


@register.filter
def detector_words(key: str) -> str:
    """Return which detector this is, in the reader's language."""
    return choice_words(Choice.of(key))


@register.filter
def kind_words(kind: str) -> str:
    """Return what is wrong, in the reader's language."""
    return str(KIND_WORDS[Kind(kind)])


@register.filter
def signed(change: float) -> str:
    """Return a change with its sign, to three digits; what rounds to nothing has none."""
    written = figure(change, 3)
    return f"+{written}" if change > 0 and written != figure(0, 3) else written
