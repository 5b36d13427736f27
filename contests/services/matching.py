"""Turning a manager's choices about labels and names in files into categories and members."""

from collections.abc import Mapping

from django.db import transaction

from accounts.audit import Actor
from contests.domain.arms import supercategory
from contests.domain.colours import next_colour
from contests.domain.imported import key_of
from contests.domain.labels import name_key, short_name, tidy_name
from contests.domain.shortcuts import suggest_shortcut
from contests.models import Category, Contest, Supercategory
from contests.selectors.categories import shortcuts_taken
from contests.services.categories import add_category
from contests.services.families import add_supercategory
from contests.services.imported import Decisions, add_placeholder

# Instead of a category or member: one that is made now, or none at all.
NEW, NOBODY = "+", "-"


@transaction.atomic
def settle(
    *, contest: Contest, labels: Mapping[str, str], people: Mapping[str, str], actor: Actor
) -> Decisions:
    """Create the categories and members that were asked for, and return who and what is meant.

    `labels` holds a category's label, NEW or NOBODY for each label in the files; `people` a
    member's id, NEW or NOBODY for each name.
    """
    return Decisions(
        labels={
            key_of(label): _category(contest, label, choice, actor)
            for label, choice in labels.items()
        },
        annotators={
            key_of(name): _member(contest, name, choice, actor) for name, choice in people.items()
        },
    )


def _category(contest: Contest, label: str, choice: str, actor: Actor) -> str:
    if choice == NEW:
        return _add_category(contest, label, actor).label
    return "" if choice == NOBODY else choice


def _add_category(contest: Contest, label: str, actor: Actor) -> Category:
    family = _family(contest, supercategory(label), actor)
    taken = shortcuts_taken(contest)
    return add_category(
        family=family,
        name=short_name(label),
        shortcut=suggest_shortcut(label, taken),
        description="",
        actor=actor,
    )


def _family(contest: Contest, name: str, actor: Actor) -> Supercategory:
    """Return the family of this name, made in a colour of its own where there is none."""
    families = list(contest.supercategories.all())
    wanted = name_key(tidy_name(name))
    same = next((each for each in families if name_key(each.name) == wanted), None)
    colour = next_colour([each.colour for each in families])
    return same or add_supercategory(contest=contest, name=name, colour=colour, actor=actor)


def _member(contest: Contest, name: str, choice: str, actor: Actor) -> int:
    if choice == NEW:
        return add_placeholder(contest=contest, name=name or "anonymous", actor=actor).pk
    return 0 if choice == NOBODY else int(choice)
