"""The second step of a run: inputs are compared, or decided again with weights, and the results staged.

Computing writes nothing, so that it holds no lock; staging writes results that nobody reads yet.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from operator import attrgetter
from uuid import UUID

from django.db import transaction

from agreement.references.domain.references import (
    NO_DIGEST,
    InputOutcome,
    Method,
    Place,
    decide,
)
from agreement.references.domain.voting import Concord, Score, concords, scores
from agreement.references.models import JUDGEMENTS
from agreement.references.selectors import materials
from agreement.runs.domain import ROWS_AT_ONCE, portions
from agreement.runs.errors import RunEnded
from agreement.runs.models import (
    AlignedPlace,
    Contribution,
    InputResult,
    Judgement,
    ProcessingRun,
    RunBatch,
)
from agreement.runs.selectors import means_of, published_digests, stored_results, to_try_again
from agreement.runs.services.measuring import Heed, measure_apart
from contests.categories.models import Category

# What decides whether a place that is decided again stays as it is.
_decision = attrgetter(
    "segment_source", "reference_start", "reference_end", "category_source",
    "reference_category_id", "state", "differs",
)  # fmt: skip


@dataclass(frozen=True)
class AnswerFacts:
    """One live answer, as far as judgements and contributions need it."""

    answer_id: UUID
    answered_at: datetime
    is_accepted: bool
    versions: int
    units: int
    duration_ms: int | None


@dataclass(frozen=True)
class Entry:
    """The outcome of one input on its way into the database."""

    input_id: int
    digest: bytes
    outcome: InputOutcome
    # By annotator.
    answers: Mapping[str, AnswerFacts]


def compute_batch(*, batch: RunBatch, heed: Heed = lambda: None) -> list[Entry]:
    """Return what changes in the inputs of a batch; nothing is written.

    `heed` is called again and again, and may raise what ends the computation.
    """
    if batch.phase == RunBatch.Phase.WEIGH:
        return _decide_again(batch.run, batch.inputs)
    return _compare(batch.run, batch.inputs, heed)


def _compare(run: ProcessingRun, input_ids: Sequence[int], heed: Heed) -> list[Entry]:
    """Align and decide the inputs whose digest is not that of the published result."""
    method, settings = Method(**run.method), bytes(run.settings_digest)
    published, to_try = published_digests(input_ids), to_try_again(input_ids, method.engine)
    digests = {one.input_id: (one, one.digest(settings)) for one in materials(input_ids)}
    changed = [
        (material, digest)
        for pk, (material, digest) in digests.items()
        if pk in to_try or published.get(pk, NO_DIGEST) != digest
    ]
    measured = measure_apart([material.units_of for material, _digest in changed], method, heed)
    entries = []
    for (material, digest), each in zip(changed, measured, strict=True):
        outcome = decide(each, material.corrections, plurality=method.plurality)
        answers = {
            one.annotator: AnswerFacts(
                answer_id=UUID(one.id),
                answered_at=datetime.fromisoformat(one.answered_at),
                is_accepted=one.is_accepted,
                versions=one.versions,
                units=len(one.units),
                duration_ms=one.duration_ms,
            )
            for one in material.answers
        }
        entries.append(Entry(material.input_id, digest, outcome, answers))
    return entries


def _decide_again(run: ProcessingRun, input_ids: Sequence[int]) -> list[Entry]:
    """Decide the inputs with the run's weights; leave out those that stay as they are published."""
    plurality = Method(**run.method).plurality
    categories = category_ids(run)
    results = InputResult.objects.filter(input__in=input_ids)
    latest = {one.input_id: one for one in results.current()}
    latest |= {one.input_id: one for one in results.staged_by(run)}
    entries = []
    for stored in stored_results([latest[pk] for pk in input_ids if pk in latest]):
        outcome = decide(
            stored.measured, stored.corrections, plurality=plurality, weights=run.weights
        )
        places = _place_rows(stored.result, outcome, categories)
        if stored.result.is_current and list(map(_decision, places)) == list(
            map(_decision, stored.places)
        ):
            continue
        answers = {
            str(one.annotator_id): AnswerFacts(
                answer_id=one.answer_id,
                answered_at=one.answer.answered_at,
                is_accepted=one.is_accepted,
                versions=one.versions,
                units=one.units,
                duration_ms=one.duration_ms,
            )
            for one in stored.contributions
        }
        digest = bytes(stored.result.digest)
        entries.append(Entry(stored.result.input_id, digest, outcome, answers))
    return entries


@transaction.atomic
def store_batch(*, batch: RunBatch, entries: Sequence[Entry]) -> bool:
    """Stage what was computed, once; return whether all batches of the run are done now.

    Raises RunEnded if the run has ended meanwhile.
    """
    todo = RunBatch.objects.select_for_update(of=("self",)).filter(pk=batch.pk, is_done=False)
    if todo.first() is None:
        return False
    stage(run=batch.run, entries=entries)
    # Late, since others wait: of two batches that end at once, the second sees the first.
    run = ProcessingRun.objects.lock(batch.run_id)
    if run.state != ProcessingRun.State.RUNNING:
        raise RunEnded
    RunBatch.objects.filter(pk=batch.pk).update(is_done=True)
    return not run.batches.filter(is_done=False).exists()


