"""Reads for those who look after a contest's categories."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_noop

from contests.categories.models import Category, Supercategory
from contests.contest.domain import BOTH, CATEGORIES, MissingStep
from contests.contest.models import Contest
from text.labels import readable


def offered_labels(contest: Contest) -> list[str]:
    """Return the labels that annotators may give."""
    offered = contest.categories.filter(archived_at=None)
    return list(offered.order_by("label").values_list("label", flat=True))


def offered_names(contest: Contest) -> list[tuple[str, str]]:
    """Return the same labels, each with its name."""
    offered = contest.categories.filter(archived_at=None).order_by("label")
    return [(category.label, category.name) for category in offered]


@dataclass(frozen=True)
class SupercategoryRow:
    """A supercategory with what annotators are offered of it, and what they no longer are."""

    supercategory: Supercategory
    offered: list[Category]
    archived: list[Category]

    @property
    def sample(self) -> str:
        """Return a name to show the supercategory's colour with."""
        members = [*self.offered, *self.archived]
        return members[0].name if members else self.supercategory.name


def supercategory_rows(contest: Contest) -> list[SupercategoryRow]:
    """Return all supercategories of a contest in order, with all their categories."""
    members: dict[int, list[Category]] = {}
    for category in contest.categories.order_by("order", "label"):
        members.setdefault(category.supercategory_id, []).append(category)
    return [
        SupercategoryRow(
            supercategory,
            [each for each in members.get(supercategory.pk, []) if each.archived_at is None],
            [each for each in members.get(supercategory.pk, []) if each.archived_at is not None],
        )
        for supercategory in contest.supercategories.all()
    ]


def shortcuts_taken(contest: Contest, *, besides: Category | None = None) -> dict[str, str]:
    """Return the shortcuts of the offered categories with their labels, but for one category."""
    offered = contest.categories.filter(archived_at=None).exclude(shortcut="")
    rows = offered.values_list("pk", "shortcut", "label")
    return {shortcut: label for pk, shortcut, label in rows if not besides or pk != besides.pk}


def colours_taken(contest: Contest, *, besides: Supercategory | None = None) -> dict[str, str]:
    """Return the colours of the supercategories with their names, but for one supercategory."""
    rows = contest.supercategories.values_list("pk", "colour", "name")
    return {colour: name for pk, colour, name in rows if not besides or pk != besides.pk}


def is_used(category: Category) -> bool:
    """Return whether a category was ever given, proposed or shown."""
    inputs = category.contest.inputs.all()
    return (
        category.units.exists()
        or _mentions(inputs, "proposals", category.label)
        or _mentions(inputs, "gold", category.label)
        or _mentions(inputs, "tasks__shown_units", category.label)
    )


def _mentions(rows: QuerySet[Any], column: str, label: str) -> bool:
    """Return whether the spans in a JSON column have this label."""
    # The databases have no common way to look into lists; as text, one of them keeps letters
    # beyond ASCII escaped and the other does not.
    written = Q(as_text__contains=json.dumps(label)) | Q(as_text__contains=f'"{label}"')
    texts = rows.annotate(as_text=Cast(F(column), TextField()))
    return bool(texts.filter(written).exists())


def offered_supercategories(contest: Contest) -> QuerySet[Supercategory]:
    """Return the supercategories with the categories that annotators may use."""
    offered = Category.objects.filter(archived_at=None)
    supercategories = contest.supercategories.filter(categories__in=offered).distinct()
    return supercategories.prefetch_related(Prefetch("categories", queryset=offered))


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: categories."""
    if not contest.categories.filter(archived_at=None).exists():
        message = gettext_noop("There are no categories to mark.")
        yield MissingStep(CATEGORIES, "no-categories", message, BOTH)


def categories_by_label(contest: Contest) -> dict[str, Category]:
    """Return the categories by their labels, archived ones as well."""
    return {category.label: category for category in contest.categories.all()}


def naming(contest: Contest) -> Callable[[str], str]:
    """Return what gives a label the name that people read."""
    names = {label: category.name for label, category in categories_by_label(contest).items()}
    return lambda label: names.get(label) or readable(label)


def colour_rules(contest: Contest) -> str:
    """Return the style rules that give every supercategory its colour."""
    rules = [f".sup-{sup.pk}{{--sup:{sup.colour}}}" for sup in contest.supercategories.all()]
    return "\n".join(rules)
