"""Writing what was computed, where nobody reads it yet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from agreement.domain.digests import GivenAnswer
from agreement.domain.quality import Score
from agreement.domain.references import InputOutcome, Place
from agreement.domain.verdicts import Verdict as Judged
from agreement.domain.verdicts import score
from agreement.domain.voting import Ballot, Segment
from agreement.models import AlignedPlace, Contribution, InputResult, ProcessingRun, Verdict
from contests.models import Category

ROWS_AT_ONCE = 1000


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


def portions(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield a few ids at a time: a statement takes only so many."""
    for first in range(0, len(ids), ROWS_AT_ONCE):
        yield ids[first : first + ROWS_AT_ONCE]


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
