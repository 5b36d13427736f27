"""What all changes of families and categories have in common: lock, save, order, write down."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from accounts.audit import CHANGED, CREATED, DELETED, Action, Actor, record
from contests.categories.domain.colours import is_legible, nearest_legible
from contests.categories.errors import (
    CategoriesChanged,
    CategoriesInUse,
    ColourIllegible,
    ContestReadOnly,
    SupercategoryInUse,
    SupercategoryTaken,
)
from contests.categories.models import Category, Supercategory
from contests.categories.selectors import FamilyRow, family_rows
from contests.contest.models import Contest
from text.labels import make_label, name_key, short_name, tidy_name

Row = TypeVar("Row", Category, Supercategory)


def lock(contest: Contest) -> Contest:
    """Return the contest for us alone until the end of the transaction, if it may still change."""
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if not fresh.categories_can_change:
        raise ContestReadOnly
    return fresh


def lock_row(row: Row) -> Row:
    """Return a family or category as it is now, its contest locked."""
    contest = lock(row.contest)
    fresh = type(row)._default_manager.filter(pk=row.pk).first()
    if fresh is None:
        raise CategoriesChanged
    fresh.contest = contest
    return fresh


def save(row: Category | Supercategory) -> None:
    """Store a row, or say that someone else was faster."""
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        # Only what went around the lock can get here: the names and keys were compared before.
        raise CategoriesChanged from error


def refuse_with_inputs(contest: Contest) -> None:
    """Refuse to change labels that may stand in proposals, gold and answers."""
    if contest.inputs.exists():
        raise CategoriesInUse


def follow_labels(contest: Contest, renamed: Mapping[str, str]) -> None:
    """Follow labels in the contest's confusable pairs and training; nothing stands for one that is gone.

    A pair that loses one of its two goes. A training task keeps a label that is gone: its text needs
    another answer, which only a person knows.
    """
    pairs = [[renamed.get(label, label) for label in pair] for pair in contest.confusable_pairs]
    contest.confusable_pairs = [pair for pair in pairs if all(pair)]
    contest.save(update_fields=["confusable_pairs"])
    for task in contest.training_tasks.all():
        units = [[start, end, renamed.get(label) or label] for start, end, label in task.units]
        if units != task.units:
            task.units = units
            task.save(update_fields=["units"])


def swap(rows: list[Any], place: int, step: int) -> None:
    """Move what stands at a place by one step, as far as the list goes."""
    if 0 <= place + step < len(rows):
        rows[place], rows[place + step] = rows[place + step], rows[place]


def write_order(rows: Sequence[FamilyRow]) -> None:
    """Number families and categories in the order given."""
    families = [row.family for row in rows]
    categories = [category for row in rows for category in (*row.offered, *row.archived)]
    for order, family in enumerate(families):
        family.order = order
    for order, category in enumerate(categories):
        category.order = order
    Supercategory.objects.bulk_update(families, ["order"])
    Category.objects.bulk_update(categories, ["order"])


def write_down(
    actor: Actor,
    action: Action,
    thing: str,
    contest: Contest,
    row: Category | Supercategory | None = None,
    **details: object,
) -> None:
    """Note in the audit log what was done, by id and label."""
    if row is not None:
        details["label"] = str(row)
    record(actor, action, thing, row.pk if row else "", contest_id=contest.pk, **details)


@transaction.atomic
def add_supercategory(*, contest: Contest, name: str, colour: str, actor: Actor) -> Supercategory:
    """Add a family at the end."""
    contest = lock(contest)
    family = Supercategory(contest=contest, order=contest.supercategories.count())
    _fill_family(family, name=name, colour=colour)
    save(family)
    write_down(actor, CREATED, "supercategory", contest, family, colour=colour)
    return family


@transaction.atomic
def change_supercategory(
    *, family: Supercategory, name: str, colour: str, actor: Actor
) -> Supercategory:
    """Give a family another colour, or another name, which its labels then begin with."""
    family = lock_row(family)
    before = family.name
    _fill_family(family, name=name, colour=colour)
    save(family)
    if family.name != before:
        refuse_with_inputs(family.contest)
        _relabel(family, before)
    write_down(
        actor, CHANGED, "supercategory", family.contest, family, before=before, colour=colour
    )
    return family


def _fill_family(family: Supercategory, *, name: str, colour: str) -> None:
    family.name, family.colour = tidy_name(name), colour
    others = family.contest.supercategories.exclude(pk=family.pk)
    for other in others.values_list("name", flat=True):
        if name_key(other) == name_key(family.name):
            raise SupercategoryTaken(name=other)
    if not is_legible(colour):
        raise ColourIllegible(nearest=nearest_legible(colour))


def _relabel(family: Supercategory, before: str) -> None:
    """Let the family's labels begin with its new name."""
    renamed: dict[str, str] = {}
    for category in family.categories.all():
        name = family.name if category.label == before else short_name(category.label)
        renamed[category.label] = make_label(family.name, name)
        category.label = renamed[category.label]
        save(category)
    follow_labels(family.contest, renamed)


@transaction.atomic
def move_supercategory(*, family: Supercategory, step: int, actor: Actor) -> None:
    """Move a family up (-1) or down (1) by one place, as far as there is one."""
    family = lock_row(family)
    rows = family_rows(family.contest)
    place = next(place for place, row in enumerate(rows) if row.family == family)
    swap(rows, place, step)
    write_order(rows)
    write_down(actor, CHANGED, "supercategory", family.contest, family, moved=step)


@transaction.atomic
def delete_supercategory(*, family: Supercategory, actor: Actor) -> None:
    """Remove a family that has no categories."""
    family = lock_row(family)
    if family.categories.exists():
        raise SupercategoryInUse
    write_down(actor, DELETED, "supercategory", family.contest, family)
    family.delete()
