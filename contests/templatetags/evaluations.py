"""Words for the errors of an evaluation."""

from django import template

from contests.forms.evaluation import KIND_WORDS
from detection.evaluation import Kind

register = template.Library()


@register.filter
def kind_words(kind: str) -> str:
    """Return what is wrong, in the reader's language."""
    return str(KIND_WORDS[Kind(kind)])
