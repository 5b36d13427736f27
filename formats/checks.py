"""Checks of records that all readers share; they raise RecordRefused."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from formats import problems
from formats.problems import RecordRefused
from formats.records import ACCEPT, IGNORE, REJECT, ReadOptions
from formats.units import ToCodePoints
from text.spans import Span

# Not allowed in labels: these characters end a line or are invisible.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def checked_text(value: object, field: str) -> str:
    """Return the text of a record; it may be empty, but not missing."""
    if value is None:
        raise RecordRefused(problems.MISSING_FIELD, field=field)
    if not isinstance(value, str):
        raise RecordRefused(problems.WRONG_TYPE, field=field, expected="text")
    return value


def checked_name(value: object, field: str) -> str:
    """Return an id or a person's name, which may be a number in the file; empty if missing."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordRefused(problems.WRONG_TYPE, field=field, expected="text")
    return str(value)


def checked_list(value: object, field: str) -> list[object]:
    """Return a list, empty if missing."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise RecordRefused(problems.WRONG_TYPE, field=field, expected="list")
    return value


def checked_object(value: object, field: str) -> dict[str, object]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise RecordRefused(problems.WRONG_TYPE, field=field, expected="object")
    return value


def checked_verdict(value: object, field: str) -> str:
    """Return accept, reject or ignore; accept if missing."""
    if value is None:
        return ACCEPT
    if value not in (ACCEPT, REJECT, IGNORE):
        raise RecordRefused(problems.WRONG_VALUE, field=field)
    return str(value)


def checked_label(value: object, *, number: int, options: ReadOptions) -> str:
    """Return the label of the record's span with this number."""
    if value is None or value == "":
        raise RecordRefused(problems.LABEL_MISSING, span=number)
    if not isinstance(value, str):
        raise RecordRefused(problems.LABEL_NOT_TEXT, span=number)
    if len(value) > options.max_label_length:
        raise RecordRefused(problems.LABEL_TOO_LONG, span=number, limit=options.max_label_length)
    if CONTROL.search(value):
        raise RecordRefused(problems.LABEL_UNPRINTABLE, span=number)
    return value


def checked_span(
    start: object,
    end: object,
    label: str,
    *,
    text: str,
    number: int,
    convert: ToCodePoints | None = None,
) -> Span:
    """Return the record's span with this number, with its offsets converted to code points."""
    # Not isinstance: True and False are integers in Python, but not offsets.
    if type(start) is not int or type(end) is not int:
        raise RecordRefused(problems.SPAN_NOT_NUMBERS, span=number)
    if convert:
        first, last = convert(start), convert(end)
        if first is None or last is None:
            raise RecordRefused(problems.SPAN_INSIDE_CHARACTER, span=number)
        start, end = first, last
    if start < 0 or end > len(text):
        raise RecordRefused(
            problems.SPAN_OUTSIDE, span=number, length=len(text), **_places(start, end)
        )
    if start >= end:
        raise RecordRefused(problems.SPAN_EMPTY, span=number, **_places(start, end))
    return Span(start, end, label)


def _places(start: int, end: int) -> dict[str, object]:
    # Hostile files contain numbers that the database cannot store.
    return {"start": _clamped(start), "end": _clamped(end)}


def _clamped(number: int) -> int:
    return max(-(2**53), min(number, 2**53))


def require_no_overlap(spans: Sequence[Span]) -> None:
    """Raise RecordRefused if two spans share a character."""
    places = sorted((span.start, span.end, number) for number, span in enumerate(spans, 1))
    furthest_end, furthest = 0, 0
    for start, end, number in places:
        if start < furthest_end:
            raise RecordRefused(problems.SPANS_OVERLAP, span=number, other=furthest)
        if end > furthest_end:
            furthest_end, furthest = end, number


def moment_of(value: object) -> datetime | None:
    """Return a time given in seconds since 1970 or in ISO 8601; None for anything else."""
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def milliseconds_of(seconds: object) -> int | None:
    """Return a duration given in seconds; None if it is missing or impossible."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return None
    # Also false for NaN; longer than a year is impossible.
    return round(seconds * 1000) if 0 <= seconds <= 366 * 86400 else None
