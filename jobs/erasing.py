"""Deleting rows and all that depends on them, some at a time: the work of a job's steps."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import QuerySet

# A fraction of a second, also on SQLite, where nobody else writes until a step ends.
ROWS_PER_STEP = 1000


def erase_some(
    rows: QuerySet[Any], *, size: int = ROWS_PER_STEP, known_by: type[models.Model] | None = None
) -> int:
    """Delete some of the rows that depend on these, or else some of these; return how many.

    What PROTECT guards goes, too: whoever erases a thing means everything that was made of it. What
    may stay without it (SET_NULL) stays. Call it until it returns 0. Where the rows are only found by
    rows of another table, `known_by` lets these go in the same moment.
    """
    ids = list(rows.order_by("pk").values_list("pk", flat=True)[:size])
    if not ids:
        return 0
    for field in _fields_to(rows.model):
        if field.model is known_by:
            continue
        dependents = field.model._base_manager.filter(**{f"{field.name}__in": ids})
        stays = field.remote_field.on_delete is models.SET_NULL
        gone = _let_go(dependents, field, size) if stays else erase_some(dependents, size=size)
        if gone:
            return gone
    rows.model._base_manager.filter(pk__in=ids).delete()
    return len(ids)


def _fields_to(model: type[models.Model]) -> list[Any]:
    """Return the foreign keys that point to a model, hidden ones and those of many-to-many too."""
    relations: Iterable[Any] = model._meta.get_fields(include_hidden=True)
    return [
        relation.field
        for relation in relations
        if relation.auto_created and not relation.concrete and not relation.many_to_many
    ]


def _let_go(dependents: QuerySet[Any], field: Any, size: int) -> int:
    ids = list(dependents.order_by("pk").values_list("pk", flat=True)[:size])
    field.model._base_manager.filter(pk__in=ids).update(**{field.name: None})
    return len(ids)
