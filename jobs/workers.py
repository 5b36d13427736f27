"""The name under which a worker's processes own jobs."""

import os
import socket

# In the environment: pool processes inherit it, forked or spawned.
VARIABLE = "PALIO_WORKER"


def name_worker() -> None:
    """Take this process for a worker's main process."""
    os.environ[VARIABLE] = f"{socket.gethostname()}:{os.getpid()}"


def worker_name() -> str:
    """Return machine and main process of this worker."""
    return os.environ.get(VARIABLE) or f"{socket.gethostname()}:{os.getpid()}"
