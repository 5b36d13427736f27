"""Words for experiments: hypotheses, measures and what to be careful about."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from contests.domain.designs import PERTURBATION, RETENTION
from feedback.domain.experiments import cautions
from feedback.domain.experiments.cautions import Caution
from feedback.domain.experiments.values import CATEGORY, DURATION, SEGMENT

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
    cautions.NOT_IN_SEQUENCE: _(
        "Inputs do not come in the same order for the teams of a group: they may have met easier or "
        "harder ones, and a difference need not come from the pre-annotation."
    ),
    cautions.CHANGED_TEAM: _(
        "People who changed team while they worked, and are left out: %(people)s."
    ),
    cautions.DIFFERENT_INPUTS: _(
        "Only %(shared)s of %(all)s inputs were answered in both teams: a part of the difference "
        "may come from the inputs."
    ),
    cautions.MUCH_LEFT_OUT: _(
        "Of the tasks of “%(team)s”, %(out)s of %(all)s have an unknown duration or were a break."
    ),
    cautions.NO_VALUES: _("One of the two teams has nothing to compare yet."),
    cautions.TOO_FEW: _(
        "One of the two teams has only %(n)s values; a test needs at least %(least)s."
    ),
    cautions.FEW_VALUES: _(
        "Few values (%(n)s in the smaller team, better %(enough)s): the p-value leans on the values "
        "being normally distributed."
    ),
    cautions.FEW_PEOPLE: _(
        "Few people (%(people)s in the smaller team): tasks of one person are alike, and the test "
        "takes them as independent. It may be too sure."
    ),
    cautions.SKEWED: _(
        "Strongly skewed: a few very large values weigh much, and there are not enough others to "
        "make up for it."
    ),
    cautions.NO_SPREAD: _("All values of each team are the same: there is nothing to test."),
    cautions.ONE_WITHOUT_SPREAD: _(
        "All values of one team are the same: the test takes its spread as 0."
    ),
    cautions.BY_PERSON_DIFFERS: _(
        "With people instead of tasks as the units, the difference is not significant: it may come "
        "from a few persons."
    ),
}


def explain_caution(caution: Caution) -> str:
    """Return what to be careful about, in the reader's language."""
    words = str(CAUTIONS[caution.code])
    return words % caution.details if caution.details else words
