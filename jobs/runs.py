"""One run of a job, as its handler sees it: parameters in, steps out.

A step is one transaction: it locks the job's row, makes sure that this run still owns the job, does
its work and stores the progress. So whatever is killed and whenever, the work of a step and the note
that it is done are in the database together or not at all. A handler therefore looks at
`run.checkpoint` where to go on, and keeps its steps short: until a step ends, others wait.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from jobs.errors import JobCancelled, JobInterrupted, LeaseLost
from jobs.models import NOW, Job

Json = dict[str, Any]
LONGEST_PAUSE_SECONDS = 0.1


@contextmanager
def _leaving_room_for_others() -> Iterator[None]:
    """On SQLite, pause after a step for as long as it took.

    Nobody queues for SQLite's one write lock: who waits asks again every so often, and a job that
    takes it back at once would keep everyone else out.
    """
    started = time.monotonic()
    yield
    if connection.vendor == "sqlite":
        time.sleep(min(time.monotonic() - started, LONGEST_PAUSE_SECONDS))


@dataclass
class Step:
    """What a step will store when it ends; its body may still change it."""

    done: int | None = None
    total: int | None = None
    checkpoint: Json | None = None
    label: str | None = None
    result: Json | None = None

    def changes(self) -> dict[str, Any]:
        values = {
            "progress_done": self.done,
            "progress_total": self.total,
            "checkpoint": self.checkpoint,
            "step": None if self.label is None else self.label[:200],
            "result": self.result,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass
class JobRun:
    """One claimed job. `checkpoint` is what the last finished step stored, of this run or one before."""

    job_id: UUID
    kind: str
    lease: str = field(repr=False)
    attempt: int
    params: Json
    checkpoint: Json
    created_by_id: int | None
    contest_id: int | None

    @classmethod
    def of(cls, job: Job) -> "JobRun":
        return cls(
            job_id=job.pk,
            kind=job.kind,
            lease=job.lease,
            attempt=job.attempts,
            params=job.params,
            checkpoint=job.checkpoint,
            created_by_id=job.created_by_id,
            contest_id=job.contest_id,
        )

    @contextmanager
    def step(
        self,
        *,
        done: int | None = None,
        total: int | None = None,
        checkpoint: Json | None = None,
        label: str | None = None,
        result: Json | None = None,
    ) -> Iterator[Step]:
        """Do the body and store the given progress, both or neither, if this run still owns the job.

        `label` is an English message marked with gettext_noop; the page translates it.
        """
        step = Step(done, total, checkpoint, label, result)
        with _leaving_room_for_others(), transaction.atomic(durable=True):
            self._lock()
            yield step
            Job.objects.held(self.job_id, lease=self.lease).update(
                heartbeat_at=NOW, **step.changes()
            )
        if step.checkpoint is not None:
            self.checkpoint = step.checkpoint

    def report(
        self, *, done: int | None = None, total: int | None = None, label: str | None = None
    ) -> None:
        """Show where the run is, and notice a request to stop."""
        with self.step(done=done, total=total, label=label):
            pass

    def _lock(self) -> None:
        owned = Job.objects.held(self.job_id, lease=self.lease)
        job = owned.select_for_update(no_key=True).first()
        if job is None:
            raise LeaseLost
        if job.cancel_requested_at is not None:
            raise JobCancelled
        if job.interrupt_requested_at is not None:
            raise JobInterrupted
