"""Writing what was computed, where nobody reads it yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime

from agreement.references.domain.references import (
    GivenAnswer,
    InputOutcome,
    Method,
    Place,
    decide,
    measure,
)
from agreement.references.domain.voting import Ballot, Score, Segment, score
from agreement.references.domain.voting import Verdict as Judged
from agreement.references.selectors import InputMaterial, materials
from agreement.runs.domain import (
    ROWS_AT_ONCE,
    AnswerFacts,
    added,
    answer_sums,
    only_answer_sums,
    outcome_sums,
    portions,
)
from agreement.runs.models import AlignedPlace, Contribution, InputResult, ProcessingRun, Verdict
from agreement.runs.selectors import StoredResult, stored_results
from contests.categories.models import Category


@dataclass(frozen=True)
class AnswerRow:
    """One live answer, as far as verdicts and tallies need it."""

    annotator: str
    answer_id: str
    answered_at: datetime
    is_accepted: bool
    units: int
    duration_ms: int | None

    @classmethod
    def of(cls, given: GivenAnswer) -> "AnswerRow":
        return cls(
            annotator=given.annotator,
            answer_id=given.id,
            answered_at=datetime.fromisoformat(given.answered_at),
            is_accepted=given.is_accepted,
            units=len(given.units),
            duration_ms=given.duration_ms,
        )


@dataclass(frozen=True)
class Entry:
    """The outcome of one input on its way into the database."""

    input_id: int
    digest: bytes
    outcome: InputOutcome
    answers: tuple[AnswerRow, ...]
    sums: Mapping[str, int]


def stage(*, run: ProcessingRun, entries: Sequence[Entry]) -> None:
    """Write results of a run, in place of what it may have written for the same inputs."""
    earlier = InputResult.objects.filter(run=run, is_current=False)
    inputs = [entry.input_id for entry in entries]
    drop_results(list(earlier.filter(input__in=inputs).values_list("pk", flat=True)))
    categories = category_ids(run.contest_id)
    results = InputResult.objects.bulk_create(
        [_result(run, entry) for entry in entries], batch_size=ROWS_AT_ONCE
    )
    places = _store_places(zip(results, entries, strict=True), categories)
    _store_verdicts(places, categories)
    Contribution.objects.bulk_create(
        [
            row
            for result, entry in zip(results, entries, strict=True)
            for row in _contributions(result, entry)
        ],
        batch_size=ROWS_AT_ONCE,
    )


def category_ids(contest_id: int) -> dict[str, int]:
    """Return the categories of a contest by their labels."""
    return dict(Category.objects.filter(contest=contest_id).values_list("label", "pk"))


def drop_results(ids: Sequence[int]) -> None:
    """Delete results with all that hangs on them, in one statement for each kind of row."""
    for some in portions(ids):
        places = AlignedPlace.objects.filter(result__in=some)
        for rows in (
            Verdict.objects.filter(place__in=places),
            places.order_by(),
            Contribution.objects.filter(result__in=some),
            InputResult.objects.filter(pk__in=some),
        ):
            # Nothing else hangs on them, which is what the collector of `delete` would look for.
            rows._raw_delete(rows.db)


def _result(run: ProcessingRun, entry: Entry) -> InputResult:
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
        sums=dict(entry.sums),
    )


def _store_places(
    pairs: Iterable[tuple[InputResult, Entry]], categories: Mapping[str, int]
) -> list[tuple[AlignedPlace, Place, Mapping[str, AnswerRow]]]:
    rows, origins = [], []
    for result, entry in pairs:
        answers = {answer.annotator: answer for answer in entry.answers}
        for position, place in enumerate(entry.outcome.places):
            rows.append(_place(result, position, place, categories))
            origins.append((place, answers))
    stored = AlignedPlace.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    return [(row, *origin) for row, origin in zip(stored, origins, strict=True)]


def _place(
    result: InputResult, position: int, place: Place, categories: Mapping[str, int]
) -> AlignedPlace:
    start, end = place.segment.value or (None, None)
    label = place.category.value
    return AlignedPlace(
        result=result,
        position=position,
        start=place.start,
        end=place.end,
        voters=place.votes.voters,
        segment_votes=[_segment_votes(ballot) for ballot in place.votes.segments],
        category_votes=[[ballot.value, ballot.votes] for ballot in place.votes.categories],
        segment_source=place.segment.source,
        reference_start=start,
        reference_end=end,
        category_source=place.category.source,
        reference_category_id=None if label is None else categories[label],
        correction_id=place.ruling.key if place.ruling else None,
        state=place.state,
        is_detached=place.is_detached,
        differs=place.differs,
    )


def _segment_votes(ballot: Ballot[Segment]) -> list[int | None]:
    start, end = ballot.value or (None, None)
    return [start, end, ballot.votes]


def _store_verdicts(
    places: Iterable[tuple[AlignedPlace, Place, Mapping[str, AnswerRow]]],
    categories: Mapping[str, int],
) -> None:
    Verdict.objects.bulk_create(
        [
            _verdict(row, judged, answers[judged.annotator], categories)
            for row, place, answers in places
            for judged in place.verdicts
        ],
        batch_size=ROWS_AT_ONCE,
    )


def _verdict(
    place: AlignedPlace, judged: Judged, answer: AnswerRow, categories: Mapping[str, int]
) -> Verdict:
    unit = judged.unit
    return Verdict(
        place=place,
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


def _contributions(result: InputResult, entry: Entry) -> Iterable[Contribution]:
    judged = entry.outcome.verdicts_by_annotator()
    by_majority = entry.outcome.verdicts_by_annotator(by_majority=True)
    for answer in entry.answers:
        yield Contribution(
            result=result,
            annotator_id=int(answer.annotator),
            answer_id=answer.answer_id,
            is_accepted=answer.is_accepted,
            units=answer.units,
            duration_ms=answer.duration_ms,
            **_score(score(judged.get(answer.annotator, ()))),
            **_majority(score(by_majority.get(answer.annotator, ()))),
        )


def _score(score: Score) -> dict[str, int]:
    return {field.name: getattr(score, field.name) for field in fields(Score)}


def _majority(score: Score) -> dict[str, int]:
    values = _score(score)
    del values["penalties"]
    return {f"majority_{name}": value for name, value in values.items()}


@dataclass(frozen=True)
class Computed:
    """What became of some inputs."""

    entries: tuple[Entry, ...]
    # Those that had a result and have nothing to say any more.
    emptied: tuple[int, ...] = field(default=())


def compute_inputs(*, run: ProcessingRun, input_ids: Sequence[int]) -> Computed:
    """Compute the inputs whose result depends on anything that is not as it was."""
    method, settings = Method(**run.method), bytes(run.settings_digest)
    known = _digests(input_ids)
    entries: list[Entry] = []
    emptied: list[int] = []
    for material in materials(input_ids):
        if material.is_void:
            emptied += [material.input_id] if material.input_id in known else []
            continue
        digest = material.digest(settings)
        if known.get(material.input_id) != digest:
            entries.append(_compute(material, digest, method))
    return Computed(tuple(entries), tuple(emptied))


def _digests(input_ids: Sequence[int]) -> dict[int, bytes]:
    rows = InputResult.objects.current().filter(input__in=input_ids)
    return {pk: bytes(digest) for pk, digest in rows.values_list("input_id", "digest")}


def _compute(material: InputMaterial, digest: bytes, method: Method) -> Entry:
    measured = measure(material.units_of, method)
    outcome = decide(measured, material.rulings, plurality=method.plurality)
    facts = [AnswerFacts(a.verdict, a.versions, a.duration_ms) for a in material.answers]
    return Entry(
        input_id=material.input_id,
        digest=digest,
        outcome=outcome,
        answers=tuple(AnswerRow.of(answer) for answer in material.answers),
        sums=added(answer_sums(facts), outcome_sums(outcome)),
    )


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
