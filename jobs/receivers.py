"""What a worker does about its jobs when it starts and stops."""

from typing import Any

from celery.signals import worker_init, worker_shutting_down
from django.db import connection

from jobs import services
from jobs import tasks as workers


def name_worker(**_kwargs: Any) -> None:
    workers.name_worker()


def release_jobs(**_kwargs: Any) -> None:
    """Let running jobs go back into the queue instead of keeping the worker waiting."""
    try:
        services.interrupt_jobs(worker=workers.worker_name())
    finally:
        connection.close()


worker_init.connect(name_worker)
worker_shutting_down.connect(release_jobs)
