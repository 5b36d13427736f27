"""Writing answers as CSV, JSON lines or Parquet."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, BinaryIO

from text.tables import csv_lines

Cells = Mapping[str, object]
TEXT, WHOLE, REAL, YES, MOMENT, SPANS = "text", "whole", "real", "yes", "moment", "spans"
# The columns and their types. The first seven are those of the JSONL answer format.
COLUMNS: Mapping[str, str] = {
    "id": TEXT,
    "text": TEXT,
    "spans": SPANS,
    "annotator": TEXT,
    "answer": TEXT,
    "answered_at": MOMENT,
    "duration_ms": WHOLE,
    "answer_id": TEXT,
    "task": WHOLE,
    "version": WHOLE,
    "source": TEXT,
    "counts": YES,
    "withdrawn_at": MOMENT,
    "received_at": MOMENT,
    "shown_at": MOMENT,
    "first_edit_at": MOMENT,
    "keyboard_edits": WHOLE,
    "mouse_edits": WHOLE,
    "flagged": YES,
    "guidelines": TEXT,
    "shown": SPANS,
    "group": WHOLE,
    "team": TEXT,
    "arm": TEXT,
    "retention": REAL,
    "perturbation": REAL,
}
# Additional columns if names are included.
NAMES: Mapping[str, str] = {"alias": TEXT, "name": TEXT}
ROWS_AT_ONCE = 500


def write_answers(
    rows: Iterable[Cells], file: BinaryIO, *, choice: str, with_names: bool = False
) -> None:
    """Write the rows one by one, holding only a few in memory."""
    columns = {**COLUMNS, **(NAMES if with_names else {})}
    FORMATS[choice].write(rows, columns, file)


def _write_csv(rows: Iterable[Cells], columns: Mapping[str, str], file: BinaryIO) -> None:
    file.writelines(csv_lines([columns]))
    file.writelines(csv_lines([_as_text(row[name]) for name in columns] for row in rows))


def _as_text(value: object) -> object:
    # Booleans and lists as in JSON.
    if isinstance(value, bool | list):
        return json.dumps(value, ensure_ascii=False)
    return value.isoformat() if isinstance(value, datetime) else value


def _write_jsonl(rows: Iterable[Cells], columns: Mapping[str, str], file: BinaryIO) -> None:
    for row in rows:
        members = {name: row[name] for name in columns}
        file.write(json.dumps(members, ensure_ascii=False, default=_moment).encode() + b"\n")


def _moment(value: datetime) -> str:
    return value.isoformat()


def _write_parquet(rows: Iterable[Cells], columns: Mapping[str, str], file: BinaryIO) -> None:
    # Imported here because loading it takes half a second.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    span = pa.struct([("start", pa.int32()), ("end", pa.int32()), ("label", pa.string())])
    types: dict[str, Any] = {
        TEXT: pa.string(),
        WHOLE: pa.int64(),
        REAL: pa.float64(),
        YES: pa.bool_(),
        MOMENT: pa.timestamp("us", tz="UTC"),
        SPANS: pa.list_(span),
    }
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        for some in _in_batches(rows):
            writer.write_table(pa.Table.from_pylist(some, schema=schema))


def _in_batches(rows: Iterable[Cells]) -> Iterator[list[Cells]]:
    left = iter(rows)
    while some := list(islice(left, ROWS_AT_ONCE)):
        yield some


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """A file format of answers."""

    title: str
    content_type: str
    write: Callable[[Iterable[Cells], Mapping[str, str], BinaryIO], None]


FORMATS: Mapping[str, AnswerFormat] = {
    "csv": AnswerFormat("CSV", "text/csv; charset=utf-8", _write_csv),
    "jsonl": AnswerFormat("JSONL", "application/jsonl", _write_jsonl),
    "parquet": AnswerFormat("Parquet", "application/vnd.apache.parquet", _write_parquet),
}
