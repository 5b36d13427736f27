"""The steps of a contest's set-up: their names, where they are, and what they lack."""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from contests.contest import domain
from contests.contest.models import Contest
from contests.setup.selectors import step_states
from web.errors import explain

register = template.Library()
# What belongs to the set-up has a row of its own, shown only there.
OF_SETUP = ("setup", "categories", "inputs", "pre_annotation", "people", "audit")


@register.filter
def is_of_setup(current: str) -> bool:
    """Return whether the page of this name is one of those behind “Set up”."""
    return current in OF_SETUP


register.filter("explain", explain)

TITLES: dict[str, Promise] = {
    domain.ABOUT: _("About"),
    domain.CATEGORIES: _("Categories"),
    domain.GUIDELINES: _("Guidelines"),
    domain.INPUTS: _("Inputs"),
    domain.PRE_ANNOTATION: _("Pre-annotation"),
    domain.TEAMS: _("Teams and arms"),
    domain.TRAINING_STEP: _("Training"),
    domain.SCHEDULE: _("Goal and dates"),
    domain.SCORING: _("Scoring"),
    domain.PEOPLE: _("People"),
}
WORDS: dict[str, Promise] = {
    domain.ABOUT: _("Name, language and description."),
    domain.CATEGORIES: _("What annotators mark, with colours and keys."),
    domain.GUIDELINES: _("What is in, what is out, with examples."),
    domain.INPUTS: _("Lines drawn from a corpus."),
    domain.PRE_ANNOTATION: _("What rules find in the inputs, and what each team sees of it."),
    domain.TEAMS: _("Who is compared with whom, and how much pre-annotation they see."),
    domain.TRAINING_STEP: _("Tasks with known answers, before the contest opens for a person."),
    domain.SCHEDULE: _("Goal, first and last day, prizes, order of the inputs."),
    domain.SCORING: _("Weights of the rank, votes, agreement."),
    domain.PEOPLE: _("Invitations, the contest’s link, members."),
}
ROUTES = {
    domain.ABOUT: "contests:setup_about",
    domain.CATEGORIES: "contests:categories",
    domain.GUIDELINES: "contests:guidelines",
    domain.INPUTS: "contests:inputs",
    domain.PRE_ANNOTATION: "contests:pre_annotation",
    domain.TEAMS: "contests:setup_teams",
    domain.TRAINING_STEP: "contests:setup_training",
    domain.SCHEDULE: "contests:setup_schedule",
    domain.SCORING: "contests:setup_scoring",
    domain.PEOPLE: "contests:people",
}
PREPARING = (domain.DRAFT, domain.TRAINING)


@dataclass(frozen=True)
class Step:
    """A step as the pages show it."""

    key: str
    number: int
    title: str
    words: str
    address: str
    missing: tuple[domain.MissingStep, ...]
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
            missing=state.missing,
            is_done=state.is_done,
        )
        for number, state in enumerate(step_states(contest), start=1)
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
