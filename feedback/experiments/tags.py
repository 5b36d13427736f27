"""Messages about experiments: hypotheses, measures and cautions."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from contests.teams.domain import PERTURBATION, RETENTION
from feedback.experiments.domain import analysis
from feedback.experiments.domain.analysis import Caution, PairResult, TestResult
from feedback.experiments.domain.samples import CATEGORY, CHANGED_TEAM, DURATION, SEGMENT
from web.figures import figure

MEASURES: dict[str, Promise] = {
    DURATION: _("Duration of a task"),
    SEGMENT: _("Segment penalties"),
    CATEGORY: _("Category penalties"),
}
# The hypothesis on each measure, by kind of experiment.
HYPOTHESES: dict[tuple[str, str], Promise] = {
    (RETENTION, DURATION): _("pre-annotations make annotators faster"),
    (RETENTION, SEGMENT): _("pre-annotations improve span boundaries"),
    (RETENTION, CATEGORY): _("pre-annotations improve the choice of categories"),
    (PERTURBATION, DURATION): _("errors in pre-annotations make annotators slower"),
    (PERTURBATION, SEGMENT): _("errors in pre-annotations worsen span boundaries"),
    (PERTURBATION, CATEGORY): _("errors in pre-annotations worsen the choice of categories"),
}
CAUTIONS: dict[str, Promise] = {
    analysis.NOT_IN_SEQUENCE: _(
        "The teams of a group do not get the inputs in the same order: one may have had "
        "easier inputs, so a difference may not come from the pre-annotations."
    ),
    CHANGED_TEAM: _("People excluded because they changed team after they started: %(people)s."),
    analysis.DIFFERENT_INPUTS: _(
        "Only %(shared)s of %(all)s inputs were answered in both teams: part of the "
        "difference may come from the inputs."
    ),
    analysis.MUCH_LEFT_OUT: _(
        "In team “%(team)s”, %(out)s of %(all)s tasks have an unknown duration or include a break."
    ),
    analysis.NO_VALUES: _("One of the two teams has no data to compare yet."),
    analysis.TOO_FEW: _(
        "One of the two teams has only %(n)s values; a test needs at least %(least)s."
    ),
    analysis.FEW_VALUES: _(
        "Few values (%(n)s in the smaller team, %(enough)s recommended): the p-value "
        "assumes a normal distribution."
    ),
    analysis.FEW_PEOPLE: _(
        "Few people (%(people)s in the smaller team): the test over people can only find "
        "large differences, and the t-test over tasks is overconfident. Add people rather "
        "than tasks."
    ),
    analysis.TOO_FEW_PEOPLE: _(
        "Too few people: with %(first)s and %(second)s, no difference can be significant "
        "after correction for this many tests."
    ),
    analysis.SKEWED: _(
        "Strongly skewed: a few very large values dominate, and there are too few others "
        "to balance them."
    ),
    analysis.NO_SPREAD: _("Within each team, all values are identical: there is nothing to test."),
    analysis.ONE_WITHOUT_SPREAD: _(
        "All values of one team are identical: the test assumes that its spread is 0."
    ),
    analysis.BY_PERSON_DIFFERS: _(
        "Only the t-test over tasks finds a difference. It treats all tasks as "
        "independent, so the difference may come from a few people."
    ),
}


def explain_caution(caution: Caution) -> str:
    """Return the message of a caution, in the reader's language."""
    words = str(CAUTIONS[caution.code])
    return words % caution.details if caution.details else words


register = template.Library()
register.filter("caution_words", explain_caution)
SMALLEST_WRITTEN_OUT = 0.0001


@register.filter
def measure_words(measure: str) -> str:
    """Return the name of a measure."""
    return str(MEASURES[measure])


@register.simple_tag
def hypothesis(pair: PairResult, test: TestResult) -> str:
    """Return the hypothesis of a test."""
    return str(HYPOTHESES[pair.kind, test.measure])


@register.filter
def p_value(value: float | None) -> str:
    """Return a p-value with four digits, or in scientific notation if it is very small."""
    if value is None:
        return "–"
    if value >= SMALLEST_WRITTEN_OUT:
        return figure(value, 4)
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{figure(float(mantissa), 2)}e−{abs(int(exponent))}"
