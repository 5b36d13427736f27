"""Published and staged results, read back so that references can be decided again without aligning."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet

from accounts.models import User
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.domain.references import Measured, Place, decide
from agreement.references.domain.voting import weights_of
from agreement.references.selectors import correction_of, method_of
from agreement.runs.domain import portions
from agreement.runs.models import (
    AlignedPlace,
    Contribution,
    InputResult,
    Judgement,
    ProcessingRun,
    RunBatch,
)
from contests.annotating.models import Answer
from contests.annotating.selectors import unprompted_on
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from gamma.engines import engine_version
from text.labels import supercategory
from text.spans import Span

MOST_PAIRS = 5


def proposed_pairs(contest: Contest, *, manager: User) -> list[tuple[str, str, int]]:
    """Return pairs of labels that were mixed up most, here and in the manager's other contests.

    Before a contest begins it has no answers of its own; pairs of one supercategory need no declaring.
    """
    labels = set(contest.categories.filter(archived_at=None).values_list("label", flat=True))
    known = {frozenset(pair) for pair in contest.confusable_pairs}
    mixed = Counter[frozenset[str]]()
    for said, reference, count in _mixed_up(manager):
        pair = frozenset((said, reference))
        if pair <= labels and pair not in known and supercategory(said) != supercategory(reference):
            mixed[pair] += count
    ranked = sorted((-count, sorted(pair)) for pair, count in mixed.items())
    return [(first, second, -count) for count, (first, second) in ranked[:MOST_PAIRS]]


def _mixed_up(manager: User) -> list[tuple[str, str, int]]:
    judged = Judgement.objects.filter(
        place__result__is_current=True,
        category_agrees=False,
        category__isnull=False,
        place__reference_category__isnull=False,
        annotator__contest__in=Contest.objects.managed_by(manager),
    )
    pairs = judged.values_list("category__label", "place__reference_category__label")
    return list(pairs.annotate(count=Count("pk")))


@dataclass(frozen=True)
class Progress:
    """How many inputs of its current phase a run has computed."""

    phase: str
    done: int
    total: int


def runs_of(contest: Contest) -> QuerySet[ProcessingRun]:
    """Return the runs of a contest, latest first."""
    return contest.runs.order_by("-number").select_related("asked_by")


def latest_run(contest: Contest | int) -> ProcessingRun | None:
    """Return the run that readers of a contest see."""
    return ProcessingRun.objects.filter(contest=contest, is_latest=True).first()


def run_at_work(contest: Contest) -> ProcessingRun | None:
    """Return the run that is running, if there is one."""
    return ProcessingRun.objects.running().filter(contest=contest).first()


def progress_of(run: ProcessingRun) -> Progress:
    """Return how far a run is."""
    batches = list(RunBatch.objects.filter(run=run).only("phase", "inputs", "is_done"))
    is_weighing = any(batch.phase == RunBatch.Phase.WEIGH for batch in batches)
    phase = RunBatch.Phase.WEIGH if is_weighing else RunBatch.Phase.COMPARE
    counted = [batch for batch in batches if batch.phase == phase]
    done = sum(len(batch.inputs) for batch in counted if batch.is_done)
    return Progress(phase, done, sum(len(batch.inputs) for batch in counted))


def published_digests(input_ids: Sequence[int]) -> dict[int, bytes]:
    """Return the digests of the published results of these inputs."""
    rows = InputResult.objects.current().filter(input__in=input_ids)
    return {pk: bytes(digest) for pk, digest in rows.values_list("input_id", "digest")}


def means_of(engine: str) -> str:
    """Return what decides, beside answers and settings of the contest, whether inputs can be compared."""
    seconds, megabytes = settings.AGREEMENT_INPUT_SECONDS, settings.AGREEMENT_INPUT_MB
    return f"{engine} {engine_version(engine)}, {seconds:g} s, {megabytes} MB"


def to_try_again(input_ids: Sequence[int], engine: str) -> set[int]:
    """Return which of these inputs were set aside, but by other means than today's."""
    failed = _failed_by_other_means(engine).filter(input__in=input_ids)
    return set(failed.values_list("input", flat=True))


def set_aside_by_other_means(contest: Contest | int, engine: str) -> set[int]:
    """Return the inputs of a contest that are to be tried again, though nobody answered since."""
    latest = latest_run(contest)
    # Its counts tell that there are none, which is nearly always so, without looking at the results.
    if latest is None or not latest.counts.get(InputResult.Kind.FAILED):
        return set()
    failed = _failed_by_other_means(engine).filter(input__contest=contest)
    return set(failed.values_list("input", flat=True))


