"""Deciding again where votes weigh as much as their person's quality index."""

from collections.abc import Mapping, Sequence

from agreement.domain.figures import added, only_answer_sums, outcome_sums
from agreement.domain.references import InputOutcome, Method, Place, decide
from agreement.models import AlignedPlace, InputResult, ProcessingRun
from agreement.selectors.stored import StoredResult, stored_results
from agreement.services.computing import Computed
from agreement.services.staging import AnswerRow, Entry


def contested_inputs(run: ProcessingRun) -> list[int]:
    """Return the inputs whose references could be others than the last time."""
    staged = InputResult.objects.filter(run=run, is_current=False)
    inputs = set(staged.filter(is_contested=True).values_list("input_id", flat=True))
    latest = ProcessingRun.objects.filter(contest=run.contest_id, is_latest=True).first()
    if latest is None or latest.weights != run.weights:
        current = InputResult.objects.current().filter(input__contest=run.contest_id)
        unchanged = current.filter(is_contested=True).exclude(input__in=staged.values("input"))
        inputs.update(unchanged.values_list("input_id", flat=True))
    return sorted(inputs)


def weigh_inputs(*, run: ProcessingRun, input_ids: Sequence[int]) -> Computed:
    """Decide these inputs with the run's weights; those that stay as they are published are left out."""
    plurality = Method(**run.method).plurality
    entries = []
    for stored in stored_results(_latest_results(run, input_ids)):
        outcome = decide(stored.measured, stored.rulings, plurality=plurality, weights=run.weights)
        if not stored.result.is_current or not _is_same(outcome, stored.places):
            entries.append(_entry(stored, outcome))
    return Computed(tuple(entries))


def _latest_results(run: ProcessingRun, input_ids: Sequence[int]) -> list[InputResult]:
    """Return what this run has staged of each input, or else what is published."""
    results = InputResult.objects.filter(input__in=input_ids).select_related("run")
    found = {one.input_id: one for one in results.current()}
    staged = results.filter(run=run, is_current=False)
    found |= {one.input_id: one for one in staged}
    return [found[pk] for pk in input_ids if pk in found]


def _is_same(outcome: InputOutcome, places: Sequence[AlignedPlace]) -> bool:
    return [_effect(place) for place in outcome.places] == [_stored_effect(one) for one in places]


def _effect(place: Place) -> tuple[object, ...]:
    return (
        place.segment.source,
        *(place.segment.value or (None, None)),
        place.category.source,
        place.category.value,
        place.state,
        place.differs,
    )


def _stored_effect(place: AlignedPlace) -> tuple[object, ...]:
    category = place.reference_category
    return (
        place.segment_source,
        place.reference_start,
        place.reference_end,
        place.category_source,
        category.label if category else None,
        place.state,
        place.differs,
    )


def _entry(stored: StoredResult, outcome: InputOutcome) -> Entry:
    moments = {verdict.annotator_id: verdict.answered_at for verdict in stored.verdicts}
    answers = tuple(
        AnswerRow(
            annotator=str(one.annotator_id),
            answer_id=str(one.answer_id),
            # Who has no verdict here needs no moment either.
            answered_at=moments.get(one.annotator_id, stored.result.run.started_at),
            is_accepted=one.is_accepted,
            units=one.units,
            duration_ms=one.duration_ms,
        )
        for one in stored.contributions
    )
    known: Mapping[str, int] = stored.result.sums
    sums = added(only_answer_sums(known), outcome_sums(outcome))
    return Entry(stored.result.input_id, bytes(stored.result.digest), outcome, answers, sums)
