"""Words for experiments: hypotheses, measures and what to be careful about."""

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
# What the test of a measure is about, in each kind of experiment.
HYPOTHESES: dict[tuple[str, str], Promise] = {
    (RETENTION, DURATION): _("who sees pre-annotations is faster"),
    (RETENTION, SEGMENT): _("who sees pre-annotations sets bounds better"),
    (RETENTION, CATEGORY): _("who sees pre-annotations chooses categories better"),
    (PERTURBATION, DURATION): _("who sees mistakes in them is slower"),
    (PERTURBATION, SEGMENT): _("who sees mistakes in them sets bounds worse"),
    (PERTURBATION, CATEGORY): _("who sees mistakes in them chooses categories worse"),
}
CAUTIONS: dict[str, Promise] = {
    analysis.NOT_IN_SEQUENCE: _(
        "Inputs do not come in the same order for the teams of a group: they may have met easier or "
        "harder ones, and a difference need not come from the pre-annotation."
    ),
    CHANGED_TEAM: _("People who changed team while they worked, and are left out: %(people)s."),
    analysis.DIFFERENT_INPUTS: _(
        "Only %(shared)s of %(all)s inputs were answered in both teams: a part of the difference "
        "may come from the inputs."
    ),
    analysis.MUCH_LEFT_OUT: _(
        "Of the tasks of “%(team)s”, %(out)s of %(all)s have an unknown duration or were a break."
    ),
    analysis.NO_VALUES: _("One of the two teams has nothing to compare yet."),
    analysis.TOO_FEW: _(
        "One of the two teams has only %(n)s values; a test needs at least %(least)s."
    ),
    analysis.FEW_VALUES: _(
        "Few values (%(n)s in the smaller team, better %(enough)s): the p-value leans on the values "
        "being normally distributed."
    ),
    analysis.FEW_PEOPLE: _(
        "Few people (%(people)s in the smaller team): the test over people finds large differences "
        "only, and the t-test over tasks is too sure. More people help, more tasks hardly."
    ),
    analysis.TOO_FEW_PEOPLE: _(
        "Too few people: with %(first)s and %(second)s no difference can be shown for so many tests, "
        "however large it is."
    ),
    analysis.SKEWED: _(
        "Strongly skewed: a few very large values weigh much, and there are not enough others to "
        "make up for it."
    ),
    analysis.NO_SPREAD: _("All values of each team are the same: there is nothing to test."),
    analysis.ONE_WITHOUT_SPREAD: _(
        "All values of one team are the same: the test takes its spread as 0."
    ),
    analysis.BY_PERSON_DIFFERS: _(
        "Only the t-test over tasks finds a difference. It takes the tasks of one person for as many "
        "people: the difference may come from a few of them."
    ),
}


def explain_caution(caution: Caution) -> str:
    """Return what to be careful about, in the reader's language."""
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
    return f"{figure(float(mantissa), 2)}e−{abs(int(exponent))}"
