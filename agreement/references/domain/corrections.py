"""Corrections in files of JSON lines, for the platform and for `manage.py reference` alike.

`{"text", "id"?, "anchor": [start, end], "segment"?: [start, end] or null, "category"?: label or null,
"note"?}`. Null says *none*; what is left out is left to the votes. Without an anchor the segment is it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agreement.references.domain.voting import CORRECTION, Decision, Segment
from agreement.references.errors import CorrectionRefused, CorrectionsRefused
from formats.json_objects import parse_json
from formats.problems import RecordRefused
from text.spans import Span, overlap


@dataclass(frozen=True)
class Ruling:
    """A manager's decision about the segment, the category or both; None says *none*."""

    key: int
    anchor: Segment
    decides_segment: bool = True
    segment: Segment | None = None
    decides_category: bool = True
    category: str | None = None

    def segment_or(self, otherwise: Decision[Segment]) -> Decision[Segment]:
        """Return what it decides about the segment, if anything."""
        return Decision(CORRECTION, self.segment) if self.decides_segment else otherwise

    def category_or(self, otherwise: Decision[str]) -> Decision[str]:
        """Return what it decides about the category, if anything."""
        return Decision(CORRECTION, self.category) if self.decides_category else otherwise


@dataclass(frozen=True)
class Matches:
    """Which ruling belongs to which place, and which found none."""

    by_place: dict[int, Ruling]
    detached: tuple[Ruling, ...]


def match(rulings: Sequence[Ruling], places: Sequence[Sequence[Span]]) -> Matches:
    """Give each ruling the place whose units its anchor overlaps most; a place takes one at most.

    Of equal overlaps the unit closest to the anchor counts, then the place with more of them, then the
    leftmost. Where two rulings meet, the one with the larger overlap stays and the other goes on.

    >>> found = match([Ruling(1, (4, 9))], [[Span(0, 5, "AGE")], [Span(6, 9, "AGE")]])
    >>> list(found.by_place)
    [1]
    """
    ranked = sorted(
        (_closeness(ruling.anchor, units), number, ruling.anchor, ruling.key, ruling)
        for ruling in sorted(rulings, key=lambda ruling: ruling.key)
        for number, units in enumerate(places)
        if any(overlap(ruling.anchor, unit.extent) for unit in units)
    )
    by_place: dict[int, Ruling] = {}
    placed: set[int] = set()
    for _closest, number, _anchor, key, ruling in ranked:
        if number not in by_place and key not in placed:
            by_place[number] = ruling
            placed.add(key)
    rest = (ruling for ruling in rulings if ruling.key not in placed)
    return Matches(by_place, tuple(sorted(rest, key=lambda ruling: (ruling.anchor, ruling.key))))


def _closeness(anchor: Segment, units: Sequence[Span]) -> tuple[int, int, int]:
    """Return a key that is smallest for the units closest to the anchor."""
    overlaps = [(overlap(anchor, unit.extent), _beyond(anchor, unit)) for unit in units]
    most, beyond = max(overlaps, key=lambda pair: (pair[0], -pair[1]))
    return -most, beyond, -sum(shared for shared, _beyond in overlaps)


def _beyond(anchor: Segment, unit: Span) -> int:
    """Return how much of the unit or the anchor the other does not cover."""
    return unit.end - unit.start + anchor[1] - anchor[0] - 2 * overlap(anchor, unit.extent)


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
        raise CorrectionRefused("nothing-decided")
    for segment in (wish.anchor, wish.segment):
        if segment is not None and not 0 <= segment[0] < segment[1] <= text_length:
            raise CorrectionRefused("outside-text")
    decides_both = wish.decides_segment and wish.decides_category
    if decides_both and (wish.segment is None) != (wish.category is None):
        raise CorrectionRefused("half-none")


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
            problems.append((number, "twice"))
        seen.add(place)
        found.append(one)
    if problems:
        raise CorrectionsRefused(*problems)
    return found


def _read(number: int, line: str) -> FiledCorrection:
    try:
        members = parse_json(line)
    except RecordRefused:
        raise CorrectionRefused("bad-json") from None
    if not isinstance(members, dict):
        raise CorrectionRefused("bad-json")
    text = members.get("text")
    if not (isinstance(text, str) and text):
        raise CorrectionRefused("no-text")
    return FiledCorrection(number, text, str(members.get("id") or ""), _wish(members))


def _wish(members: Mapping[str, Any]) -> Wish:
    segment = _segment(members.get("segment"))
    anchor = _segment(members.get("anchor")) or segment
    if anchor is None:
        raise CorrectionRefused("no-anchor")
    category, note = members.get("category"), members.get("note", "")
    if not (category is None or (isinstance(category, str) and category)):
        raise CorrectionRefused("bad-category")
    # The character zero can be stored in no PostgreSQL.
    if not isinstance(note, str) or "\x00" in note:
        raise CorrectionRefused("bad-note")
    return Wish(anchor, "segment" in members, segment, "category" in members, category, note)


def _segment(value: object) -> Segment | None:
    if value is None:
        return None
    # A bool is an int to Python, and no offset to people.
    if isinstance(value, list) and [type(bound) for bound in value] == [int, int]:
        start, end = value
        return start, end
    raise CorrectionRefused("bad-segment")


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
