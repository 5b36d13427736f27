"""Queries about jobs."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Protocol, TypeVar
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from jobs.models import NOW, Job, JobQuerySet
from jobs.registry import part_kinds


class MadeByJob(Protocol):
    """A row made by a job; it outlives the job's own row."""

    @property
    def job_id(self) -> UUID | None: ...


Made = TypeVar("Made", bound=MadeByJob)


def with_jobs(made: Iterable[Made]) -> list[tuple[Made, Job | None]]:
    """Return each row with its job, or None if the job was deleted."""
    rows = list(made)
    jobs = Job.objects.in_bulk([row.job_id for row in rows if row.job_id])
    return [(row, jobs.get(row.job_id) if row.job_id else None) for row in rows]


def job_of(made: MadeByJob) -> Job | None:
    """Return the job of this row, if it still exists."""
    return Job.objects.filter(pk=made.job_id).first() if made.job_id else None


def live_job_of(made: MadeByJob) -> Job | None:
    """Return the job of this row, if it is queued or running."""
    job = job_of(made)
    return job if job is not None and job.is_live else None


def latest_job(contest_id: int, key: str) -> Job | None:
    """Return the newest job with this key."""
    return Job.objects.filter(contest_id=contest_id, key=key).order_by("-created_at").first()


def is_at_work(key: str) -> bool:
    """Return whether a job with this key is running or queued."""
    return Job.objects.live().filter(key=key).exists()


# After UNTAKEN without any running job, no worker is alive; after UNMOVED, the workers are stuck.
UNTAKEN = timedelta(minutes=5)
UNMOVED = timedelta(hours=1)


def are_jobs_stuck() -> bool:
    """Return whether queued jobs are not being processed."""
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    if waiting.filter(due_at__lt=NOW - UNMOVED).exists():
        return True
    alive = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__gte=NOW - UNTAKEN)
    return waiting.filter(due_at__lt=NOW - UNTAKEN).exists() and not alive.exists()


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")


def listed_jobs(*, user: User) -> JobQuerySet:
    """Return the visible jobs without parts of other jobs, except parts that failed."""
    failed = Q(state__in=[Job.State.FAILED, Job.State.GIVEN_UP])
    return visible_jobs(user=user).filter(failed | ~Q(kind__in=part_kinds()))
