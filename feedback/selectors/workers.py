"""What the workers are doing for a contest."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from agreement.models import ProcessingRun
from contests.models import Contest
from jobs.models import Job

# A job that is due and that nobody has begun for so long: no worker is there, or all are busy.
WAITING_TOO_LONG = timedelta(minutes=2)


@dataclass(frozen=True)
class Workers:
    """What is at work, what waits, and what went wrong last."""

    running: list[Job]
    waiting: int
    is_waiting_long: bool
    last_run: ProcessingRun | None
    last_failure: Job | None


def workers_of(contest: Contest, *, now: datetime | None = None) -> Workers:
    """Return the state of everything that is computed for this contest."""
    jobs = Job.objects.filter(contest_id=contest.pk)
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    longest = (now or timezone.now()) - WAITING_TOO_LONG
    return Workers(
        running=list(jobs.filter(state=Job.State.RUNNING)),
        waiting=jobs.filter(state=Job.State.QUEUED).count(),
        is_waiting_long=waiting.filter(due_at__lt=longest).exists(),
        last_run=contest.runs.order_by("-number").first(),
        last_failure=jobs.filter(state__in=["failed", "given-up"]).order_by("-finished_at").first(),
    )
