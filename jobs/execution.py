"""Run one claimed job and record its outcome."""

import sqlite3
import sysconfig
import threading
from types import TracebackType
from typing import Self
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from jobs import services
from jobs.errors import JobCancelled, JobInterrupted, JobPostponed, JobStopped, TransientJobError
from jobs.models import NOW, Job
from jobs.registry import handler_of
from jobs.runs import JobRun

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
        # The thread may be waiting for a locked database; it can safely outlive the job.
        self._thread.join(timeout=1)

    def _beat(self) -> None:
        while not self._stop.wait(settings.JOB_HEARTBEAT_SECONDS):
            try:
                self._touch()
            except (DatabaseError, InterfaceError) as error:
                # The job itself may be fine; if the database is down, its next step fails.
                log.warning(
                    "heartbeat missed", job_id=str(self._job_id), error=type(error).__name__
                )
            finally:
                # Django closes only the main thread's connection.
                connection.close()

    def _touch(self) -> None:
        if not Job.objects.held(self._job_id, lease=self._lease).update(heartbeat_at=NOW):
            self._stop.set()


SQLITE_BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# Lost connection, deadlock or serialisation failure, too many connections, lock not available,
# server shutting down or starting: https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRES_CLASSES = ("08", "40", "53300", "55P03", "57P0")


def is_transient(error: BaseException) -> bool:
    """Return whether a retry may succeed."""
    if isinstance(error, TransientJobError):
        return True
    return isinstance(error, OperationalError | InterfaceError) and _is_temporary(error.__cause__)


def _is_temporary(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        # The low byte is the primary code, the rest says more about it. "No such table" is an
        # OperationalError too, and waiting does not help it.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in SQLITE_BUSY_CODES
    # Without a code the server was not even reached.
    state = getattr(cause, "sqlstate", None) or "08"
    return str(state).startswith(POSTGRES_CLASSES)


LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))


def run_job(*, job_id: UUID, worker: str) -> None:
    """Run the job if it is queued; a message for any other job is outdated."""
    job = services.claim_job(job_id=job_id, worker=worker)
    if job is None:
        log.info("no such queued job", job_id=str(job_id))
        return
    log.info("job started", job_id=str(job_id), kind=job.kind, attempt=job.attempts)
    with Outcome(job), Heartbeat(job.pk, lease=job.lease):
        handler_of(job.kind).run(JobRun.of(job))


class Outcome:
    """Records how its block ended; suppresses exceptions that are not failures."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not connection.in_atomic_block:
            # The error may have been the loss of this very connection.
            connection.close_if_unusable_or_obsolete()
        outcome = self._record(error)
        log.info("job ended", job_id=str(self._job.pk), kind=self._job.kind, outcome=outcome)
        return outcome not in ("failed", "killed")

    def _record(self, error: BaseException | None) -> str:
        job_id, lease = self._job.pk, self._job.lease
        if error is None:
            return "succeeded" if services.succeed_job(job_id=job_id, lease=lease) else "lost"
        if isinstance(error, JobStopped):
            return self._record_stop(error)
        if is_transient(error):
            services.retry_job(job_id=job_id, lease=lease, error=describe(error))
            return "put off"
        if not isinstance(error, Exception):
            # The process itself is ending (SystemExit, KeyboardInterrupt): that is a death, and
            # the reaper counts it.
            return "killed"
        services.fail_job(job_id=job_id, lease=lease, error=describe(error))
        return "failed"

    def _record_stop(self, stop: JobStopped) -> str:
        job_id, lease = self._job.pk, self._job.lease
        match stop:
            case JobCancelled():
                services.stop_job(job_id=job_id, lease=lease)
                return "cancelled"
            case JobInterrupted():
                services.release_job(job_id=job_id, lease=lease)
                return "released"
            case JobPostponed(seconds=seconds):
                services.release_job(job_id=job_id, lease=lease, seconds=seconds)
                return "postponed"
            case _:
                return "lost"


def describe(error: BaseException) -> str:
    """Return an error's type and code location, and its message if it is safe to show.

    Other messages may quote clinical text.
    """
    text = f"{type(error).__module__}.{type(error).__qualname__} at {_place(error.__traceback__)}"
    if getattr(error, "safe_to_show", False) and str(error):
        return f"{error} ({text})"
    return text


def _place(trace: TracebackType | None) -> str:
    """Return module, line and function of the innermost frame outside libraries, if any."""
    place = own_place = ""
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        place = f"{module}:{trace.tb_lineno} ({trace.tb_frame.f_code.co_name})"
        if not trace.tb_frame.f_code.co_filename.startswith(LIBRARIES):
            own_place = place
        trace = trace.tb_next
    return own_place or place or "?"
