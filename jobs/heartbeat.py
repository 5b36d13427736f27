"""The sign of life of a running job."""

import threading
from types import TracebackType
from typing import Self
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from jobs.models import NOW, Job

log = structlog.get_logger("palio.jobs")


class Heartbeat:
    """While entered, touches the job's row every JOB_HEARTBEAT_SECONDS from a thread of its own."""

    def __init__(self, job_id: UUID, *, lease: str) -> None:
        self._job_id = job_id
        self._lease = lease
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="job-heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        # Not longer: on a locked database it may wait for its turn, and it harms nobody.
        self._thread.join(timeout=1)

    def _beat(self) -> None:
        while not self._stop.wait(settings.JOB_HEARTBEAT_SECONDS):
            try:
                self._touch()
            except (DatabaseError, InterfaceError) as error:
                # The job itself may be fine; if the database is gone for good, it will notice.
                log.warning(
                    "heartbeat missed", job_id=str(self._job_id), error=type(error).__name__
                )
            finally:
                # The connection is this thread's own; nobody else would close it.
                connection.close()

    def _touch(self) -> None:
        if not Job.objects.held(self._job_id, lease=self._lease).update(heartbeat_at=NOW):
            self._stop.set()
