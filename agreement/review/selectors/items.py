"""One input as a manager reviews it: its places, what everyone marked there, what was said about it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, QuerySet

from agreement.disputes.models import Dispute
from agreement.disputes.selectors import disputes_at
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.domain.references import decide
from agreement.references.domain.voting import Score, scores
from agreement.references.models import Correction
from agreement.references.selectors import UNSAVED, corrections_of, method_of
from agreement.review.domain import Candidates, Piece, candidates, cut, layers
from agreement.review.selectors.queue import decided_since
from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    Judgement,
)
from agreement.runs.selectors import StoredResult, latest_run, stored_results
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from text.spans import Extent, find_again, overlap


@dataclass(frozen=True)
class ScoreChange:
    """What a correction would change for one person: their penalties here, and their index at all."""

    annotator: Membership
    penalties_before: int
    penalties_after: int
    quality_before: float | None
    quality_after: float | None


def preview(
    contest: Contest,
    proposed: Iterable[tuple[int, PlaceCorrection | None]],
    *,
    replacing: Iterable[int] = (),
) -> list[ScoreChange]:
    """Return whose scores would change with these corrections, given as pairs with the input's id.

    They replace the corrections with the ids in `replacing` and those with the same anchor; None only
    removes. Nothing is saved.
    """
    new: dict[int, list[PlaceCorrection]] = {}
    for input_id, correction in proposed:
        new.setdefault(input_id, []).extend([correction] if correction else [])
    results = InputResult.objects.current().filter(input__in=new, input__contest=contest)
    in_force, removed = corrections_of(list(new)), set(replacing)
    weights = _weights(contest)
    changes: dict[str, tuple[Score, Score]] = {}
    for stored in stored_results(list(results)):
        pk = stored.result.input_id
        anchors = {one.anchor for one in new[pk]}
        kept = [one for one in in_force[pk] if one.key not in removed and one.anchor not in anchors]
        added = [replace(one, key=UNSAVED + number) for number, one in enumerate(new[pk])]
        for who, before, after in _differences(stored, kept + added, contest, weights):
            known = changes.get(who, (Score(), Score()))
            changes[who] = (known[0] + before, known[1] + after)
    return _score_changes(contest, changes)


def _weights(contest: Contest) -> dict[str, int] | None:
    latest = latest_run(contest)
    return latest.weights or None if latest else None


def _differences(
    stored: StoredResult,
    corrections: Sequence[PlaceCorrection],
    contest: Contest,
    weights: dict[str, int] | None,
) -> Iterator[tuple[str, Score, Score]]:
    outcome = decide(
        stored.measured, corrections, plurality=method_of(contest).plurality, weights=weights
    )
    voters = len(stored.measured.annotators)
    after = scores(outcome.judgements_by_annotator(), voters=voters)
    for one in stored.contributions:
        yield str(one.annotator_id), one.score, after.get(str(one.annotator_id), Score())


def _score_changes(contest: Contest, changes: dict[str, tuple[Score, Score]]) -> list[ScoreChange]:
    changed = {int(who): pair for who, pair in changes.items() if pair[0] != pair[1]}
    tallies = AnnotatorTally.objects.filter(
        run__contest=contest, run__is_latest=True, annotator__in=changed
    )
    found = []
    for tally in tallies.select_related("annotator").order_by("annotator__alias", "annotator_id"):
        before, after = changed[tally.annotator_id]
        total = tally.score
        quality = (total - before + after).quality
        found.append(
            ScoreChange(tally.annotator, before.penalties, after.penalties, total.quality, quality)
        )
    return found


# The text is underlined more strongly the more people marked it, up to here.
STRONGEST = 4


@dataclass(frozen=True)
class Lane:
    """What one annotator marked, place by place; None where they took no part in the vote."""

    contribution: Contribution
    cells: tuple[Judgement | None, ...]

    @property
    def annotator(self) -> Membership:
        return self.contribution.annotator


@dataclass(frozen=True)
class MarkedWords:
    """Some words of the text, and who marked them as what."""

    words: str
    marks: tuple[tuple[Membership, str], ...]

    @property
    def strength(self) -> int:
        """How many marked them, as far as a drawing can tell it."""
        return min(len(self.marks), STRONGEST)


@dataclass(frozen=True)
class Item:
    """An input in review, at one of its places; at none, where a manager looks for a new one."""

    result: InputResult
    places: tuple[AlignedPlace, ...]
    focus: AlignedPlace | None
    lanes: tuple[Lane, ...]

    @property
    def input(self) -> ContestInput:
        return self.result.input

    @property
    def pieces(self) -> list[tuple[tuple[MarkedWords, ...], AlignedPlace | None]]:
        """The text in pieces with all that was marked in them, each with the place it belongs to."""
        extents = [place.extent for place in self.places]
        first = self.places.index(self.focus) if self.focus else None
        found = cut(self.input.text, extents, first=first)
        marks = [(lane, cell) for lane in self.lanes for cell in lane.cells if cell and cell.unit]
        return [
            (_marked(piece, marks), None if piece.place is None else self.places[piece.place])
            for piece in found
        ]

    @property
    def candidates(self) -> Candidates:
        """What can be chosen between at the place in focus."""
        if self.focus is None:
            return candidates([])
        cells = [lane.cells[self.places.index(self.focus)] for lane in self.lanes]
        return candidates([cell.unit for cell in cells if cell is not None])

    @property
    def anchor(self) -> Extent | None:
        return self.focus.extent if self.focus else None


def _marked(piece: Piece, marks: Sequence[tuple[Lane, Judgement]]) -> tuple[MarkedWords, ...]:
    extents = [(cell.start or 0, cell.end or 0) for _, cell in marks]
    return tuple(
        MarkedWords(layer.words, tuple(_mark(*marks[number]) for number in layer.units))
        for layer in layers(piece, extents)
    )


def _mark(lane: Lane, cell: Judgement) -> tuple[Membership, str]:
    return lane.annotator, cell.category.label if cell.category else ""


def item_of(result: InputResult, *, at: Extent | None, is_new: bool = False) -> Item:
    """Return an input at the place that has most in common with a segment, else at its first open one."""
    places = tuple(_places(result))
    focus = None if is_new else _focus(places, at)
    return Item(result, places, focus, tuple(_lanes(result, places)))


def _places(result: InputResult) -> QuerySet[AlignedPlace]:
    places = AlignedPlace.objects.filter(result=result).order_by("position")
    related = places.select_related("reference_category", "correction__category", "result")
    disputes = Dispute.objects.open().filter(
        input=OuterRef("result__input"),
        anchor_start__lt=OuterRef("end"),
        anchor_end__gt=OuterRef("start"),
    )
    return related.annotate(is_decided_since=decided_since(), is_disputed=Exists(disputes))


def _focus(places: Sequence[AlignedPlace], at: Extent | None) -> AlignedPlace | None:
    if at is not None:
        found = find_again(at, [place.extent for place in places])
        return places[found] if found is not None else None
    open_ones = [place for place in places if is_open(place)]
    return next(iter([*open_ones, *places]), None)


def is_open(place: AlignedPlace) -> bool:
    """Return whether a place of an item waits for a decision."""
    # Set by the query of `item_of`.
    if getattr(place, "is_disputed", False):
        return True
    waits = place.state in (AlignedPlace.State.UNDECIDED, AlignedPlace.State.INCONSISTENT)
    return waits and not getattr(place, "is_decided_since", False)


def _lanes(result: InputResult, places: Sequence[AlignedPlace]) -> list[Lane]:
    judgements = Judgement.objects.filter(place__in=places).select_related("category")
    cells = {(one.annotator_id, one.place_id): one for one in judgements}
    given = Contribution.objects.filter(result=result).select_related("annotator", "answer")
    return [
        Lane(one, tuple(cells.get((one.annotator_id, place.pk)) for place in places))
        for one in given.order_by("annotator__alias", "annotator_id")
    ]


def standing_at(place: AlignedPlace) -> Correction | None:
    """Return the correction that stands at a place now, in force or taken back since the last run."""
    live = Correction.objects.filter(input=place.result.input_id, is_live=True)
    if place.correction is not None:
        same = live.filter(thread=place.correction.thread).first()
        if same is not None:
            return same
    near = [one for one in live if overlap(one.anchor, place.extent)]
    exact = [one for one in near if one.anchor == place.extent]
    return next(iter([*exact, *(one for one in near if not one.is_revoked)]), None)


def history_at(place: AlignedPlace) -> list[Correction]:
    """Return all versions of the corrections that touch a place, latest first."""
    versions = Correction.objects.filter(
        input=place.result.input_id, anchor_start__lt=place.end, anchor_end__gt=place.start
    )
    return list(versions.select_related("category", "author").order_by("-created_at", "-pk"))


def threads_at(item: Item) -> list[Dispute]:
    """Return the objections to the place in focus; at no place, those that found none."""
    if item.focus is not None:
        return disputes_at(item.focus)
    if item.places:
        return []
    lost = Dispute.objects.open().filter(input=item.input).select_related("annotator")
    return list(lost.prefetch_related("messages__author"))


def current_result(contest: Contest, input_id: int) -> QuerySet[InputResult]:
    """Return what readers see of one input of a contest, as a query of one row at most."""
    current = InputResult.objects.current().filter(input__contest=contest, input__pk=input_id)
    return current.select_related("input")
