"""Our own JSON lines: `{"id"?, "text", "spans": [{"start", "end", "label"}]}` and whatever else.

Offsets are code points. Without `spans` (or with null) nobody annotated the text. Optional members with
a meaning: id, type, annotator, answer, prediction, answered_at, duration_ms; all others pass through.
"""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from formats.format import Format, Read
from formats.json_objects import Members, read_objects, write_objects
from formats.members import SPANS, members_of, read_spans, record_of, text_of
from formats.records import Problem, ReadOptions, Record, WriteOptions


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield one record per line, or per element of an array."""
    return read_objects(file, options, _build)


def _build(members: Members, line: int, options: ReadOptions) -> Iterator[Record]:
    spans = read_spans(members.get(SPANS), text_of(members, options), options)
    is_annotated = members.get(SPANS) is not None
    yield record_of(members, spans, line=line, options=options, is_annotated=is_annotated)


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write one record per line, every member in its place."""
    return write_objects(records, file, members_of)


JSONL = Format("jsonl", (".jsonl", ".ndjson", ".json"), read, write)
