"""Prodigy's JSON lines: one answer each, offsets in code points, `token_end` inclusive.

Read: old files without `ws`, `_annotator_id` or `_timestamp`, spans that are null or absent, character
mode, and the output of review, whose own spans count (its `versions` pass through).
"""

from dataclasses import replace

from formats.checks import checked_list, checked_name, moment_of
from formats.format import Format, Layout, Read
from formats.json_objects import Members, first_keys, object_reader, object_writer
from formats.members import (
    ANNOTATOR,
    ANSWER,
    ANSWERED_AT,
    SPANS,
    members_of,
    own_record,
    span_members,
)
from formats.problems import ANNOTATIONS_NOT_READ
from formats.records import Problem, ReadOptions, Record, WriteOptions
from formats.tags import cut_everything

_ANNOTATOR_NAMES = ("_annotator_id", "_session_id")
_TIMESTAMP, _TOKENS, _VIEW = "_timestamp", "tokens", "_view_id"
_SAID_BY_PRODIGY = frozenset({ANNOTATOR, ANSWER, ANSWERED_AT})


def _build(members: Members, line: int, options: ReadOptions) -> Read:
    record = own_record(members, line, options)
    yield replace(
        record,
        is_annotated=record.is_annotated or members.get(ANSWER) is not None,
        annotator=_annotator(members) or record.annotator,
        answered_at=moment_of(members.get(_TIMESTAMP)) or record.answered_at,
    )
    if relations := checked_list(members.get("relations"), "relations"):
        yield Problem.warn(ANNOTATIONS_NOT_READ, line, kind="relations", count=len(relations))


def _annotator(members: Members) -> str:
    names = (checked_name(members.get(name), name) for name in _ANNOTATOR_NAMES)
    return next(filter(None, names), "")


def _members(record: Record, options: WriteOptions) -> dict[str, object]:
    """Return a task or answer, with tokens unless a span splits one."""
    members = members_of(record, unsaid=_SAID_BY_PRODIGY)
    if _TOKENS not in members:
        members = _tokenized(members, record, _tokens(record.text, options.language))
    if record.is_annotated:
        members.setdefault(_VIEW, "ner_manual")
        members[ANSWER] = record.verdict
    return members | _signature(record)


def _tokenized(
    members: dict[str, object], record: Record, tokens: list[dict[str, object]]
) -> dict[str, object]:
    """Return the members with tokens; without tokens, as in character mode, if a span splits one."""
    spans = _with_tokens(record, tokens)
    if spans is None:
        return members
    had_spans = members.pop(SPANS, None) is not None
    return members | {_TOKENS: tokens} | ({SPANS: spans} if had_spans else {})


def _signature(record: Record) -> dict[str, object]:
    """Return the annotator and time that the members do not already contain."""
    said: dict[str, object] = {}
    if record.annotator and _annotator(dict(record.fields)) != record.annotator:
        said |= dict.fromkeys(_ANNOTATOR_NAMES, record.annotator)
    if record.answered_at and moment_of(record.fields.get(_TIMESTAMP)) != record.answered_at:
        said[_TIMESTAMP] = int(record.answered_at.timestamp())
    return said


def _tokens(text: str, language: str) -> list[dict[str, object]]:
    places = [*cut_everything(text, (), language=language)]
    following = [start for start, _ in [*places, (len(text), 0)][1:]]
    return [
        {"text": text[start:end], "start": start, "end": end, "id": index, "ws": after > end}
        for index, ((start, end), after) in enumerate(zip(places, following, strict=True))
    ]


def _with_tokens(record: Record, tokens: list[dict[str, object]]) -> list[dict[str, object]] | None:
    """Return the spans with their first and last tokens; None if a span splits a token."""
    first = {token["start"]: token["id"] for token in tokens}
    last = {token["end"]: token["id"] for token in tokens}
    spans = record.spans
    if not all(span.start in first and span.end in last for span in spans):
        return None
    return [
        {**item, "token_start": first[span.start], "token_end": last[span.end]}
        for item, span in zip(span_members(record), spans, strict=True)
    ]


_KEYS = {"_input_hash", "_task_hash", "_view_id", "_session_id", "answer", "tokens"}

PRODIGY = Format(
    name="prodigy",
    title="Prodigy",
    extensions=(".jsonl", ".ndjson", ".json"),
    reader=object_reader(_build),
    writer=object_writer(_members),
    recognises=lambda start: bool(first_keys(start) & _KEYS),
    layouts=(Layout(has_facts=True),),
)
