"""Label Studio's JSON: an array of tasks, each with the annotations of several people and predictions.

Offsets are what JavaScript counts, UTF-16; some exports count code points (its issue 4988). With
`offset_unit="auto"` an annotation is read in the unit in which the quoted texts (`value.text`) are found
at their offsets. Where they are found in neither, or not quoted, it is UTF-16: offsets are trusted, not
quotes (its issue 1931). A cancelled annotation is "ignore"; every annotation is a record of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import BinaryIO

from formats import problems
from formats.checks import (
    checked_label,
    checked_list,
    checked_name,
    checked_object,
    checked_span,
    checked_verdict,
    milliseconds_of,
    moment_of,
)
from formats.format import Format, Read
from formats.json_objects import Members, dump_json, object_reader
from formats.members import (
    ANNOTATOR,
    ANSWER,
    ANSWERED_AT,
    DURATION,
    ID,
    PREDICTION,
    SPANS,
    TEXT,
    has_valid_value,
    members_of,
    record_of,
)
from formats.problems import RecordRefused
from formats.records import (
    ACCEPT,
    AUTO,
    CODE_POINTS,
    IGNORE,
    NOTHING,
    UTF16,
    Problem,
    ReadOptions,
    Record,
    WriteOptions,
)
from formats.units import ToCodePoints, to_code_points, to_utf16
from text.spans import Span

# The members of a record with its task and its annotation, beside those of the task's data.
TASK, ANNOTATION = "labelstudio_task", "labelstudio_annotation"
_ANNOTATION_NAMES = ("annotations", "completions")
_SAID_BY_ANNOTATION = frozenset({ANNOTATOR, ANSWER, ANSWERED_AT, DURATION, PREDICTION, SPANS})
_LABELS = "labels"


def _build(members: Members, line: int, options: ReadOptions) -> Read:
    """Yield a record per annotation and prediction, or one for a task with neither."""
    task = _full(members)
    record = _text_alone(task, line, options)
    name = next((n for n in _ANNOTATION_NAMES if task.get(n) is not None), _ANNOTATION_NAMES[0])
    annotations = checked_list(task.get(name), name)
    predictions = checked_list(task.get("predictions"), "predictions")
    for item in annotations:
        yield from _annotated(record, item, name, options)
    for item in predictions:
        yield from _annotated(replace(record, is_prediction=True), item, "predictions", options)
    if not annotations and not predictions:
        yield record


def _full(members: Members) -> Members:
    """Return a task as in the full export; the short one (JSON-MIN) has data and regions on one level."""
    if "data" in members:
        return members
    regions = {
        name: [{"type": _LABELS, "value": region} for region in value]
        for name, value in members.items()
        if isinstance(value, list) and value and all(_is_region(item) for item in value)
    }
    data = {name: value for name, value in members.items() if name not in regions}
    result = [item for items in regions.values() for item in items]
    annotation = {"result": result, "completed_by": data.pop(ANNOTATOR, None), **data}
    is_annotated = bool(result) or "annotation_id" in data
    return {"id": data.pop(ID, None), "data": data, "annotations": [annotation] * is_annotated}


def _is_region(item: object) -> bool:
    return isinstance(item, dict) and {"start", "end", _LABELS} <= item.keys()


def _text_alone(task: Members, line: int, options: ReadOptions) -> Record:
    data = checked_object(task.get("data"), "data")
    rest = {
        k: v for k, v in task.items() if k not in (ID, "data", "predictions", *_ANNOTATION_NAMES)
    }
    task_id = {ID: task[ID]} if task.get(ID) is not None else {}
    members = task_id | data | task_id | ({TASK: rest} if rest else {})
    return record_of(members, (), line=line, options=options, is_annotated=False, is_foreign=True)


def _annotated(
    record: Record, item: object, name: str, options: ReadOptions
) -> Iterator[Record | Problem]:
    try:
        annotation = checked_object(item, name)
        regions = _Regions.of(annotation)
        convert = to_code_points(record.text, _unit(record.text, regions.labelled, options))
        spans = [
            span
            for region in regions.labelled
            for span in region.spans(record.text, convert, options)
        ]
        yield _signed(replace(record, spans=tuple(spans), is_annotated=True), annotation)
    except RecordRefused as refused:
        yield Problem.of(refused, record.line)
        return
    yield from regions.warnings(record.text, convert, record.line)


def _signed(record: Record, annotation: Mapping[str, object]) -> Record:
    """Return the record with its annotator, time and duration."""
    if annotation.get("was_cancelled") is True:
        verdict = IGNORE
    else:
        verdict = checked_verdict(annotation.get(ANSWER), ANSWER)
    return replace(
        record,
        annotator=_annotator(annotation) or record.annotator,
        verdict=verdict,
        answered_at=_moment(annotation),
        duration_ms=milliseconds_of(annotation.get("lead_time")),
        fields={**record.fields, ANNOTATION: annotation},
    )


def _annotator(annotation: Mapping[str, object]) -> str:
    """Return the annotator's e-mail address, or their number if the export has no more."""
    who = annotation.get("completed_by")
    if not isinstance(who, dict):
        return checked_name(who, "completed_by")
    names = (checked_name(who.get(name), name) for name in ("email", "username", ID))
    return next(filter(None, names), "")


