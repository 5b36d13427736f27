"""Taking the next inputs so that no two neighbouring lines of a document follow each other."""

from collections.abc import Collection
from typing import Literal, TypeVar

from django.db.models import F, Model, Q, QuerySet

from contests.models import InputPlace

Row = TypeVar("Row", bound=Model)
Key = Literal["pk", "input_id"]

# How many more than wanted are looked at: enough unless an input stands in most documents.
LOOKAHEAD = 10
# From a place to the lines of its document, and to what stands there.
_LINE = "chunk__document__chunks__line"
_THERE = "chunk__document__chunks__places__input"


def take_apart(rows: QuerySet[Row], *, key: Key, previous: int | None, count: int) -> list[Row]:
    """Return the first rows in their order, passing over neighbours of the one just taken.

    `key` names the id of a row's input, `previous` what the person met last. A neighbour is taken
    only where nothing else is left.
    """
    taken: list[Row] = []
    window = list(rows[: count + LOOKAHEAD])
    pairs = neighbouring_pairs([previous, *(getattr(row, key) for row in window)])
    while window and len(taken) < count:
        row = next((row for row in window if (previous, getattr(row, key)) not in pairs), None)
        if row is None and (row := _first_beyond(rows, key, previous, taken)) is not None:
            window.append(row)
            pairs = neighbouring_pairs([previous, *(getattr(each, key) for each in window)])
        row = row or window[0]
        window.remove(row)
        taken.append(row)
        previous = getattr(row, key)
    return taken


def _first_beyond(
    rows: QuerySet[Row], key: Key, previous: int | None, taken: Collection[Row]
) -> Row | None:
    """Return the first row that is not taken and no neighbour of the previous input."""
    given = [getattr(row, key) for row in taken]
    apart = rows.exclude(**{f"{key}__in": given}).exclude(**{f"{key}__in": neighbours_of(previous)})
    return apart.first()


def neighbours_of(input_id: int | None) -> QuerySet[InputPlace, int]:
    """Return the ids of the inputs on the line before or after one of this input's places."""
    beside = Q(**{_LINE: F("chunk__line") + 1}) | Q(**{_LINE: F("chunk__line") - 1})
    places = InputPlace.objects.filter(beside, input=input_id, **{f"{_THERE}__isnull": False})
    return places.values_list(_THERE, flat=True)


def neighbouring_pairs(input_ids: Collection[int | None]) -> set[tuple[int, int]]:
    """Return those pairs of these inputs, in either order, that stand on neighbouring lines."""
    ids = [input_id for input_id in input_ids if input_id is not None]
    after = {_LINE: F("chunk__line") + 1, f"{_THERE}__in": ids}
    pairs = InputPlace.objects.filter(input__in=ids, **after).values_list("input_id", _THERE)
    return {pair for left, right in pairs for pair in ((left, right), (right, left))}
