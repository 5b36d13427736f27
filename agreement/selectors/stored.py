"""Published and staged results, read back so that references can be decided again without aligning."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from agreement.domain.correction import Ruling
from agreement.domain.references import Measured
from agreement.models import AlignedPlace, Contribution, InputResult, Verdict
from agreement.selectors.material import ruling_of
from corpus.domain.spans import Span


@dataclass(frozen=True)
class StoredResult:
    """One result with all that hangs on it."""

    result: InputResult
    measured: Measured
    # The corrections that it was decided with.
    rulings: tuple[Ruling, ...]
    places: tuple[AlignedPlace, ...]
    verdicts: tuple[Verdict, ...]
    contributions: tuple[Contribution, ...]


def stored_results(results: Sequence[InputResult]) -> list[StoredResult]:
    """Return these results as they were computed, in four queries."""
    places = AlignedPlace.objects.filter(result__in=results).order_by("result_id", "position")
    places_of = defaultdict(list)
    for place in places.select_related("correction__category", "reference_category"):
        places_of[place.result_id].append(place)
    verdicts = Verdict.objects.filter(place__result__in=results).select_related("category")
    verdicts_of = defaultdict(list)
    for verdict in verdicts.order_by("pk"):
        verdicts_of[verdict.place_id].append(verdict)
    contributions_of = defaultdict(list)
    for one in Contribution.objects.filter(result__in=results).order_by("pk"):
        contributions_of[one.result_id].append(one)
    return [
        _stored(result, places_of[result.pk], verdicts_of, contributions_of[result.pk])
        for result in results
    ]


def _stored(
    result: InputResult,
    places: Sequence[AlignedPlace],
    verdicts_of: dict[int, list[Verdict]],
    contributions: Sequence[Contribution],
) -> StoredResult:
    rows = [
        {str(one.annotator_id): _unit(one) for one in verdicts_of[place.pk]}
        for place in places
        if not place.is_detached
    ]
    accepted = sorted(str(one.annotator_id) for one in contributions if one.is_accepted)
    measured = Measured(
        annotators=tuple(accepted),
        rows=tuple(rows),
        gamma=result.gamma,
        gamma_cat=result.gamma_cat,
        gamma_k=result.gamma_k,
        observed=result.observed,
        expected=result.expected,
    )
    rulings = tuple(ruling_of(place.correction) for place in places if place.correction)
    verdicts = tuple(one for place in places for one in verdicts_of[place.pk])
    return StoredResult(result, measured, rulings, tuple(places), verdicts, tuple(contributions))


def _unit(verdict: Verdict) -> Span | None:
    if verdict.start is None or verdict.end is None or verdict.category is None:
        return None
    return Span(verdict.start, verdict.end, verdict.category.label)
