"""The steps of a contest's set-up: their names, where they are, and what they lack."""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from contests.contest import domain as lifecycle
from contests.contest import domain as readiness
from contests.contest.models import Contest
from contests.setup import selectors as readiness_selectors
from contests.words import explain_finding

register = template.Library()
# What belongs to the set-up has a row of its own, shown only there.
OF_SETUP = ("setup", "categories", "inputs", "pre_annotation", "people", "audit")


@register.filter
def is_of_setup(current: str) -> bool:
    """Return whether the page of this name is one of those behind “Set up”."""
    return current in OF_SETUP


register.filter("finding_words", explain_finding)

TITLES: dict[str, Promise] = {
    readiness.ABOUT: _("About"),
    readiness.CATEGORIES: _("Categories"),
    readiness.GUIDELINES: _("Guidelines"),
    readiness.INPUTS: _("Inputs"),
    readiness.PRE_ANNOTATION: _("Pre-annotation"),
    readiness.TEAMS: _("Teams and arms"),
    readiness.TRAINING_STEP: _("Training"),
    readiness.SCHEDULE: _("Goal and dates"),
    readiness.SCORING: _("Scoring"),
    readiness.PEOPLE: _("People"),
}
WORDS: dict[str, Promise] = {
    readiness.ABOUT: _("Name, language and description."),
    readiness.CATEGORIES: _("What annotators mark, with colours and keys."),
    readiness.GUIDELINES: _("What is in, what is out, with examples."),
    readiness.INPUTS: _("Lines drawn from a corpus."),
    readiness.PRE_ANNOTATION: _("What rules find in the inputs, and what each team sees of it."),
    readiness.TEAMS: _("Who is compared with whom, and how much pre-annotation they see."),
    readiness.TRAINING_STEP: _("Tasks with known answers, before the contest opens for a person."),
    readiness.SCHEDULE: _("Goal, first and last day, prizes, order of the inputs."),
    readiness.SCORING: _("Weights of the rank, votes, agreement."),
    readiness.PEOPLE: _("Invitations, the contest’s link, members."),
}
ROUTES = {
    readiness.ABOUT: "contests:setup_about",
    readiness.CATEGORIES: "contests:categories",
    readiness.GUIDELINES: "contests:guidelines",
    readiness.INPUTS: "contests:inputs",
    readiness.PRE_ANNOTATION: "contests:pre_annotation",
    readiness.TEAMS: "contests:setup_teams",
    readiness.TRAINING_STEP: "contests:setup_training",
    readiness.SCHEDULE: "contests:setup_schedule",
    readiness.SCORING: "contests:setup_scoring",
    readiness.PEOPLE: "contests:people",
}
PREPARING = (lifecycle.DRAFT, lifecycle.TRAINING)


@dataclass(frozen=True)
class Step:
    """A step as the pages show it."""

    key: str
    number: int
    title: str
    words: str
    address: str
    findings: tuple[readiness.Finding, ...]
    is_done: bool


def steps_of(contest: Contest) -> list[Step]:
    """Return all steps with their addresses and what they lack."""
    return [
        Step(
            key=state.key,
            number=number,
            title=str(TITLES[state.key]),
            words=str(WORDS[state.key]),
            address=reverse(ROUTES[state.key], args=[contest.pk]),
            findings=state.findings,
            is_done=state.is_done,
        )
        for number, state in enumerate(readiness_selectors.step_states(contest), start=1)
    ]


@register.simple_tag
def setup_steps(contest: Contest) -> list[Step]:
    """Return the steps of a contest's set-up."""
    return steps_of(contest)


@register.inclusion_tag("contests/setup/_strip.html")
def setup_strip(contest: Contest, current: str) -> dict[str, object]:
    """Draw all steps in one line while a contest is prepared, with the one that comes next."""
    if contest.state not in PREPARING:
        return {"steps": []}
    steps = steps_of(contest)
    number = next((step.number for step in steps if step.key == current), 0)
    following = next((step for step in steps if step.number == number + 1), None)
    return {"contest": contest, "steps": steps, "current": current, "next": following}
