"""Which texts of a contest may enter a release, and what a release keeps of them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agreement.models import AlignedPlace, AnnotatorTally, Contribution, InputResult, ProcessingRun
from gold.models import ReleaseContest, ReleaseInput
from gold.selectors.sources import sources_of

OPEN = (AlignedPlace.State.UNDECIDED, AlignedPlace.State.INCONSISTENT)


def latest_run(contest_id: int) -> ProcessingRun | None:
    """Return the run that readers of a contest see."""
    return ProcessingRun.objects.filter(contest=contest_id, is_latest=True).first()


@dataclass(frozen=True)
class Candidates:
    """Some inputs of a contest: those that may enter, and how many were looked at."""

    rows: Sequence[ReleaseInput]
    last: int
    looked_at: int


def believed_annotators(run: ProcessingRun, threshold: float) -> frozenset[int]:
    """Return the members whose lone answers enter: by their quality index at this run."""
    good = AnnotatorTally.objects.filter(run=run, quality__gte=threshold)
    return frozenset(good.values_list("annotator", flat=True))


def candidates(
    part: ReleaseContest, *, after: int, size: int, believed: Collection[int]
) -> Candidates:
    """Return the next results of a contest as rows of a release, not stored yet."""
    current = InputResult.objects.current().filter(input__contest=part.contest_id)
    ahead = current.filter(input__gt=after).exclude(kind=InputResult.Kind.NONE)
    results = list(ahead.select_related("input").order_by("input")[:size])
    if not results:
        return Candidates((), after, 0)
    lone = _lone_annotators(results)
    kept = [
        result
        for result in results
        if result.kind != InputResult.Kind.SINGLE or lone.get(result.pk) in believed
    ]
    return Candidates(_rows(part, kept), results[-1].input_id, len(results))


def _lone_annotators(results: Sequence[InputResult]) -> Mapping[int, int]:
    single = [result.pk for result in results if result.kind == InputResult.Kind.SINGLE]
    given = Contribution.objects.filter(result__in=single, is_accepted=True)
    return dict(given.values_list("result", "annotator"))


def _rows(part: ReleaseContest, results: Sequence[InputResult]) -> list[ReleaseInput]:
    places: dict[int, list[AlignedPlace]] = defaultdict(list)
    for place in AlignedPlace.objects.filter(result__in=results).order_by("result", "position"):
        places[place.result_id].append(place)
    bounds = {
        result.input_id: (result.input.text, [(start, end) for start, end, _ in result.gold_units])
        for result in results
    }
    sources = sources_of(bounds)
    return [
        ReleaseInput(
            release_id=part.release_id,
            contest=part,
            input_id=result.input_id,
            text=result.input.text,
            digest=bytes(result.input.digest),
            tokens=result.input.tokens,
            units=[_unit(unit, places[result.pk]) for unit in result.gold_units],
            open_places=[_open(each) for each in places[result.pk] if each.state in OPEN],
            sources=sources.get(result.input_id, []),
            kind=result.kind,
            annotators=result.annotators,
            gamma=result.gamma,
            is_complete=result.is_complete,
        )
        for result in results
    ]


def _unit(unit: Sequence[Any], places: Sequence[AlignedPlace]) -> dict[str, Any]:
    start, end, label = unit
    found: dict[str, Any] = {"start": start, "end": end, "label": label}
    place = next((each for each in places if _bounds(each) == (start, end)), None)
    if place is not None:
        is_corrected = "correction" in (place.segment_source, place.category_source)
        found |= _votes(place) | {"source": "correction" if is_corrected else "votes"}
    return found


def _bounds(place: AlignedPlace) -> tuple[int | None, int | None]:
    if place.state == AlignedPlace.State.SINGLE:
        return place.start, place.end
    if place.state != AlignedPlace.State.GOLD:
        return None, None
    return place.reference_start, place.reference_end


def _open(place: AlignedPlace) -> dict[str, Any]:
    return {"start": place.start, "end": place.end, "state": place.state} | _votes(place)


def _votes(place: AlignedPlace) -> dict[str, Any]:
    return {
        "voters": place.voters,
        "segment_votes": place.segment_votes,
        "category_votes": place.category_votes,
    }
