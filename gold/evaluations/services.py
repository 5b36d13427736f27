"""The detector on a release: asking for it, the steps of the job that does it, taking it away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.proposals.domain.proposer import Proposal, Proposer, Setup, proposer
from contests.proposals.models import DetectorError, DetectorEvaluation, ErrorPlace
from detection.evaluation import Error
from detection.rules.pipeline import rules_version
from gold.evaluations.domain import Assessment, GoldText, Tally, assess, version_of
from gold.evaluations.errors import (
    AlreadyEvaluated,
    EvaluationBusy,
    NoGold,
    NothingToEvaluate,
    ReleaseEvaluationBusy,
)
from gold.evaluations.models import ReleaseError, ReleaseEvaluation
from gold.evaluations.selectors import (
    Subset,
    evaluated_on,
    evaluating_key,
    inputs_with_gold,
    positions_in,
    setups_of,
)
from gold.evaluations.selectors import evaluating_key_evaluations as evaluating_key_of_evaluating
from gold.releases.models import Release, ReleaseInput
from gold.releases.services import maker_of
from jobs.models import Job
from jobs.selectors import is_at_work
from jobs.services import create_job
from text.spans import Span

EVALUATE = "contests.evaluate"


@transaction.atomic
def start_evaluating(*, contest: Contest, actor: Actor) -> Job:
    """Create the job that evaluates; the caller enqueues it."""
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if not inputs_with_gold(contest).exists():
        raise NoGold
    if is_at_work(evaluating_key(contest.pk)):
        raise EvaluationBusy
    evaluation = DetectorEvaluation.objects.create(
        contest=contest, digest="", created_by=actor.user
    )
    record(actor, AuditEvent.Action.CREATED, "evaluation", evaluation.pk, contest_id=contest.pk)
    return create_job(
        kind=EVALUATE,
        params={"evaluation": evaluation.pk},
        key=evaluating_key(contest.pk),
        created_by=actor.user,
        contest_id=contest.pk,
    )


def begin(*, evaluation: DetectorEvaluation, digest: str) -> None:
    """Forget what was found by other rules."""
    evaluation.errors.all().delete()
    evaluation.digest, evaluation.inputs, evaluation.tally = digest, 0, Tally().as_members()
    evaluation.save(update_fields=["digest", "inputs", "tally"])


@dataclass(frozen=True)
class Batch:
    """Some inputs with their assessment, not stored yet."""

    inputs: Sequence[ContestInput]
    assessment: Assessment
    # Inputs after these.
    remaining: int


def assess_batch(*, contest: Contest, after: int, size: int, proposer: Proposer) -> Batch:
    """Return the next inputs with gold, and how the rules do on them."""
    ahead = inputs_with_gold(contest).filter(pk__gt=after)
    inputs = list(ahead.only("pk", "text", "gold")[:size])
    texts = [GoldText(item.text, [Span(*unit) for unit in item.gold or ()]) for item in inputs]
    return Batch(inputs, assess(texts, proposer), max(0, ahead.count() - len(inputs)))


def store_batch(*, evaluation: DetectorEvaluation, batch: Batch) -> None:
    """Add the batch to the evaluation's figures and errors."""
    stored = DetectorEvaluation.objects.select_for_update().get(pk=evaluation.pk)
    assessment = batch.assessment
    tally = Tally.of(stored.tally).plus(assessment.result, assessment.unsought)
    stored.tally, stored.inputs = tally.as_members(), stored.inputs + len(batch.inputs)
    stored.save(update_fields=["tally", "inputs"])
    DetectorError.objects.bulk_create(_rows(stored, batch), batch_size=500)


def _rows(evaluation: DetectorEvaluation, batch: Batch) -> Iterator[DetectorError]:
    for error, proposal in batch.assessment.errors:
        row = DetectorError(evaluation=evaluation, input=batch.inputs[error.number])
        yield describe(row, error, proposal)


Row = TypeVar("Row", bound=ErrorPlace)


def describe(row: Row, error: Error, proposal: Proposal | None) -> Row:
    """Write into a row, not stored yet, what is wrong and where."""
    row.kind = error.kind
    if error.gold:
        row.gold_start, row.gold_end = error.gold.start, error.gold.end
        row.gold_label = error.gold.label
    if error.predicted:
        row.found_start, row.found_end = error.predicted.start, error.predicted.end
        row.found_label = error.predicted.label
    if proposal:
        row.rule, (row.trigger_start, row.trigger_end) = proposal.rule, proposal.trigger
    return row


def finish(*, evaluation: DetectorEvaluation) -> None:
    """Make this the evaluation that the contest has; earlier ones are gone."""
    DetectorEvaluation.objects.filter(pk=evaluation.pk).update(finished_at=timezone.now())
    DetectorEvaluation.objects.filter(contest=evaluation.contest_id, pk__lt=evaluation.pk).delete()


EVALUATE_EVALUATING = "gold.evaluate"


