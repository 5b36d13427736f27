"""Letting the workers send what waits to be sent."""

from accounts.tasks import send_due_letters
from jobs.execution import run_job
from jobs.models import Job


def send_letters() -> None:
    """Send every letter that was asked for, as the workers do."""
    send_due_letters()
    for job in Job.objects.filter(state="queued", kind__startswith="contests.send"):
        run_job(job_id=job.pk, worker="host:1")
