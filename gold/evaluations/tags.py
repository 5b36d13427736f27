"""Words and small drawings of the pages about the detector on a release."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy

from detection.evaluation import Kind
from gold.evaluations.charts import sparkline
from gold.evaluations.forms import KIND_WORDS, subset_words

register = template.Library()


@register.filter
def kind_words(kind: str) -> str:
    """Return what is wrong, in the reader's language."""
    return str(KIND_WORDS[Kind(kind)])


register.filter("subset_words", subset_words)
register.filter("sparkline", sparkline)

MEASURE_WORDS = {
    "precision": gettext_lazy("Precision"),
    "recall": gettext_lazy("Recall"),
    "f1": "F1",
}


@register.filter
def measure_words(measure: str) -> str:
    """Return what a measure is called."""
    return str(MEASURE_WORDS[measure])


@register.filter
def signed(change: float) -> str:
    """Return a change with its sign, to three digits; what rounds to nothing has none."""
    rounded = round(change, 3)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), 3)}"
