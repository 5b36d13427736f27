"""What a manager can choose at a place, with the keys that choose it."""

from dataclasses import dataclass
from typing import Any

from agreement.references.models import Correction
from agreement.review.forms import NONE, OWN, DecisionForm
from agreement.review.selectors.items import Item
from contests.categories.models import Category
from contests.contest.models import Contest
from text.spans import Extent

MOST_KEYS = 9
CATEGORY_KEYS = "ABCDEF"


@dataclass(frozen=True)
class SegmentChoice:
    """A segment that people marked, with its digit and what comes along with it."""

    value: str
    words: str
    votes: int
    label: str
    key: str
    is_chosen: bool


@dataclass(frozen=True)
class CategoryChoice:
    """A category that people gave, with its letter."""

    category: Category
    votes: int
    key: str
    is_chosen: bool


@dataclass(frozen=True)
class WordChoice:
    """A word of the text, as a beginning or an end of one's own segment."""

    start: int
    end: int
    words: str


@dataclass(frozen=True)
class Choices:
    """All that can be chosen at a place."""

    segments: tuple[SegmentChoice, ...]
    categories: tuple[CategoryChoice, ...]
    others: tuple[Category, ...]
    words: tuple[WordChoice, ...]
    nothing: int
    segment: str
    category: str
    start: int | None
    end: int | None


def initial_of(item: Item, standing: Correction | None) -> dict[str, Any]:
    """Return what is chosen at first: what stands there, else what most people marked."""
    found = item.candidates
    segment, label = _standing(item, standing)
    if segment is None and found.segments and not _says_none(item, standing):
        segment = found.segments[0].segment
        label = label or found.segments[0].label
    if segment is None:
        return {"segment": OWN if item.focus is None else NONE, "category": label}
    known = {one.segment for one in found.segments}
    value = f"{segment[0]}-{segment[1]}" if segment in known else OWN
    return {"segment": value, "start": segment[0], "end": segment[1], "category": label}


def _says_none(item: Item, standing: Correction | None) -> bool:
    if standing is not None and not standing.is_revoked and standing.decides_segment:
        return standing.start is None
    focus = item.focus
    return focus is not None and bool(focus.segment_source) and focus.reference_start is None


def _standing(item: Item, standing: Correction | None) -> tuple[Extent | None, str]:
    """Return the segment and label that stand at the place now, as far as there are any."""
    if standing is not None and not standing.is_revoked:
        label = standing.category.label if standing.category else ""
        return _extent(standing.start, standing.end), label
    focus = item.focus
    if focus is None:
        return None, ""
    label = focus.reference_category.label if focus.reference_category else ""
    return _extent(focus.reference_start, focus.reference_end), label


def _extent(start: int | None, end: int | None) -> Extent | None:
    return None if start is None or end is None else (start, end)


def choices_of(
    contest: Contest, item: Item, standing: Correction | None, form: DecisionForm
) -> Choices:
    """Return what the form offers, with what is chosen in it."""
    found, text = item.candidates, item.input.text
    initial = initial_of(item, standing)
    given = {name: form[name].value() or "" for name in ("segment", "category")}
    segment, label = str(given["segment"]), str(given["category"])
    by_label = {one.label: one for one in contest.categories.select_related("supercategory")}
    voted = [name for name, _votes in found.labels]
    return Choices(
        segments=tuple(
            SegmentChoice(
                value=f"{one.segment[0]}-{one.segment[1]}",
                words=text[slice(*one.segment)],
                votes=one.votes,
                label=one.label,
                key=str(number) if number <= MOST_KEYS else "",
                is_chosen=segment == f"{one.segment[0]}-{one.segment[1]}",
            )
            for number, one in enumerate(found.segments, start=1)
        ),
        categories=tuple(
            CategoryChoice(
                by_label[name],
                votes,
                CATEGORY_KEYS[number] if number < len(CATEGORY_KEYS) else "",
                label == name,
            )
            for number, (name, votes) in enumerate(found.labels)
        ),
        others=tuple(
            one
            for name, one in by_label.items()
            if name not in voted and (one.archived_at is None or name == label)
        ),
        words=tuple(
            WordChoice(*bounds, text[slice(*bounds)]) for bounds in item.input.token_bounds
        ),
        nothing=found.nothing,
        segment=segment,
        category=label,
        start=_number(form["start"].value(), initial.get("start")),
        end=_number(form["end"].value(), initial.get("end")),
    )


def _number(given: object, otherwise: int | None) -> int | None:
    return int(str(given)) if given is not None and str(given).isdecimal() else otherwise
