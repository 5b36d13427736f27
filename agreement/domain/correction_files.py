"""Corrections in files of JSON lines, for the platform and for `manage.py reference` alike.

`{"text", "id"?, "anchor": [start, end], "segment"?: [start, end] or null, "category"?: label or null,
"note"?}`. Null says *none*; what is left out is left to the votes. Without an anchor the segment is it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agreement.domain.correction import Ruling
from agreement.domain.voting import Segment
from agreement.exceptions import CorrectionRefused, CorrectionsRefused

BAD_JSON = "bad-json"
NO_TEXT = "no-text"
NO_ANCHOR = "no-anchor"
BAD_SEGMENT = "bad-segment"
BAD_CATEGORY = "bad-category"
BAD_NOTE = "bad-note"
OUTSIDE_TEXT = "outside-text"
NOTHING_DECIDED = "nothing-decided"
HALF_NONE = "half-none"
UNKNOWN_LABEL = "unknown-label"
UNKNOWN_TEXT = "unknown-text"
TWICE = "twice"


@dataclass(frozen=True)
class Wish:
    """What a manager wants to decide about a place; None says *none*."""

    anchor: Segment
    decides_segment: bool = True
    segment: Segment | None = None
    decides_category: bool = True
    category: str | None = None
    note: str = ""

    def as_ruling(self, key: int) -> Ruling:
        """Return it as it decides."""
        return Ruling(
            key,
            self.anchor,
            self.decides_segment,
            self.segment,
            self.decides_category,
            self.category,
        )


@dataclass(frozen=True)
class FiledCorrection:
    """One line of a file."""

    line: int
    text: str
    # Empty where texts are told apart by themselves.
    id: str
    wish: Wish


def check_wish(wish: Wish, *, text_length: int) -> None:
    """Refuse what decides nothing, contradicts itself or lies outside the text."""
    if not (wish.decides_segment or wish.decides_category):
        raise CorrectionRefused(NOTHING_DECIDED)
    for segment in (wish.anchor, wish.segment):
        if segment is not None and not 0 <= segment[0] < segment[1] <= text_length:
            raise CorrectionRefused(OUTSIDE_TEXT)
    decides_both = wish.decides_segment and wish.decides_category
    if decides_both and (wish.segment is None) != (wish.category is None):
        raise CorrectionRefused(HALF_NONE)


def read_corrections(lines: Iterable[str]) -> list[FiledCorrection]:
    """Return the corrections of a file; refused as a whole, with every line that cannot be taken."""
    found: list[FiledCorrection] = []
    problems: list[tuple[int, str]] = []
    seen: set[tuple[str, str, Segment]] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            one = _read(number, line)
            check_wish(one.wish, text_length=len(one.text))
        except CorrectionRefused as refusal:
            problems.append((number, refusal.code))
            continue
        place = (one.id, one.text, one.wish.anchor)
        if place in seen:
            problems.append((number, TWICE))
        seen.add(place)
        found.append(one)
    if problems:
        raise CorrectionsRefused(*problems)
    return found


def _read(number: int, line: str) -> FiledCorrection:
    try:
        members = json.loads(line)
    except ValueError:
        raise CorrectionRefused(BAD_JSON) from None
    if not isinstance(members, dict):
        raise CorrectionRefused(BAD_JSON)
    text = members.get("text")
    if not (isinstance(text, str) and text):
        raise CorrectionRefused(NO_TEXT)
    return FiledCorrection(number, text, str(members.get("id") or ""), _wish(members))


def _wish(members: Mapping[str, Any]) -> Wish:
    segment = _segment(members.get("segment"))
    anchor = _segment(members.get("anchor")) or segment
    if anchor is None:
        raise CorrectionRefused(NO_ANCHOR)
    category, note = members.get("category"), members.get("note", "")
    if not (category is None or (isinstance(category, str) and category)):
        raise CorrectionRefused(BAD_CATEGORY)
    if not isinstance(note, str):
        raise CorrectionRefused(BAD_NOTE)
    return Wish(anchor, "segment" in members, segment, "category" in members, category, note)


def _segment(value: object) -> Segment | None:
    if value is None:
        return None
    # A bool is an int to Python, and no offset to people.
    if isinstance(value, list) and [type(bound) for bound in value] == [int, int]:
        start, end = value
        return start, end
    raise CorrectionRefused(BAD_SEGMENT)


def write_correction(text: str, wish: Wish) -> str:
    """Return the line of a correction."""
    members: dict[str, Any] = {"text": text, "anchor": list(wish.anchor)}
    if wish.decides_segment:
        members["segment"] = None if wish.segment is None else list(wish.segment)
    if wish.decides_category:
        members["category"] = wish.category
    if wish.note:
        members["note"] = wish.note
    return json.dumps(members, ensure_ascii=False)
