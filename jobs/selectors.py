"""Reading which jobs there are."""

from django.db.models import Q

from accounts.models import User
from jobs.models import Job, JobQuerySet
from jobs.registry import part_kinds


def latest_job(contest_id: int, key: str) -> Job | None:
    """Return the job with this key that was created last."""
    return Job.objects.filter(contest_id=contest_id, key=key).order_by("-created_at").first()


def is_at_work(key: str) -> bool:
    """Return whether a job with this key is running or queued."""
    return Job.objects.live().filter(key=key).exists()


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")


def listed_jobs(*, user: User) -> JobQuerySet:
    """Return the visible jobs without parts of other jobs, except parts that failed."""
    failed = Q(state__in=[Job.State.FAILED, Job.State.GIVEN_UP])
    return visible_jobs(user=user).filter(failed | ~Q(kind__in=part_kinds()))
