"""Evaluating the rules on a contest's gold: the steps of the job that does it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.detecting import Proposal, Proposer
from contests.domain.evaluations import Assessment, GoldText, Tally, assess
from contests.exceptions import EvaluationBusy, NoGold
from contests.models import (
    Contest,
    ContestInput,
    DetectorError,
    DetectorEvaluation,
    ErrorPlace,
)
from contests.selectors.detection import is_at_work
from contests.selectors.evaluations import evaluating_key, inputs_with_gold
from corpus.domain.spans import Span
from detection.evaluation import Error
from jobs.models import Job
from jobs.services import create_job

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