def _moment(annotation: Mapping[str, object]) -> datetime | None:
    return moment_of(annotation.get("updated_at")) or moment_of(annotation.get("created_at"))


@dataclass(frozen=True, slots=True)
class _Region:
    """A labelled region of the file; its number counts from 1 within the annotation."""

    number: int
    start: object
    end: object
    labels: list[object]
    quote: object

    def spans(self, text: str, convert: ToCodePoints, options: ReadOptions) -> Iterator[Span]:
        for value in self.labels or [None]:
            label = checked_label(value, number=self.number, options=options)
            place = self.start, self.end
            yield checked_span(*place, label, text=text, number=self.number, convert=convert)

    def agrees(self, text: str, convert: ToCodePoints) -> bool:
        """Whether the quote, if any, matches the text at the offsets, ignoring whitespace."""
        if not isinstance(self.quote, str):
            return True
        if type(self.start) is not int or type(self.end) is not int:
            return False
        start, end = convert(self.start), convert(self.end)
        if start is None or end is None:
            return False
        return _without_blanks(text[start:end]) == _without_blanks(self.quote)


def _without_blanks(text: str) -> str:
    return "".join(text.replace("\\n", " ").split())


@dataclass(frozen=True, slots=True)
class _Regions:
    """The results of an annotation: labelled regions, and the counts of other kinds."""

    labelled: list[_Region]
    others: Counter[str]

    @classmethod
    def of(cls, annotation: Mapping[str, object]) -> "_Regions":
        labelled: list[_Region] = []
        others = Counter[str]()
        for item in checked_list(annotation.get("result"), "result"):
            result = checked_object(item, "result")
            kind = result.get("type", _LABELS)
            if kind != _LABELS:
                others[_kind_name(kind)] += 1
                continue
            value = checked_object(result.get("value"), "value")
            labels = checked_list(value.get(_LABELS), _LABELS)
            place = value.get("start"), value.get("end")
            labelled.append(_Region(len(labelled) + 1, *place, labels, value.get(TEXT)))
        return cls(labelled, others)

    def warnings(self, text: str, convert: ToCodePoints, line: int) -> Iterator[Problem]:
        differing = next((r.number for r in self.labelled if not r.agrees(text, convert)), None)
        if differing:
            yield Problem.warn(problems.QUOTE_DIFFERS, line, span=differing)
        for kind, count in self.others.items():
            yield Problem.warn(problems.ANNOTATIONS_NOT_READ, line, kind=kind, count=count)


def _kind_name(kind: object) -> str:
    # Only known names of Label Studio: anything else might be text of a document.
    return kind if isinstance(kind, str) and kind.isalpha() and len(kind) <= 30 else "other"


