"""Asking for runs, looking after them, and the jobs that do their work."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from agreement.models import ProcessingRun, RunBatch
from agreement.services.processing import Request, end_run, start_run
from contests.models import Contest
from jobs.models import LIVE, Job
from jobs.services import create_job

# The job that leads a run, those that compare some of its inputs, and the one that goes on after them.
RUN, BATCH, GO_ON = "agreement.run", "agreement.batch", "agreement.go_on"
SWEEP = "agreement.sweep"

Reason = ProcessingRun.Reason
State = ProcessingRun.State
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
