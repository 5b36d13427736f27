"""Numbers, words and charts of experiments."""

from django import template
from django.utils.formats import number_format

from feedback.domain.experiments.analysis import PairResult, TestResult
from feedback.domain.experiments.charts import Chart, Curve
from feedback.experiment_words import HYPOTHESES, MEASURES, explain_caution

register = template.Library()
register.filter("caution_words", explain_caution)
SMALLEST_WRITTEN_OUT = 0.0001
SIGNIFICANT = 0.05


@register.filter
def measure_words(measure: str) -> str:
    """Return the name of a measure."""
    return str(MEASURES[measure])


@register.simple_tag
def hypothesis(pair: PairResult, test: TestResult) -> str:
    """Return what a test is about."""
    return str(HYPOTHESES[pair.kind, test.measure])


@register.filter
def p_value(value: float | None) -> str:
    """Return a p-value with four digits, a very small one by its power of ten."""
    if value is None:
        return "–"
    if value >= SMALLEST_WRITTEN_OUT:
        return figure(value, 4)
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{number_format(mantissa)}e−{abs(int(exponent))}"


@register.filter
def figure(value: float | None, digits: int) -> str:
    """Return a number with so many digits and a real minus sign, or a dash for none."""
    if value is None:
        return "–"
    # Django cuts digits off where it is not given them rounded.
    rounded = f"{value:.{digits}f}"
    return number_format(rounded, force_grouping=True).replace("-", "−")


@register.filter
def is_shown(test: TestResult) -> bool:
    """Whether a test supports its hypothesis after the correction."""
    return test.corrected_p is not None and test.corrected_p < SIGNIFICANT


@register.inclusion_tag("feedback/_whiskers.html")
def whisker_chart(chart: Chart, title: str, name: str) -> dict[str, object]:
    """Draw points with their intervals."""
    return {"chart": chart, "title": title, "name": name}


@register.inclusion_tag("feedback/_power_curve.html")
def power_chart(curve: Curve, title: str) -> dict[str, object]:
    """Draw power against the number of tasks."""
    return {"curve": curve, "title": title}
