"""Corrections as JSON lines, for the platform and for `manage.py reference`.

`{"text", "id"?, "anchor": [start, end], "segment"?: [start, end] or null, "category"?: label or null,
"note"?}`. Null means *none*; the votes decide what is left out. Without an anchor, the segment is the anchor.
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
class PlaceCorrection:
    """A manager's decision about the segment, the category or both; None means *none*."""

    anchor: Segment
    decides_segment: bool = True
    segment: Segment | None = None
    decides_category: bool = True
    category: str | None = None
    note: str = ""
    # Its database id or its line in a file; orders corrections that would otherwise be equal.
    key: int = 0

    def segment_or(self, otherwise: Decision[Segment]) -> Decision[Segment]:
        """Return the corrected segment, or `otherwise` if the correction leaves it open."""
        return Decision(CORRECTION, self.segment) if self.decides_segment else otherwise

    def category_or(self, otherwise: Decision[str]) -> Decision[str]:
        """Return the corrected category, or `otherwise` if the correction leaves it open."""
        return Decision(CORRECTION, self.category) if self.decides_category else otherwise


@dataclass(frozen=True)
class Matches:
    """Corrections by the number of their place, and those that match no place."""

    by_place: dict[int, PlaceCorrection]
    detached: tuple[PlaceCorrection, ...]


def match(corrections: Sequence[PlaceCorrection], places: Sequence[Sequence[Span]]) -> Matches:
    """Assign each correction to the place whose units its anchor overlaps most, one per place.

    Ties go to the place with the unit closest to the anchor, then to the one with more overlap in total,
    then to the leftmost. If two corrections compete for a place, the larger overlap wins and the other
    correction takes its next best place.

    >>> found = match([PlaceCorrection((4, 9))], [[Span(0, 5, "AGE")], [Span(6, 9, "AGE")]])
    >>> list(found.by_place)
    [1]
    """
    ranked = sorted(
        (
            _closeness(correction.anchor, units),
            number,
            correction.anchor,
            correction.key,
            correction,
        )
        for correction in sorted(corrections, key=lambda correction: correction.key)
        for number, units in enumerate(places)
        if any(overlap(correction.anchor, unit.extent) for unit in units)
    )
    by_place: dict[int, PlaceCorrection] = {}
    placed: set[int] = set()
    for _closest, number, _anchor, key, correction in ranked:
        if number not in by_place and key not in placed:
            by_place[number] = correction
            placed.add(key)
    rest = (correction for correction in corrections if correction.key not in placed)
    return Matches(
        by_place, tuple(sorted(rest, key=lambda correction: (correction.anchor, correction.key)))
    )


def _closeness(anchor: Segment, units: Sequence[Span]) -> tuple[int, int, int]:
    """Return a key that is smallest for the units closest to the anchor."""
    overlaps = [(overlap(anchor, unit.extent), _beyond(anchor, unit)) for unit in units]
    most, beyond = max(overlaps, key=lambda pair: (pair[0], -pair[1]))
    return -most, beyond, -sum(shared for shared, _beyond in overlaps)


def _beyond(anchor: Segment, unit: Span) -> int:
    """Return how many characters only one of anchor and unit covers."""
    return unit.end - unit.start + anchor[1] - anchor[0] - 2 * overlap(anchor, unit.extent)


@dataclass(frozen=True)
class FiledCorrection:
    """One line of a file."""

    line: int
    text: str
    # Empty if the text itself identifies the record.
    id: str
    correction: PlaceCorrection


def check_correction(correction: PlaceCorrection, *, text_length: int) -> None:
    """Raise CorrectionRefused if it decides nothing, contradicts itself or is outside the text."""
    if not (correction.decides_segment or correction.decides_category):
        raise CorrectionRefused("nothing-decided")
    for segment in (correction.anchor, correction.segment):
        if segment is not None and not 0 <= segment[0] < segment[1] <= text_length:
            raise CorrectionRefused("outside-text")
    decides_both = correction.decides_segment and correction.decides_category
    if decides_both and (correction.segment is None) != (correction.category is None):
        raise CorrectionRefused("half-none")


def read_corrections(lines: Iterable[str]) -> list[FiledCorrection]:
    """Return the corrections of a file; raise CorrectionsRefused with all invalid lines if there are any."""
    found: list[FiledCorrection] = []
    problems: list[tuple[int, str]] = []
    seen: set[tuple[str, str, Segment]] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            one = _read(number, line)
            check_correction(one.correction, text_length=len(one.text))
        except CorrectionRefused as refusal:
            problems.append((number, refusal.code))
            continue
        place = (one.id, one.text, one.correction.anchor)
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
    return FiledCorrection(number, text, str(members.get("id") or ""), _correction(members, number))


def _correction(members: Mapping[str, Any], line: int) -> PlaceCorrection:
    segment = _segment(members.get("segment"))
    anchor = _segment(members.get("anchor")) or segment
    if anchor is None:
        raise CorrectionRefused("no-anchor")
    category, note = members.get("category"), members.get("note", "")
    if not (category is None or (isinstance(category, str) and category)):
        raise CorrectionRefused("bad-category")
    # PostgreSQL cannot store the null character.
    if not isinstance(note, str) or "\x00" in note:
        raise CorrectionRefused("bad-note")
    return PlaceCorrection(
        anchor, "segment" in members, segment, "category" in members, category, note, key=line
    )


def _segment(value: object) -> Segment | None:
    if value is None:
        return None
    # A bool is an int in Python, but not an offset.
    if isinstance(value, list) and [type(bound) for bound in value] == [int, int]:
        start, end = value
        return start, end
    raise CorrectionRefused("bad-segment")


def write_correction(text: str, correction: PlaceCorrection) -> str:
    """Return a correction as a line of a file."""
    members: dict[str, Any] = {"text": text, "anchor": list(correction.anchor)}
    if correction.decides_segment:
        members["segment"] = None if correction.segment is None else list(correction.segment)
    if correction.decides_category:
        members["category"] = correction.category
    if correction.note:
        members["note"] = correction.note
    return json.dumps(members, ensure_ascii=False)