def _failed_by_other_means(engine: str) -> QuerySet[InputResult]:
    failed = InputResult.objects.current().filter(kind=InputResult.Kind.FAILED)
    return failed.exclude(means=means_of(engine))


def set_aside(contest: Contest) -> QuerySet[InputResult]:
    """Return the results of the inputs that could not be compared."""
    failed = InputResult.objects.current().filter(kind=InputResult.Kind.FAILED)
    return failed.filter(input__contest=contest)


@dataclass(frozen=True)
class StoredResult:
    """One result with its places, judgements and contributions."""

    result: InputResult
    measured: Measured
    # The corrections that it was decided with.
    corrections: tuple[PlaceCorrection, ...]
    places: tuple[AlignedPlace, ...]
    contributions: tuple[Contribution, ...]


def stored_results(results: Sequence[InputResult]) -> list[StoredResult]:
    """Return these results as they were computed, in four queries."""
    places = AlignedPlace.objects.filter(result__in=results).order_by("result_id", "position")
    places_of = defaultdict(list)
    for place in places.select_related("correction__category", "reference_category"):
        places_of[place.result_id].append(place)
    judgements = Judgement.objects.filter(place__result__in=results).select_related("category")
    judgements_of = defaultdict(list)
    for judgement in judgements.order_by("pk"):
        judgements_of[judgement.place_id].append(judgement)
    contributions_of = defaultdict(list)
    contributions = Contribution.objects.filter(result__in=results).select_related("answer")
    for one in contributions.order_by("pk"):
        contributions_of[one.result_id].append(one)
    return [
        _stored(result, places_of[result.pk], judgements_of, contributions_of[result.pk])
        for result in results
    ]


def _stored(
    result: InputResult,
    places: Sequence[AlignedPlace],
    judgements_of: dict[int, list[Judgement]],
    contributions: Sequence[Contribution],
) -> StoredResult:
    rows = [
        {str(one.annotator_id): one.unit for one in judgements_of[place.pk]}
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
        failure=result.failure,
    )
    corrections = tuple(correction_of(place.correction) for place in places if place.correction)
    return StoredResult(result, measured, corrections, tuple(places), tuple(contributions))


RESULTS_AT_ONCE = 200


@dataclass(frozen=True)
class Difference:
    """A place where weighed and plain votes lead to different references.

    `place.segment` and `place.category` follow the weighed votes, `place.majority_segment` and
    `place.majority_category` the plain ones; the ballots have votes and weights (`WEIGHT_UNIT` is 1).
    """

    input: ContestInput
    position: int
    place: Place


def current_weights(contest: Contest) -> dict[str, int]:
    """Return what each person's vote weighs, or would weigh where votes are not weighed."""
    latest = latest_run(contest)
    if latest is None:
        return {}
    if latest.weights:
        return dict(latest.weights)
    tallies = latest.tallies.order_by("annotator_id")
    return weights_of({str(one.annotator_id): one.majority_score for one in tallies})


def differences(contest: Contest) -> Iterator[Difference]:
    """Yield the places where weighed and plain votes differ, by input, whichever is in force."""
    weights = current_weights(contest)
    results = InputResult.objects.current().filter(input__contest=contest, is_contested=True)
    if contest.weighs_votes:
        results = results.filter(places__differs=True).distinct()
    plurality = method_of(contest).plurality
    rows = list(results.order_by("input_id").select_related("input"))
    for some in portions(rows, RESULTS_AT_ONCE):
        for stored in stored_results(some):
            outcome = decide(
                stored.measured, stored.corrections, plurality=plurality, weights=weights
            )
            for position, place in enumerate(outcome.places):
                if place.differs:
                    yield Difference(stored.result.input, position, place)


def confirmed_units(
    results: Sequence[InputResult], people: Collection[int]
) -> Mapping[int, dict[str, Any]]:
    """Return by input how many of these people accepted it, and the gold units that one of them marked."""
    taken = Contribution.objects.filter(result__in=results, is_accepted=True)
    inputs = [result.input_id for result in results]
    answers = Answer.objects.filter(pk__in=taken.values("answer"))
    marked = unprompted_on(answers, inputs=inputs, people=people)
    return {
        result.input_id: {
            "people": marked[result.input_id].people,
            "units": [
                unit for unit in result.gold_units if Span(*unit) in marked[result.input_id].units
            ],
        }
        for result in results
    }
