"""What a worker does about its jobs when it starts and stops."""

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

# Most jobs come to a step in less; who stops services waits for some twenty seconds before killing them.
HAND_BACK_SECONDS = 8
HAND_BACK_TRIES = 3


def name_worker(**_kwargs: Any) -> None:
    workers.name_worker()


def release_jobs(**_kwargs: Any) -> None:
    """Let running jobs go back into the queue instead of keeping the worker waiting."""
    try:
        asked = services.interrupt_jobs(worker=workers.worker_name())
    finally:
        connection.close()
    if asked:
        waiting = threading.Timer(HAND_BACK_SECONDS, _end)
        waiting.daemon = True
        waiting.start()


def _end() -> None:
    """Hand back the jobs that have come to no step, and end this worker with all its processes."""
    try:
        # More than once: a heartbeat holds a job's row for a moment.
        for _ in range(HAND_BACK_TRIES):
            services.hand_back_jobs(worker=workers.worker_name())
            time.sleep(0.2)
    finally:
        for process in active_children():
            os.kill(process.pid, signal.SIGKILL)
        os._exit(os.EX_OK)


worker_init.connect(name_worker)
worker_shutting_down.connect(release_jobs)
