"""Name the worker when it starts, and requeue its jobs when it stops."""

import os
import signal
import threading
import time
from typing import Any

from billiard import active_children
from celery.signals import worker_init, worker_shutting_down
from django.db import connection

from jobs import services
from jobs import tasks as workers

# Most jobs reach a step sooner; service managers kill after about twenty seconds.
HAND_BACK_SECONDS = 8
HAND_BACK_TRIES = 3


def name_worker(**_kwargs: Any) -> None:
    workers.name_worker()


def release_jobs(**_kwargs: Any) -> None:
    """Ask running jobs to return to the queue, so that the worker can stop."""
    try:
        asked = services.interrupt_jobs(worker=workers.worker_name())
    finally:
        connection.close()
    if asked:
        waiting = threading.Timer(HAND_BACK_SECONDS, _hand_back_and_exit)
        waiting.daemon = True
        waiting.start()


def _hand_back_and_exit() -> None:
    """Requeue the jobs that reached no step, and end this worker with all its processes."""
    try:
        # Retry: a heartbeat may hold a job's row for a moment.
        for _ in range(HAND_BACK_TRIES):
            services.hand_back_jobs(worker=workers.worker_name())
            time.sleep(0.2)
    finally:
        for process in active_children():
            os.kill(process.pid, signal.SIGKILL)
        os._exit(os.EX_OK)


worker_init.connect(name_worker)
worker_shutting_down.connect(release_jobs)
