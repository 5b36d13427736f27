"""What can be done to a job. Nothing here sends a message: see jobs.tasks."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from jobs.errors import UnfitParameters
from jobs.models import NOW, Job, JobQuerySet
from jobs.registry import handler_of, part_kinds


def latest_job(contest_id: int, key: str) -> Job | None:
    """Return the job with this key that was asked for last."""
    jobs = Job.objects.filter(contest_id=contest_id, key=key)
    return jobs.order_by("-created_at").first()


def is_at_work(key: str) -> bool:
    """Return whether a job with this key runs or waits."""
    return Job.objects.live().filter(key=key).exists()


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")


def listed_jobs(*, user: User) -> JobQuerySet:
    """Return those of them that a list shows: parts of other jobs only where they went wrong."""
    went_wrong = Q(state__in=[Job.State.FAILED, Job.State.GIVEN_UP])
    return visible_jobs(user=user).filter(went_wrong | ~Q(kind__in=part_kinds()))


log = structlog.get_logger("palio.jobs")

MAX_RETRIES = 5
# A parameter longer than this is text, and text may be clinical.
LONGEST_PARAMETER = 200
# How many messages one sweep sends: behind a long queue the oldest jobs come first anyway.
SWEEP_SIZE = 100


def create_job(
    *,
    kind: str,
    params: dict[str, Any] | None = None,
    key: str = "",
    created_by: User | None = None,
    contest_id: int | None = None,
) -> Job:
    """Create a queued job, or return the live one with the same key; then `jobs.tasks.enqueue` it."""
    handler_of(kind)
    _check_parameters(params or {})
    job = Job(kind=kind, params=params or {}, key=key, created_by=created_by, contest_id=contest_id)
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
    record(
        actor, AuditEvent.Action.CHANGED, "job", job.pk, contest_id=job.contest_id, change="cancel"
    )
    job.refresh_from_db()
    return job


def mark_enqueued(*, job_id: UUID) -> None:
    """Note that a message for this job is under way."""
    Job.objects.filter(pk=job_id).update(enqueued_at=NOW)


def claim_job(*, job_id: UUID, worker: str) -> Job | None:
    """Make this worker the owner of a queued job; None if there is nothing to claim."""
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
    """Put a job that met a transient error back for later, or fail it after MAX_RETRIES of them."""
    job = Job.objects.held(job_id, lease=lease).select_for_update(no_key=True).first()
    if job is None:
        return
    if job.retries >= MAX_RETRIES:
        fail_job(job_id=job_id, lease=lease, error=error)
        return
    seconds = min(settings.JOB_REAP_SECONDS * 2**job.retries / 2, settings.JOB_STALE_SECONDS)
    _put_back(job, seconds=seconds, retries=job.retries + 1, last_error=error)


@transaction.atomic
def release_job(*, job_id: UUID, lease: str) -> None:
    """Put a job that its worker cannot finish back into the queue; nobody is to blame."""
    job = Job.objects.held(job_id, lease=lease).select_for_update(no_key=True).first()
    if job is not None:
        _put_back(job)


@transaction.atomic
def release_running_jobs(*, died: bool) -> int:
    """Put all running jobs back into the queue: for who knows that no worker is alive.

    `died` counts a death for each: after a crash nobody knows whether the job was its cause.
    """
    jobs = list(Job.objects.filter(state=Job.State.RUNNING).select_for_update(no_key=True))
    for job in jobs:
        if died:
            _bury(job)
        else:
            _put_back(job)
    return len(jobs)


def interrupt_jobs(*, worker: str) -> int:
    """Ask the jobs of a worker that shuts down to go back into the queue at their next step."""
    running = Job.objects.filter(state=Job.State.RUNNING, worker=worker)
    return running.update(interrupt_requested_at=NOW)


def reap_jobs() -> Collection[UUID]:
    """Take jobs from workers that died; return the queued jobs that need a message."""
    with transaction.atomic():
        # Skipping locked rows: a run in the middle of a step is alive, and a second reaper may
        # be at work.
        stale = Job.objects.stale(seconds=settings.JOB_STALE_SECONDS)
        for job in stale.select_for_update(skip_locked=True, no_key=True):
            _bury(job)
    return _take_unsent()


def _take_unsent() -> Collection[UUID]:
    unsent = Job.objects.unsent(seconds=settings.JOB_STALE_SECONDS)
    ids = list(unsent.order_by("created_at").values_list("pk", flat=True)[:SWEEP_SIZE])
    # One at a time and on condition: of two sweeps at once only one gets the job.
    return [job_id for job_id in ids if unsent.filter(pk=job_id).update(enqueued_at=NOW)]


def _bury(job: Job) -> None:
    """Take a job from its dead worker: back into the queue, or given up after too many deaths."""
    deaths = job.deaths + 1
    log.warning("job lost its worker", job_id=str(job.pk), deaths=deaths, worker=job.worker)
    if job.interrupt_requested_at is not None:
        # The worker was told to stop and did not manage in time: not the job's fault.
        _put_back(job)
    elif deaths < settings.JOB_MAX_DEATHS or job.cancel_requested_at is not None:
        _put_back(job, deaths=deaths, last_error=f"Worker {job.worker} died.")
    else:
        error = f"Given up: its worker died {deaths} times, last {job.worker}."
        _change(
            job,
            state=Job.State.GIVEN_UP,
            finished_at=NOW,
            lease="",
            deaths=deaths,
            last_error=error,
        )


def _put_back(job: Job, *, seconds: float = 0, **changes: Any) -> None:
    """Queue a running job again, unless someone wanted it cancelled."""
    if job.cancel_requested_at is not None:
        changes |= {"state": Job.State.CANCELLED, "finished_at": NOW}
    else:
        # Not plus nothing: SQLite writes a sum with more digits, and as text that is later than now.
        due_at = NOW + timedelta(seconds=seconds) if seconds else NOW
        changes |= {"state": Job.State.QUEUED, "due_at": due_at, "enqueued_at": None}
    _change(job, lease="", interrupt_requested_at=None, **changes)


def _change(job: Job, **changes: Any) -> None:
    Job.objects.filter(pk=job.pk).update(**changes)
