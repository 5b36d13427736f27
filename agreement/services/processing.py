"""Runs: from answers to what readers see, batch by batch, so that any worker can do any of it."""

from dataclasses import asdict, dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from agreement.exceptions import RunEnded
from agreement.models import InputResult, ProcessingRun, RunBatch
from agreement.selectors.material import digest_of_settings, method_of
from agreement.services.computing import Computed, compute_inputs
from agreement.services.planning import plan_comparing, plan_weighing
from agreement.services.publishing import publish_run, replaced_results
from agreement.services.staging import drop_results, stage
from agreement.services.tallies import tallies_after, weights_after
from agreement.services.weighing import contested_inputs, weigh_inputs
from contests.models import AnnotationTask, Contest, InputChange
from jobs.models import Job

State = ProcessingRun.State


@dataclass(frozen=True)
class Request:
    """What came of asking for a run: a new one, one that was at work already, or none."""

    run: ProcessingRun | None
    is_new: bool = False
    job: Job | None = None


def has_changed(contest: Contest) -> bool:
    """Return whether a run would find anything to compute."""
    latest = ProcessingRun.objects.filter(contest=contest, is_latest=True).first()
    if InputChange.objects.filter(contest=contest).exists():
        return True
    if latest is None:
        answered = AnnotationTask.objects.filter(answered_at__isnull=False)
        return answered.filter(input__contest=contest).exists()
    return bytes(latest.settings_digest) != digest_of_settings(contest)


@transaction.atomic
def start_run(
    *,
    contest: Contest,
    reason: str = ProcessingRun.Reason.ASKED,
    asked_by: User | None = None,
) -> Request:
    """Begin a run if anything has changed; while one is at work, whoever asks joins it."""
    contest = Contest.objects.get(pk=contest.pk)
    at_work = ProcessingRun.objects.running().filter(contest=contest)
    if running := at_work.first():
        return Request(running)
    if not has_changed(contest):
        return Request(None)
    try:
        with transaction.atomic():
            return Request(_create(contest, reason, asked_by), is_new=True)
    except IntegrityError:
        # Someone else was faster.
        return Request(at_work.first())


def _create(contest: Contest, reason: str, asked_by: User | None) -> ProcessingRun:
    last = ProcessingRun.objects.filter(contest=contest).aggregate(last=Max("number"))["last"]
    return ProcessingRun.objects.create(
        contest=contest,
        number=(last or 0) + 1,
        reason=reason,
        asked_by=asked_by,
        settings_digest=digest_of_settings(contest),
        method=asdict(method_of(contest)),
        weighs_votes=contest.weighs_votes,
    )


@transaction.atomic
def plan_run(*, run: ProcessingRun) -> None:
    """Decide once which inputs the run looks at."""
    run = _lock(run)
    if run.state == State.RUNNING and not run.batches.exists():
        plan_comparing(run)


def _lock(run: ProcessingRun) -> ProcessingRun:
    # Not its key: rows that refer to the run are being written all the time.
    locked = ProcessingRun.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("contest").get(pk=run.pk)


def compute_batch(*, batch: RunBatch) -> Computed:
    """Compute a batch; nothing is written."""
    if batch.phase == RunBatch.Phase.WEIGH:
        return weigh_inputs(run=batch.run, input_ids=batch.inputs)
    return compute_inputs(run=batch.run, input_ids=batch.inputs)


@transaction.atomic
def store_batch(*, batch: RunBatch, computed: Computed) -> bool:
    """Stage what was computed, once; return whether all batches of the run are done now."""
    todo = RunBatch.objects.select_for_update(of=("self",)).filter(pk=batch.pk, is_done=False)
    if todo.first() is None:
        return False
    stage(run=batch.run, entries=computed.entries)
    # Late, since others wait: of two batches that end at once, the second sees the first.
    run = _lock(batch.run)
    if run.state != State.RUNNING:
        raise RunEnded
    RunBatch.objects.filter(pk=batch.pk).update(is_done=True, emptied=list(computed.emptied))
    return not run.batches.filter(is_done=False).exists()


@transaction.atomic
def advance_run(*, run: ProcessingRun) -> ProcessingRun:
    """Go on once all batches are done: weigh the votes if they are to be weighed, then publish."""
    run = _lock(run)
    if run.state != State.RUNNING or run.batches.filter(is_done=False).exists():
        return run
    if run.weighs_votes and not run.weights:
        run.weights = weights_after(tallies_after(run, replaced=replaced_results(run)))
        run.save(update_fields=["weights"])
        plan_weighing(run, contested_inputs(run))
    if run.batches.filter(is_done=False).exists():
        return run
    return publish_run(run=run)


def work_through(*, run: ProcessingRun) -> ProcessingRun:
    """Do a whole run here and now."""
    plan_run(run=run)
    while run.state == State.RUNNING:
        for batch in run.batches.filter(is_done=False).select_related("run__contest"):
            store_batch(batch=batch, computed=compute_batch(batch=batch))
        run = advance_run(run=run)
    return run


@transaction.atomic
def end_run(*, run: ProcessingRun, state: str, failure: str = "") -> ProcessingRun:
    """End a run that is not published, and forget what it had computed."""
    # In the order of `store_batch`, which holds its batch and waits for the run: else both would wait.
    list(run.batches.select_for_update(of=("self",)).order_by("pk"))
    run = _lock(run)
    if run.state != State.RUNNING:
        return run
    staged = InputResult.objects.filter(run=run, is_current=False)
    drop_results(list(staged.values_list("pk", flat=True)))
    run.batches.all().delete()
    run.state, run.failure, run.finished_at = state, failure, timezone.now()
    run.save(update_fields=["state", "failure", "finished_at"])
    return run
