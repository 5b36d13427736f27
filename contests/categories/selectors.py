"""Reads for those who look after a contest's categories."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_noop

from contests.categories.models import Category, Supercategory
from contests.contest.domain import BOTH, CATEGORIES, MissingStep
from contests.contest.models import Contest


def offered_labels(contest: Contest) -> list[str]:
    """Return the labels that annotators may give."""
    offered = contest.categories.filter(archived_at=None)
    return list(offered.order_by("label").values_list("label", flat=True))


@dataclass(frozen=True)
class FamilyRow:
    """A family with what annotators are offered of it, and what they no longer are."""

    family: Supercategory
    offered: list[Category]
    archived: list[Category]

    @property
    def sample(self) -> str:
        """Return a label of the family to show its colour with."""
        members = [*self.offered, *self.archived]
        return members[0].label if members else self.family.name


def family_rows(contest: Contest) -> list[FamilyRow]:
    """Return all families of a contest in order, with all their categories."""
    members: dict[int, list[Category]] = {}
    for category in contest.categories.order_by("order", "label"):
        members.setdefault(category.supercategory_id, []).append(category)
    return [
        FamilyRow(
            family,
            [each for each in members.get(family.pk, []) if each.archived_at is None],
            [each for each in members.get(family.pk, []) if each.archived_at is not None],
        )
        for family in contest.supercategories.all()
    ]


def shortcuts_taken(contest: Contest, *, besides: Category | None = None) -> dict[str, str]:
    """Return the shortcuts of the offered categories with their labels, but for one category."""
    offered = contest.categories.filter(archived_at=None).exclude(shortcut="")
    rows = offered.values_list("pk", "shortcut", "label")
    return {shortcut: label for pk, shortcut, label in rows if not besides or pk != besides.pk}


def colours_taken(contest: Contest, *, besides: Supercategory | None = None) -> dict[str, str]:
    """Return the colours of the families with their names, but for one family."""
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


def offered_families(contest: Contest) -> QuerySet[Supercategory]:
    """Return the supercategories with the categories that annotators may use."""
    offered = Category.objects.filter(archived_at=None)
    families = contest.supercategories.filter(categories__in=offered).distinct()
    return families.prefetch_related(Prefetch("categories", queryset=offered))


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: categories."""
    if not contest.categories.filter(archived_at=None).exists():
        message = gettext_noop("There are no categories to mark.")
        yield MissingStep(CATEGORIES, "no-categories", message, BOTH)


def families_by_label(contest: Contest) -> dict[str, int]:
    """Return the family of each label, whose colour it has."""
    return dict(contest.categories.values_list("label", "supercategory_id"))


def colour_rules(contest: Contest) -> str:
    """Return the style rules that give every family of categories its colour."""
    rules = [f".sup-{sup.pk}{{--sup:{sup.colour}}}" for sup in contest.supercategories.all()]
    return "\n".join(rules)