def stage(*, run: ProcessingRun, entries: Sequence[Entry]) -> None:
    """Write results of a run, in place of what it may have written for the same inputs."""
    earlier = InputResult.objects.staged_by(run).filter(input__in=[one.input_id for one in entries])
    drop_results(list(earlier.values_list("pk", flat=True)))
    categories = category_ids(run)
    results = InputResult.objects.bulk_create(
        [_result_row(run, entry) for entry in entries], batch_size=ROWS_AT_ONCE
    )
    places: list[AlignedPlace] = []
    judgements: list[Judgement] = []
    contributions: list[Contribution] = []
    for result, entry in zip(results, entries, strict=True):
        rows = _place_rows(result, entry.outcome, categories)
        places += rows
        for row, place in zip(rows, entry.outcome.places, strict=True):
            judgements += _judgement_rows(row, place, entry, categories)
        contributions += _contribution_rows(result, entry)
    AlignedPlace.objects.bulk_create(places, batch_size=ROWS_AT_ONCE)
    Judgement.objects.bulk_create(judgements, batch_size=ROWS_AT_ONCE)
    Contribution.objects.bulk_create(contributions, batch_size=ROWS_AT_ONCE)


def category_ids(run: ProcessingRun) -> dict[str, int]:
    """Return the categories of a run's contest by their labels."""
    return dict(Category.objects.filter(contest=run.contest_id).values_list("label", "pk"))


def drop_results(ids: Sequence[int]) -> None:
    """Delete results with all that hangs on them, in one statement for each kind of row."""
    for some in portions(ids):
        places = AlignedPlace.objects.filter(result__in=some)
        for rows in (
            Judgement.objects.filter(place__in=places),
            places.order_by(),
            Contribution.objects.filter(result__in=some),
            InputResult.objects.filter(pk__in=some),
        ):
            # Nothing else hangs on them, which is what the collector of `delete` would look for.
            rows._raw_delete(rows.db)


def _result_row(run: ProcessingRun, entry: Entry) -> InputResult:
    outcome, measured = entry.outcome, entry.outcome.measured
    return InputResult(
        input_id=entry.input_id,
        run=run,
        digest=entry.digest,
        kind=outcome.kind,
        annotators=len(measured.annotators),
        units=measured.units,
        gamma=measured.gamma,
        gamma_cat=measured.gamma_cat,
        gamma_k=dict(measured.gamma_k),
        observed=measured.observed,
        expected=measured.expected,
        is_complete=outcome.is_complete,
        gold_units=[[unit.start, unit.end, unit.label] for unit in outcome.gold_units],
        is_contested=outcome.is_contested,
        failure=measured.failure,
        means=means_of(run.method.get("engine", Method.engine)) if measured.failure else "",
    )


def _place_rows(
    result: InputResult, outcome: InputOutcome, categories: Mapping[str, int]
) -> list[AlignedPlace]:
    rows = []
    for position, place in enumerate(outcome.places):
        start, end = place.segment.value or (None, None)
        label = place.category.value
        row = AlignedPlace(
            result=result,
            position=position,
            start=place.start,
            end=place.end,
            voters=place.votes.voters,
            segment_votes=[
                [*(ballot.value or (None, None)), ballot.votes] for ballot in place.votes.segments
            ],
            category_votes=[[ballot.value, ballot.votes] for ballot in place.votes.categories],
            segment_source=place.segment.source,
            reference_start=start,
            reference_end=end,
            category_source=place.category.source,
            reference_category_id=None if label is None else categories[label],
            correction_id=place.correction.key if place.correction else None,
            state=place.state,
            is_detached=place.is_detached,
            differs=place.differs,
        )
        rows.append(row)
    return rows


def _judgement_rows(
    row: AlignedPlace, place: Place, entry: Entry, categories: Mapping[str, int]
) -> Iterator[Judgement]:
    for judged in place.judgements:
        answer, unit = entry.answers[judged.annotator], judged.unit
        yield Judgement(
            place=row,
            annotator_id=int(judged.annotator),
            answer_id=answer.answer_id,
            answered_at=answer.answered_at,
            start=unit.start if unit else None,
            end=unit.end if unit else None,
            category_id=categories[unit.label] if unit else None,
            segment_agrees=judged.segment_agrees,
            category_agrees=judged.category_agrees,
            is_penalised=judged.is_penalised,
        )


def _contribution_rows(result: InputResult, entry: Entry) -> Iterator[Contribution]:
    outcome, voters = entry.outcome, len(entry.outcome.measured.annotators)
    judged = scores(outcome.judgements_by_annotator(), voters=voters)
    by_majority = scores(outcome.judgements_by_annotator(by_majority=True), voters=voters)
    met = concords(place.units for place in outcome.places)
    for annotator, answer in entry.answers.items():
        by_plain_votes = by_majority.get(annotator, Score())
        yield Contribution(
            result=result,
            annotator_id=int(annotator),
            answer_id=answer.answer_id,
            is_accepted=answer.is_accepted,
            versions=answer.versions,
            units=answer.units,
            duration_ms=answer.duration_ms,
            **asdict(judged.get(annotator, Score())),
            **asdict(met.get(annotator, Concord())),
            **{f"majority_{name}": getattr(by_plain_votes, name) for name in JUDGEMENTS},
        )
