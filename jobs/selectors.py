"""What the pages about jobs read."""

from accounts.models import User
from jobs.models import Job, JobQuerySet


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")
