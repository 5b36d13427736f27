"""What the pages about jobs read."""

from django.db.models import Q

from accounts.models import User
from jobs.models import Job, JobQuerySet
from jobs.registry import part_kinds


def visible_jobs(*, user: User) -> JobQuerySet:
    """Return the jobs that this person may see, newest first."""
    return Job.objects.visible_to(user).select_related("created_by")


def listed_jobs(*, user: User) -> JobQuerySet:
    """Return those of them that a list shows: parts of other jobs only where they went wrong."""
    went_wrong = Q(state__in=[Job.State.FAILED, Job.State.GIVEN_UP])
    return visible_jobs(user=user).filter(went_wrong | ~Q(kind__in=part_kinds()))
