"""Runs: from answers to what readers see, batch by batch, so that any worker can do any of it."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from agreement.references.selectors import digest_of_settings, method_of
from agreement.runs.errors import RunEnded
from agreement.runs.models import InputResult, ProcessingRun, RunBatch
from agreement.runs.services.compute import (
    Computed,
    compute_inputs,
    contested_inputs,
    drop_results,
    stage,
    weigh_inputs,
)
from agreement.runs.services.plan import plan_comparing, plan_weighing
from agreement.runs.services.publish import (
    publish_run,
    replaced_results,
    tallies_after,
    weights_after,
)
from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from jobs.models import LIVE, Job
from jobs.services import create_job

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


# The job that leads a run, those that compare some of its inputs, and the one that goes on after them.
RUN, BATCH, GO_ON = "agreement.run", "agreement.batch", "agreement.go_on"
SWEEP = "agreement.sweep"

Reason = ProcessingRun.Reason
PROCESSED_STATES = (Contest.State.TRAINING, Contest.State.OPEN, Contest.State.CLOSED)


@transaction.atomic
def request_run(
    *, contest: Contest, reason: str = Reason.ASKED, actor: Actor | None = None
) -> Request:
    """Begin a run with its job, which the caller enqueues; or join the one that is at work."""
    for run in ProcessingRun.objects.running().filter(contest=contest):
        settle_run(run=run)
    user = actor.user if actor else None
    request = start_run(contest=contest, reason=reason, asked_by=user)
    if request.run is None or not request.is_new:
        return request
    job = create_job(
        kind=RUN,
        params={"run": request.run.pk},
        key=f"{RUN}:{request.run.pk}",
        created_by=user,
        contest_id=contest.pk,
    )
    request.run.job_id = job.pk
    request.run.save(update_fields=["job_id"])
    if actor is not None:
        created = AuditEvent.Action.CREATED
        record(actor, created, "run", request.run.pk, contest_id=contest.pk, reason=reason)
    return Request(request.run, is_new=True, job=job)


def jobs_of(run: ProcessingRun) -> QuerySet[Job]:
    """Return the jobs that do a run's work."""
    kinds = [RUN, BATCH, GO_ON]
    return Job.objects.filter(contest_id=run.contest_id, kind__in=kinds, params__run=run.pk)


def batch_job(batch: RunBatch) -> Job:
    """Return the job of a batch; the caller enqueues it."""
    return create_job(
        kind=BATCH,
        params={"run": batch.run_id, "batch": batch.pk},
        key=f"{BATCH}:{batch.pk}",
        contest_id=batch.run.contest_id,
    )


def go_on_job(batch: RunBatch) -> Job:
    """Return the job that goes on once the last batch of a phase is done; the caller enqueues it."""
    return create_job(
        kind=GO_ON,
        params={"run": batch.run_id},
        key=f"{GO_ON}:{batch.run_id}:{batch.phase}",
        contest_id=batch.run.contest_id,
    )


@transaction.atomic
def settle_run(*, run: ProcessingRun) -> ProcessingRun:
    """End a run that cannot end by itself any more, since a job of its was given up or cancelled."""
    if run.state != State.RUNNING or run.job_id is None:
        return run
    jobs = jobs_of(run)
    broken = jobs.filter(state__in=[Job.State.FAILED, Job.State.GIVEN_UP]).order_by("finished_at")
    if job := broken.first():
        return end_run(run=run, state=State.FAILED, failure=job.last_error)
    if jobs.filter(state=Job.State.CANCELLED).exists():
        return end_run(run=run, state=State.CANCELLED)
    if not jobs.filter(state__in=LIVE).exists():
        return end_run(run=run, state=State.FAILED, failure="Its jobs are gone.")
    return run


def settle_runs() -> None:
    """Look after all runs that are at work."""
    for run in ProcessingRun.objects.running():
        settle_run(run=run)


@transaction.atomic
def cancel_run(*, run: ProcessingRun, actor: Actor) -> ProcessingRun:
    """Stop a run: what it computed is forgotten, and the next run finds the same changes."""
    ended = end_run(run=run, state=State.CANCELLED)
    if ended.state == State.CANCELLED:
        changed = AuditEvent.Action.CHANGED
        record(actor, changed, "run", run.pk, contest_id=run.contest_id, change="cancel")
    return ended


def due_contests(*, now: datetime | None = None) -> list[tuple[Contest, str]]:
    """Return the contests whose time has come, with the reason; whether anything changed is not asked."""
    now = now or timezone.now()
    due = []
    for contest in Contest.objects.filter(state__in=PROCESSED_STATES).order_by("pk"):
        last = contest.runs.order_by("-number").first()
        if last is None or last.started_at + timedelta(minutes=contest.run_every_minutes) <= now:
            due.append((contest, _reason(contest, last)))
        elif _is_before_closing(contest, last):
            # The last answers count at once: everyone waits for the final results.
            due.append((contest, Reason.CLOSING))
    return due


def _reason(contest: Contest, last: ProcessingRun | None) -> str:
    return Reason.CLOSING if _is_before_closing(contest, last) else Reason.PERIODIC


def _is_before_closing(contest: Contest, last: ProcessingRun | None) -> bool:
    """Return whether a contest was closed and has not been processed since."""
    if contest.state != Contest.State.CLOSED or contest.closed_at is None:
        return False
    return last is None or last.started_at < contest.closed_at


def sweep_job(contest: Contest) -> Job:
    """Return the job that looks at all inputs of a contest; the caller enqueues it."""
    return create_job(
        kind=SWEEP,
        params={"contest": contest.pk},
        key=f"{SWEEP}:{contest.pk}",
        contest_id=contest.pk,
    )
