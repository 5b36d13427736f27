"""Operations on jobs. `jobs.tasks` sends the queue messages."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from accounts.audit import CHANGED, Actor, record
from accounts.models import User
from jobs.errors import JobAtWork, UnfitParameters
from jobs.models import NOW, Job
from jobs.registry import handler_of
from jobs.runs import Json

log = structlog.get_logger("palio.jobs")

MAX_RETRIES = 5
# A longer parameter would be text, and possibly clinical.
LONGEST_PARAMETER = 200
# Most messages sent in one sweep, oldest jobs first.
SWEEP_SIZE = 100


def start_job(
    kind: str, params: Json, *, actor: Actor, key: str = "", contest_id: int | None = None
) -> Job:
    """Create a queued job; raise JobAtWork while a job with its key is live. Then `enqueue` it.

    By default the key is the kind with the first parameter: one live job of a kind for each object.
    """
    key = key or f"{kind}:{next(iter(params.values()))}"
    refuse_while_at_work(key)
    return create_job(kind, params, key=key, created_by=actor.user, contest_id=contest_id)


def refuse_while_at_work(key: str) -> None:
    """Raise JobAtWork while a job with this key is running or queued."""
    live = Job.objects.live().filter(key=key).first()
    if live is not None:
        raise JobAtWork(job=live.title)


def create_job(
    kind: str,
    params: Json | None = None,
    *,
    key: str = "",
    created_by: User | None = None,
    contest_id: int | None = None,
) -> Job:
    """Create a queued job, or return the live one with the same key. Then `enqueue` it.

    The managers of the contest see it: by default of the contest among the parameters.
    """
    handler_of(kind)
    params = params or {}
    _check_parameters(params)
    contest_id = params.get("contest") if contest_id is None else contest_id
    job = Job(kind=kind, params=params, key=key, created_by=created_by, contest_id=contest_id)
    try:
        with transaction.atomic():
            job.save(force_insert=True)
    except IntegrityError:
        live = Job.objects.live().filter(key=key).first() if key else None
        if live is None:
            raise
        return live
    return job


def _check_parameters(value: Any) -> None:
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            _check_parameters(part)
    elif isinstance(value, str) and len(value) > LONGEST_PARAMETER:
        raise UnfitParameters("A job's parameters are ids and short options, not text.")


@transaction.atomic
def cancel_job(*, job: Job, actor: Actor) -> Job:
    """Cancel a queued job at once; ask a running one to stop at its next step."""
    job = Job.objects.select_for_update(no_key=True).get(pk=job.pk)
    if not job.is_cancellable:
        return job
    changes: dict[str, Any] = {"cancel_requested_at": NOW}
    if job.state == Job.State.QUEUED:
        changes |= {"state": Job.State.CANCELLED, "finished_at": NOW}
    _change(job, **changes)
    record(actor, CHANGED, "job", job.pk, contest_id=job.contest_id, change="cancel")
    job.refresh_from_db()
    return job


def mark_enqueued(*, job_id: UUID) -> None:
    """Note that a message for this job was sent."""
    Job.objects.filter(pk=job_id).update(enqueued_at=NOW)


def claim_job(*, job_id: UUID, worker: str) -> Job | None:
    """Make this worker the owner of a queued job; return None if the job is not queued."""
    lease = secrets.token_hex(16)
    queued = Job.objects.filter(pk=job_id, state=Job.State.QUEUED, due_at__lte=NOW)
    claimed = queued.update(
        state=Job.State.RUNNING,
        lease=lease,
        worker=worker[:120],
        attempts=F("attempts") + 1,
        started_at=Coalesce(F("started_at"), NOW),
        heartbeat_at=NOW,
        interrupt_requested_at=None,
    )
    return Job.objects.get(pk=job_id, lease=lease) if claimed else None


def succeed_job(*, job_id: UUID, lease: str) -> bool:
    """Record that the job is done, if this run still owns it."""
    return _end(job_id, lease, state=Job.State.SUCCEEDED, last_error="")


def fail_job(*, job_id: UUID, lease: str, error: str) -> bool:
    """Record that the job failed, if this run still owns it."""
    return _end(job_id, lease, state=Job.State.FAILED, last_error=error)


def stop_job(*, job_id: UUID, lease: str) -> bool:
    """Record that the job was cancelled, if this run still owns it."""
    return _end(job_id, lease, state=Job.State.CANCELLED)


def _end(job_id: UUID, lease: str, **changes: Any) -> bool:
    held = Job.objects.held(job_id, lease=lease)
    return bool(held.update(lease="", finished_at=NOW, **changes))


@transaction.atomic
def retry_job(*, job_id: UUID, lease: str, error: str) -> None:
    """Requeue a job after a transient error, or fail it after MAX_RETRIES of them."""
    job = Job.objects.held(job_id, lease=lease).select_for_update(no_key=True).first()
    if job is None:
        return
    if job.retries >= MAX_RETRIES:
        fail_job(job_id=job_id, lease=lease, error=error)
        return
    seconds = min(settings.JOB_REAP_SECONDS * 2**job.retries / 2, settings.JOB_STALE_SECONDS)
    _requeue(job, seconds=seconds, retries=job.retries + 1, last_error=error)


@transaction.atomic
def release_job(*, job_id: UUID, lease: str, seconds: float = 0) -> None:
    """Requeue a job that its worker cannot finish yet, without counting a failure."""
    job = Job.objects.held(job_id, lease=lease).select_for_update(no_key=True).first()
    if job is not None:
        # Waiting for another job does not count as an attempt.
        attempts = {"attempts": F("attempts") - 1} if seconds else {}
        _requeue(job, seconds=seconds, **attempts)


@transaction.atomic
def release_running_jobs(*, died: bool) -> int:
    """Requeue all running jobs. Call only when no worker is running.

    With `died`, count a death for each job: any of them may have caused the crash.
    """
    jobs = list(Job.objects.filter(state=Job.State.RUNNING).select_for_update(no_key=True))
    for job in jobs:
        if died:
            _give_up_or_requeue(job)
        else:
            _requeue(job)
    return len(jobs)


def interrupt_jobs(*, worker: str) -> int:
    """Ask the jobs of a worker that shuts down to go back into the queue at their next step."""
    running = Job.objects.filter(state=Job.State.RUNNING, worker=worker)
    return running.update(interrupt_requested_at=NOW)


@transaction.atomic
def hand_back_jobs(*, worker: str) -> int:
    """Requeue the jobs that a stopping worker was asked to release and did not."""
    asked = Job.objects.filter(
        state=Job.State.RUNNING, worker=worker, interrupt_requested_at__isnull=False
    )
    # Skip locked rows: such a job is inside a step; the reaper finds it if the worker dies.
    jobs = list(asked.select_for_update(skip_locked=True, no_key=True))
    for job in jobs:
        _requeue(job)
    return len(jobs)


def reap_jobs() -> Collection[UUID]:
    """Requeue the jobs of dead workers; return the queued jobs that need a message."""
    with transaction.atomic():
        # Skip locked rows: a run inside a step is alive, and another reaper may be running.
        stale = Job.objects.stale(seconds=settings.JOB_STALE_SECONDS)
        for job in stale.select_for_update(skip_locked=True, no_key=True):
            _give_up_or_requeue(job)
    return _take_unsent()


def _take_unsent() -> Collection[UUID]:
    unsent = Job.objects.unsent(seconds=settings.JOB_STALE_SECONDS)
    ids = list(unsent.order_by("created_at").values_list("pk", flat=True)[:SWEEP_SIZE])
    # A conditional update per job: of two concurrent sweeps only one gets it.
    return [job_id for job_id in ids if unsent.filter(pk=job_id).update(enqueued_at=NOW)]


def _give_up_or_requeue(job: Job) -> None:
    """Requeue a job whose worker died, or give it up after too many deaths."""
    deaths = job.deaths + 1
    log.warning("job lost its worker", job_id=str(job.pk), deaths=deaths, worker=job.worker)
    if job.interrupt_requested_at is not None:
        # The worker was told to stop and did not manage in time: not the job's fault.
        _requeue(job)
    elif deaths < settings.JOB_MAX_DEATHS or job.cancel_requested_at is not None:
        _requeue(job, deaths=deaths, last_error=f"Worker {job.worker} died.")
    else:
        error = f"Given up: its worker died {deaths} times, last {job.worker}."
        ended = {"state": Job.State.GIVEN_UP, "finished_at": NOW, "lease": ""}
        _change(job, **ended, deaths=deaths, last_error=error)


def _requeue(job: Job, *, seconds: float = 0, **changes: Any) -> None:
    """Requeue a running job, or cancel it if that was requested."""
    if job.cancel_requested_at is not None:
        changes |= {"state": Job.State.CANCELLED, "finished_at": NOW}
    else:
        # Do not add 0: SQLite writes a sum with more digits, which compares as later than NOW.
        due_at = NOW + timedelta(seconds=seconds) if seconds else NOW
        changes |= {"state": Job.State.QUEUED, "due_at": due_at, "enqueued_at": None}
    _change(job, lease="", interrupt_requested_at=None, **changes)


def _change(job: Job, **changes: Any) -> None:
    Job.objects.filter(pk=job.pk).update(**changes)