def _unit(text: str, regions: list[_Region], options: ReadOptions) -> str:
    if options.offset_unit != AUTO:
        return options.offset_unit
    for unit in (UTF16, CODE_POINTS):
        convert = to_code_points(text, unit)
        if all(region.agrees(text, convert) for region in regions):
            return unit
    return UTF16


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write an array of tasks; records of one text that follow each other are one task."""
    separator = b"[\n"
    for numbers, group in _groups(records):
        task = _task(group)
        try:
            line = dump_json(task)
        except (ValueError, RecursionError):
            for number, record in zip(numbers, group, strict=True):
                yield Problem(
                    problems.RECORD_NOT_KEPT, line=record.line, details={"record": number}
                )
        else:
            file.write(separator + line)
            separator = b",\n"
    file.write(b"[]\n" if separator == b"[\n" else b"\n]\n")


def _groups(records: Iterable[Record]) -> Iterator[tuple[list[int], list[Record]]]:
    """Yield the numbered records of each task."""
    numbers: list[int] = []
    group: list[Record] = []
    for number, record in enumerate(records, 1):
        if group and not _belongs(record, group):
            yield numbers, group
            numbers, group = [], []
        numbers.append(number)
        group.append(record)
    if group:
        yield numbers, group


def _belongs(record: Record, group: list[Record]) -> bool:
    """Return whether a record belongs to the task of the records before it."""
    first = group[0]
    # Texts without annotations are separate tasks: two in one task would become one.
    if not (record.is_annotated and first.is_annotated) or record.text != first.text:
        return False
    is_another = record.annotator not in {other.annotator for other in group}
    is_same_task = bool(record.id) or record.is_prediction or is_another
    return is_same_task and _shared(record) == _shared(first)


def _shared(record: Record) -> tuple[object, ...]:
    return record.id, _data(record), record.fields.get(TASK)


def _data(record: Record) -> dict[str, object]:
    members = members_of(record, unsaid=_SAID_BY_ANNOTATION)
    left_out = _SAID_BY_ANNOTATION | {TASK, ANNOTATION} | ({ID} if _task_id(record) else set())
    return {
        name: value
        for name, value in members.items()
        if name not in left_out or not has_valid_value(name, value)
    }


def _task_id(record: Record) -> dict[str, object]:
    """Return the id as a number, as tasks have it; other ids stay in the data."""
    is_number = record.id.isascii() and record.id.isdigit() and len(record.id) < 19
    return {ID: int(record.id)} if is_number and str(int(record.id)) == record.id else {}


def _task(records: list[Record]) -> dict[str, object]:
    first = records[0]
    rest = first.fields.get(TASK)
    annotated = [record for record in records if record.is_annotated or record.spans]
    answers = [_annotation(r) for r in annotated if not r.is_prediction]
    predictions = [_annotation(r) for r in annotated if r.is_prediction]
    return {
        **_task_id(first),
        "data": _data(first),
        **(rest if isinstance(rest, dict) else {}),
        "annotations": answers,
        "predictions": predictions,
    }


def _annotation(record: Record) -> dict[str, object]:
    read = record.fields.get(ANNOTATION, NOTHING)
    read = read if isinstance(read, dict) else {}
    result = read["result"] if _is_unchanged(read, record) else _result(record)
    written = {**read, **_signature(read, record), "result": result}
    if record.is_prediction:
        written.setdefault("model_version", record.annotator or "import")
    return written


def _is_unchanged(read: Mapping[str, object], record: Record) -> bool:
    if "result" not in read:
        return False
    options = ReadOptions(max_label_length=10**6)
    found = next(_annotated(replace(record, spans=()), dict(read), ANNOTATION, options))
    return isinstance(found, Record) and found.spans == record.spans


def _signature(read: Mapping[str, object], record: Record) -> dict[str, object]:
    """Return the annotator, time and decision that the annotation read does not already contain."""
    said: dict[str, object] = {}
    if record.annotator and _annotator(read) != record.annotator:
        is_number = record.annotator.isascii() and record.annotator.isdigit()
        said["completed_by"] = int(record.annotator) if is_number else {"email": record.annotator}
    if not record.is_prediction:
        said["was_cancelled"] = record.verdict == IGNORE
    if record.verdict not in (ACCEPT, IGNORE):
        said[ANSWER] = record.verdict
    if record.answered_at and _moment(read) != record.answered_at:
        said |= dict.fromkeys(("created_at", "updated_at"), record.answered_at.isoformat())
    if (
        record.duration_ms is not None
        and milliseconds_of(read.get("lead_time")) != record.duration_ms
    ):
        said["lead_time"] = record.duration_ms / 1000
    return said


def _result(record: Record) -> list[object]:
    convert = to_utf16(record.text)
    return [
        {
            "id": f"span-{number}",
            "from_name": "label",
            "to_name": "text",
            "type": _LABELS,
            "value": {
                "start": convert(span.start),
                "end": convert(span.end),
                "text": record.text[span.start : span.end],
                _LABELS: [span.label],
            },
        }
        for number, span in enumerate(record.spans, 1)
    ]


LABELSTUDIO = Format(
    name="labelstudio",
    title="Label Studio",
    extensions=(".json",),
    reader=object_reader(_build),
    writer=write,
    # Label Studio writes an array; objects without one are JSON lines.
    recognises=lambda start: not start.startswith(b"{"),
)
