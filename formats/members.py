"""Convert records from and to named members, as in our own JSONL.

`Record.fields` holds all members of the object that was read, in order, including those that are also
attributes of the record; so an object is written as it was read, and numbers stay numbers.
"""

from collections.abc import Iterator, Mapping, Sequence

from formats.checks import (
    checked_label,
    checked_list,
    checked_name,
    checked_object,
    checked_span,
    checked_text,
    checked_verdict,
    moment_of,
)
from formats.records import ACCEPT, IGNORE, REJECT, ReadOptions, Record
from formats.units import to_code_points
from text.spans import Span

ID, TEXT, TYPE, SPANS, ANNOTATOR, ANSWER = "id", "text", "type", "spans", "annotator", "answer"
PREDICTION, ANSWERED_AT, DURATION = "prediction", "answered_at", "duration_ms"
NAMES = (ID, TEXT, TYPE, SPANS, ANNOTATOR, ANSWER, PREDICTION, ANSWERED_AT, DURATION)


def text_of(members: Mapping[str, object], options: ReadOptions) -> str:
    """Return the text of a record."""
    name = options.text_field or TEXT
    return checked_text(members.get(name), name)


def record_of(
    members: Mapping[str, object],
    spans: Sequence[Span],
    *,
    line: int,
    options: ReadOptions,
    is_annotated: bool,
    is_foreign: bool = False,
) -> Record:
    """Return the record of an object whose spans have been read.

    In a foreign object, members with our names are used only if their values are valid.
    """
    said = {k: v for k, v in members.items() if not is_foreign or has_valid_value(k, v)}
    duration = members.get(DURATION)
    return Record(
        text=text_of(members, options),
        spans=tuple(spans),
        id=checked_name(members.get(options.id_field or ID), options.id_field or ID),
        document_type=_document_type(members, options),
        annotator=checked_name(said.get(ANNOTATOR), ANNOTATOR) or options.annotator,
        verdict=checked_verdict(said.get(ANSWER), ANSWER),
        is_annotated=is_annotated,
        is_prediction=members.get(PREDICTION) is True,
        answered_at=moment_of(members.get(ANSWERED_AT)),
        duration_ms=duration if type(duration) is int and 0 <= duration < 2**31 else None,
        fields=_renamed(members, options),
        line=line,
    )


def own_record(members: Mapping[str, object], line: int, options: ReadOptions) -> Record:
    """Return the record of an object with spans as in our own JSONL."""
    spans = read_spans(members.get(SPANS), text_of(members, options), options)
    is_annotated = members.get(SPANS) is not None
    return record_of(members, spans, line=line, options=options, is_annotated=is_annotated)


def has_valid_value(name: str, value: object) -> bool:
    """Return whether a foreign member with one of our names has a valid value for it."""
    if name == ANSWER:
        return value is None or value in (ACCEPT, REJECT, IGNORE)
    if name == ANNOTATOR:
        return value is None or (isinstance(value, str | int) and not isinstance(value, bool))
    return True


def _document_type(members: Mapping[str, object], options: ReadOptions) -> str:
    if options.type_field:
        return checked_name(members.get(options.type_field), options.type_field)
    # Without a chosen field, other values of `type` are ignored.
    value = members.get(TYPE)
    return value if isinstance(value, str) else ""


def _renamed(members: Mapping[str, object], options: ReadOptions) -> Mapping[str, object]:
    if options.text_field in ("", TEXT):
        return members
    return {TEXT if k == options.text_field else k: v for k, v in members.items() if k != TEXT}


def read_spans(value: object, text: str, options: ReadOptions) -> list[Span]:
    """Read spans written as `{"start", "end", "label"}`."""
    convert = to_code_points(text, options.offset_unit)
    spans = []
    for number, item in enumerate(checked_list(value, SPANS), 1):
        span = checked_object(item, f"{SPANS}[{number}]")
        label = checked_label(span.get("label"), number=number, options=options)
        place = span.get("start"), span.get("end")
        spans.append(checked_span(*place, label, text=text, number=number, convert=convert))
    return spans


def span_members(record: Record) -> list[dict[str, object]]:
    """Return the spans as objects: the original ones, or new ones with start, end and label."""
    read = record.fields.get(SPANS)
    if isinstance(read, list) and tuple(map(_place, read)) == tuple(map(_own_place, record.spans)):
        return read
    return [{"start": s.start, "end": s.end, "label": s.label} for s in record.spans]


def _place(item: object) -> tuple[object, ...]:
    return (item.get("start"), item.get("end"), item.get("label")) if isinstance(item, dict) else ()


def _own_place(span: Span) -> tuple[object, ...]:
    return span.start, span.end, span.label


def members_of(record: Record, *, unsaid: frozenset[str] = frozenset()) -> dict[str, object]:
    """Return all members of a record in the order in which they were read.

    `unsaid` are attributes that a format writes under other names.
    """
    carried = dict(record.fields)
    text: dict[str, object] = {TEXT: record.text}
    if record.is_annotated or record.spans:
        text[SPANS] = span_members(record)
    else:
        carried.pop(SPANS, None)
    members: dict[str, object] = {} if ID in carried or not record.id else {ID: record.id}
    if TEXT not in carried:
        members |= text
    for name, value in carried.items():
        if name == TEXT and SPANS not in carried:
            members |= text
        else:
            members[name] = text.get(name, value)
    for name, value in attributes_of(record):
        if name not in unsaid and str(members.get(name)) != str(value):
            members[name] = value
    return members


def attributes_of(record: Record) -> Iterator[tuple[str, object]]:
    """Yield the attributes of a record by name, without spans and empty values."""
    answered_at = record.answered_at.isoformat() if record.answered_at else None
    carries_verdict = record.fields.get(ANSWER) in (REJECT, IGNORE)
    said: dict[str, object] = {
        ID: record.id,
        TYPE: record.document_type,
        ANNOTATOR: record.annotator,
        ANSWER: record.verdict if record.verdict != ACCEPT or carries_verdict else "",
        PREDICTION: record.is_prediction or None,
        ANSWERED_AT: answered_at,
        DURATION: record.duration_ms,
    }
    return ((name, value) for name, value in said.items() if value not in ("", None))


def other_fields(record: Record) -> dict[str, object]:
    """Return the members of a record other than text and spans."""
    return {k: v for k, v in members_of(record).items() if k not in (TEXT, SPANS)}
