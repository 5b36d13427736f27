"""doccano's JSON lines, in the variants of its versions; the file's name is the annotator.

`label` holds triples; with relations `entities` holds objects; older ones say `labels` or `annotations`.
Offsets are code points, or user-perceived characters in a project in grapheme mode
(`offset_unit="graphemes"`). Numbers in place of labels (old `annotations`) cannot be read.
"""

from dataclasses import replace

from formats.checks import checked_label, checked_list, checked_name, checked_object, checked_span
from formats.format import Format, Read
from formats.json_objects import Members, first_keys, object_reader, object_writer
from formats.members import SPANS, TEXT, members_of, record_of, text_of
from formats.problems import ANNOTATIONS_NOT_READ
from formats.records import Problem, ReadOptions, Record, WriteOptions
from formats.units import to_code_points
from text.spans import Span

_LABEL = "label"
_SPAN_NAMES = (_LABEL, "entities", "labels", "annotations")
_START_NAMES, _END_NAMES = ("start_offset", "start"), ("end_offset", "end")


def _build(members: Members, line: int, options: ReadOptions) -> Read:
    """Yield one record per line, or one per user if an old export names several."""
    members = _with_text(members, options)
    name = next((n for n in _SPAN_NAMES if members.get(n) is not None), None)
    found = _spans(members.get(name or _LABEL), name or _LABEL, text_of(members, options), options)
    fields = {SPANS if key == name else key: value for key, value in members.items()}
    # The spans are read separately; `spans` only keeps the order of the members.
    record = record_of(
        fields, (), line=line, options=options, is_annotated=name is not None, is_foreign=True
    )
    for user, spans in found.items() or [("", [])]:
        yield replace(record, spans=tuple(spans), annotator=user or record.annotator)
    if relations := checked_list(members.get("relations"), "relations"):
        yield Problem.warn(ANNOTATIONS_NOT_READ, line, kind="relations", count=len(relations))


def _with_text(members: Members, options: ReadOptions) -> Members:
    """Return the members with the text as `text`; some old exports call it `data`."""
    if options.text_field or members.get(TEXT) is not None or "data" not in members:
        return members
    return {TEXT if key == "data" else key: value for key, value in members.items() if key != TEXT}


def _spans(value: object, name: str, text: str, options: ReadOptions) -> dict[str, list[Span]]:
    """Return the spans by user; newer exports name no user."""
    convert = to_code_points(text, options.offset_unit)
    found: dict[str, list[Span]] = {}
    for number, item in enumerate(checked_list(value, name), 1):
        start, end, label, user = _parts(item, f"{name}[{number}]")
        label = checked_label(label, number=number, options=options)
        span = checked_span(start, end, label, text=text, number=number, convert=convert)
        found.setdefault(checked_name(user, "user"), []).append(span)
    return found


def _parts(item: object, field: str) -> tuple[object, object, object, object]:
    if isinstance(item, list) and len(item) == 3:
        return item[0], item[1], item[2], None
    members = checked_object(item, field)
    return (
        _first(members, _START_NAMES),
        _first(members, _END_NAMES),
        members.get(_LABEL),
        members.get("user"),
    )


def _first(members: dict[str, object], names: tuple[str, ...]) -> object:
    return next((members[name] for name in names if name in members), None)


def _members(record: Record, _options: WriteOptions) -> dict[str, object]:
    members = members_of(record)
    triples = [[span.start, span.end, span.label] for span in record.spans]
    return {
        _LABEL if name == SPANS else name: triples if name == SPANS else value
        for name, value in members.items()
    }


def _is_doccano(start: bytes) -> bool:
    keys = first_keys(start)
    return SPANS not in keys and bool(keys & {*_SPAN_NAMES, "Comments"})


DOCCANO = Format(
    name="doccano",
    title="doccano",
    extensions=(".jsonl", ".ndjson", ".json"),
    reader=object_reader(_build),
    writer=object_writer(_members),
    recognises=_is_doccano,
    is_named_after_annotator=True,
)
