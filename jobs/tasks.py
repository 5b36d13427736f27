"""Tasks that run a job and requeue the jobs of dead workers. Both may be delivered twice."""

import os
import socket
from functools import partial
from uuid import UUID

import structlog
from celery import shared_task
from django.db import transaction
from kombu.exceptions import OperationalError

from jobs import execution, services
from jobs.models import Job

# In the environment: pool processes inherit it, forked or spawned.
VARIABLE = "PALIO_WORKER"


def name_worker() -> None:
    """Declare this process a worker's main process."""
    os.environ[VARIABLE] = f"{socket.gethostname()}:{os.getpid()}"


def worker_name() -> str:
    """Return machine and main process of this worker."""
    return os.environ.get(VARIABLE) or f"{socket.gethostname()}:{os.getpid()}"


log = structlog.get_logger("palio.jobs")


@shared_task(name="jobs.run")
def run_job(job_id: str) -> None:
    """Run this job, if it is queued."""
    execution.run_job(job_id=UUID(job_id), worker=worker_name())


@shared_task(name="jobs.reap")
def reap_jobs() -> None:
    """Queue the jobs of dead workers again and send lost messages again."""
    for job_id in services.reap_jobs():
        _send(job_id)


def enqueue(job: Job | None) -> None:
    """Queue the job, if any, once the transaction is committed."""
    if job is not None:
        transaction.on_commit(partial(_send_first, job.pk))


def _send_first(job_id: UUID) -> None:
    if _send(job_id):
        services.mark_enqueued(job_id=job_id)


def _send(job_id: UUID) -> bool:
    try:
        run_job.apply_async(args=[str(job_id)])
    except OperationalError:
        # The job's row is stored: the reaper sends its message again.
        log.warning("queue does not answer", job_id=str(job_id))
        return False
    return True
