"""Delete rows and their dependents in batches, as steps of a job."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import QuerySet

# Takes a fraction of a second: on SQLite nobody else can write during a step.
ROWS_PER_STEP = 1000


def erase_some(
    rows: QuerySet[Any], *, size: int = ROWS_PER_STEP, known_by: type[models.Model] | None = None
) -> int:
    """Delete up to `size` dependents of the rows, or else rows; return how many. Repeat until 0.

    Dependents under PROTECT are deleted as well; those under SET_NULL stay. If the rows are found
    only through another model, pass it as `known_by`: its rows are deleted together with them.
    """
    ids = list(rows.order_by("pk").values_list("pk", flat=True)[:size])
    if not ids:
        return 0
    for field in _fields_to(rows.model):
        if field.model is known_by:
            continue
        dependents = field.model._base_manager.filter(**{f"{field.name}__in": ids})
        stays = field.remote_field.on_delete is models.SET_NULL
        gone = _set_null(dependents, field, size) if stays else erase_some(dependents, size=size)
        if gone:
            return gone
    rows.model._base_manager.filter(pk__in=ids).delete()
    return len(ids)


def _fields_to(model: type[models.Model]) -> list[Any]:
    """Return the foreign keys to a model, including hidden and many-to-many ones."""
    relations: Iterable[Any] = model._meta.get_fields(include_hidden=True)
    return [
        relation.field
        for relation in relations
        if relation.auto_created and not relation.concrete and not relation.many_to_many
    ]


def _set_null(dependents: QuerySet[Any], field: Any, size: int) -> int:
    ids = list(dependents.order_by("pk").values_list("pk", flat=True)[:size])
    field.model._base_manager.filter(pk__in=ids).update(**{field.name: None})
    return len(ids)
