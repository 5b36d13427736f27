"""What the pages about jobs read."""

from accounts.models import User
from jobs.models import Job, JobQuerySet


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")


def jobs_of_contest(contest_id: int) -> JobQuerySet:
    """Return the jobs of one contest, newest first; the caller knows who may see them."""
    return Job.objects.filter(contest_id=contest_id).select_related("created_by")