@transaction.atomic
def start_evaluating_evaluating(
    *, release: Release, subset: Subset, actor: Actor
) -> tuple[ReleaseEvaluation, Job]:
    """Create an evaluation of the present rules and its job; the caller enqueues it."""
    release = Release.objects.select_for_update(no_key=True).get(pk=release.pk)
    if is_at_work(evaluating_key_of_evaluating(release.pk)):
        raise ReleaseEvaluationBusy
    digest = version_of(setups_of(release))
    known = evaluated_on(release, subset).filter(digest=digest).first()
    if known is not None:
        raise AlreadyEvaluated(known.pk, known.finished_at)
    if not positions_in(release, subset):
        raise NothingToEvaluate
    # What did not come to its end never will: its job is over.
    release.evaluations.filter(finished_at=None).delete()
    evaluation = ReleaseEvaluation.objects.create(
        release=release,
        split=subset.split,
        part=subset.part,
        digest=digest,
        rules=rules_version(),
        created_by=maker_of(actor),
    )
    job = create_job(
        kind=EVALUATE_EVALUATING,
        params={"evaluation": evaluation.pk},
        key=evaluating_key_of_evaluating(release.pk),
        created_by=actor.user,
    )
    evaluation.job_id = job.pk
    evaluation.save(update_fields=["job_id"])
    _note(evaluation, AuditEvent.Action.CREATED, actor)
    return evaluation, job


def _note(
    evaluation: ReleaseEvaluation, action: AuditEvent.Action, actor: Actor, **details: object
) -> None:
    """Write an event into the log of each contest."""
    for contest_id in evaluation.release.contests.values_list("contest", flat=True):
        record(
            actor,
            action,
            "evaluation",
            evaluation.pk,
            contest_id=contest_id,
            release=evaluation.release_id,
            **details,
        )


def note_download(*, evaluation: ReleaseEvaluation, form: str, actor: Actor) -> None:
    """Write down that figures, or the places of errors, leave the platform."""
    _note(evaluation, AuditEvent.Action.EXPORTED, actor, format=form)


def begin_evaluating(*, evaluation: ReleaseEvaluation, digest: str) -> None:
    """Forget what was found by other rules."""
    evaluation.errors.all().delete()
    evaluation.digest, evaluation.rules = digest, rules_version()
    evaluation.texts, evaluation.tally = 0, Tally().as_members()
    evaluation.save(update_fields=["digest", "rules", "texts", "tally"])


@dataclass(frozen=True)
class Assessed:
    """Some texts of one contest with how the rules do on them, not stored yet."""

    inputs: Sequence[ReleaseInput]
    assessment: Assessment


def assess_batch_evaluating(
    *, release: Release, positions: Sequence[int], proposers: Mapping[int, Proposer]
) -> list[Assessed]:
    """Return how the rules do on these texts: on each with those of its contest."""
    rows = release.inputs.filter(position__in=positions).select_related("contest")
    by_contest: dict[int, list[ReleaseInput]] = {}
    for row in rows.order_by("position"):
        by_contest.setdefault(row.contest.contest_id, []).append(row)
    return [
        Assessed(inputs, assess([_gold(item) for item in inputs], proposers[contest]))
        for contest, inputs in by_contest.items()
    ]


def proposers_of(setups: Mapping[int, Setup]) -> dict[int, Proposer]:
    """Return the detector of each contest; contests that add nothing share one."""
    made = {setup: proposer(setup) for setup in set(setups.values())}
    return {contest: made[setup] for contest, setup in setups.items()}


def _gold(item: ReleaseInput) -> GoldText:
    spans = [Span(unit["start"], unit["end"], unit["label"]) for unit in item.units]
    return GoldText(item.text, spans)


def store_batch_evaluating(*, evaluation: ReleaseEvaluation, batch: Sequence[Assessed]) -> None:
    """Add a batch to the evaluation's figures and errors."""
    stored = ReleaseEvaluation.objects.select_for_update(of=("self",)).get(pk=evaluation.pk)
    tally = Tally.of(stored.tally)
    for part in batch:
        tally = tally.plus(part.assessment.result, part.assessment.unsought)
        stored.texts += len(part.inputs)
        ReleaseError.objects.bulk_create(_rows_evaluating(stored, part), batch_size=500)
    stored.tally = tally.as_members()
    stored.save(update_fields=["tally", "texts"])


def _rows_evaluating(evaluation: ReleaseEvaluation, part: Assessed) -> Iterator[ReleaseError]:
    for error, proposal in part.assessment.errors:
        row = ReleaseError(evaluation=evaluation, input=part.inputs[error.number])
        yield describe(row, error, proposal)


def finish_evaluating(*, evaluation: ReleaseEvaluation) -> None:
    """Let it be seen; it goes if rules went back meanwhile to what is known already."""
    made = ReleaseEvaluation.objects.finished().on_the_texts_of(evaluation)
    if made.filter(digest=evaluation.digest).exists():
        evaluation.delete()
        return
    ReleaseEvaluation.objects.filter(pk=evaluation.pk).update(finished_at=timezone.now())
