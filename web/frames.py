"""Tables of pandas: read from the database, and given back as rows of plain values."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import pandas as pd
from django.db.models import QuerySet
from django.db.models.expressions import Combinable

# Types of columns; those with a capital letter also hold nothing.
WHOLE, WHOLE_OR_NOTHING, REAL, YES, YES_OR_NOTHING = "int64", "Int64", "float64", "bool", "boolean"
TEXT, MOMENT, ANY = "str", "datetime64[us, UTC]", "object"
# By the name of a column, the field or expression that it comes from and its type.
Columns = Mapping[str, tuple[str | Combinable, str]]
ROWS_AT_ONCE = 10_000


def frame_of(rows: Iterable[tuple[Any, ...]], types: Mapping[str, str]) -> pd.DataFrame:
    """Return rows of plain values as a table with these columns, also where there is no row."""
    left, parts = iter(rows), []
    # Python's values take several times the memory of a column: only a few are there at once.
    while some := list(islice(left, ROWS_AT_ONCE)):
        parts.append(pd.DataFrame(some, columns=list(types), dtype=object).astype(types))
    if not parts:
        return pd.DataFrame(columns=list(types)).astype(types)
    return pd.concat(parts, ignore_index=True)


def read_frame(rows: QuerySet[Any], columns: Columns) -> pd.DataFrame:
    """Return these fields of rows of the database as a table."""
    fields = [field for field, _ in columns.values()]
    found = rows.values_list(*fields).iterator(chunk_size=ROWS_AT_ONCE)
    return frame_of(found, {name: kind for name, (_, kind) in columns.items()})


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table as plain values; None where nothing is known.

    >>> records(pd.DataFrame({"seconds": [1.5, None], "team": ["farfalle", None]}))
    [{'seconds': 1.5, 'team': 'farfalle'}, {'seconds': None, 'team': None}]
    """
    plain = frame.astype(object)
    return list(plain.where(frame.notna(), None).to_dict("records"))
