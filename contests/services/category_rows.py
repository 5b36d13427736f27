"""What all changes of families and categories have in common: lock, save, order, write down."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.exceptions import CategoriesChanged, CategoriesInUse, ContestReadOnly
from contests.models import Category, Contest, Supercategory
from contests.selectors.categories import FamilyRow

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
    action: AuditEvent.Action,
    thing: str,
    contest: Contest,
    row: Category | Supercategory | None = None,
    **details: object,
) -> None:
    """Note in the audit log what was done, by id and label."""
    if row is not None:
        details["label"] = str(row)
    record(actor, action, thing, row.pk if row else "", contest_id=contest.pk, **details)
