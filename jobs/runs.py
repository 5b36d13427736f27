"""One run of a job, as its handler sees it: parameters, checkpoint, steps.

A step is one transaction: it locks the job's row, checks that this run still owns the job, does the
work and saves the progress. Even after a crash, the work of a step and its progress are both saved
or both lost. A handler resumes from `run.checkpoint` and keeps its steps short, because other
writers wait for them.

Most handlers process items in batches, and `run.batches` resumes after the last stored one:

    for batch in run.batches(contest.inputs.all(), size=200, label=gettext_noop("Computing")):
        computed = compute(batch.items)  # outside the step: it may take long
        with batch.step(result={"inputs": batch.done}):
            store(computed)
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.audit import Actor
from accounts.models import User
from jobs.errors import JobCancelled, JobInterrupted, LeaseLost
from jobs.models import NOW, Job

Json = dict[str, Any]
T = TypeVar("T")
LONGEST_PAUSE_SECONDS = 0.1
HEED_SECONDS = 1.0


@contextmanager
def _pausing_for_others() -> Iterator[None]:
    """On SQLite, pause after a step for as long as it took.

    SQLite's write lock has no queue: a job that takes it again at once would starve other writers.
    """
    started = time.monotonic()
    yield
    if connection.vendor == "sqlite":
        time.sleep(min(time.monotonic() - started, LONGEST_PAUSE_SECONDS))


@dataclass
class Step:
    """The progress that a step saves when it ends; its block may still change it."""

    done: int | None = None
    total: int | None = None
    checkpoint: Json | None = None
    label: str | None = None
    result: Json | None = None

    def note(self, **values: Any) -> None:
        """Add these values to the checkpoint."""
        self.checkpoint = (self.checkpoint or {}) | values

    def changes(self) -> dict[str, Any]:
        values = {
            "progress_done": self.done,
            "progress_total": self.total,
            "checkpoint": self.checkpoint,
            "step": None if self.label is None else self.label[:200],
            "result": self.result,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class Batch(Generic[T]):
    """Some of a job's items, and the job's progress once they are done."""

    run: "JobRun"
    items: Sequence[T]
    done: int
    total: int
    label: str | None
    position: Json

    def step(self, *, result: Json | None = None, **note: Any) -> AbstractContextManager[Step]:
        """Run the block and mark the batch as done; `note` is added to the checkpoint."""
        return self.run.step(
            done=self.done,
            total=self.total,
            checkpoint=self.run.checkpoint | self.position | note,
            label=self.label,
            result=result,
        )


@dataclass
class JobRun:
    """One run of a claimed job. `checkpoint` is from the last finished step of any run."""

    job_id: UUID
    kind: str
    lease: str = field(repr=False)
    attempt: int
    params: Json
    checkpoint: Json
    created_by_id: int | None
    contest_id: int | None
    # Earliest time of the next check for a stop request.
    _heed_at: float = field(default=0, repr=False)

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
        """Run the block and save the progress in one transaction; raise JobStopped if asked to stop.

        `label` is an English message marked with gettext_noop; the page translates it.
        """
        step = Step(done, total, checkpoint, label, result)
        with _pausing_for_others(), transaction.atomic(durable=True):
            self._lock()
            yield step
            Job.objects.held(self.job_id, lease=self.lease).update(
                heartbeat_at=NOW, **step.changes()
            )
        if step.checkpoint is not None:
            self.checkpoint = step.checkpoint

    def batches(
        self, source: QuerySet[Any, T] | Sequence[T], *, size: int, label: str | None = None
    ) -> Iterator[Batch[T]]:
        """Yield the remaining items in batches; save each with `batch.step`.

        Rows of a queryset are ordered by id and resume after "last" in the checkpoint. A sequence
        must be the same at each attempt and resumes at position "done".
        """
        while batch := self._next_batch(source, size, label):
            yield batch
            if self.checkpoint.get("done") != batch.done:
                raise RuntimeError("A batch was not stored: the job would never end.")

    def _next_batch(
        self, source: QuerySet[Any, T] | Sequence[T], size: int, label: str | None
    ) -> Batch[T] | None:
        done: int = self.checkpoint.get("done", 0)
        items: Sequence[Any]
        if isinstance(source, QuerySet):
            ahead = source.filter(pk__gt=self.checkpoint.get("last", 0)).order_by("pk")
            items = list(ahead[:size])
            total = done + max(len(items), ahead.count())
            position = {"last": items[-1].pk} if items else {}
        else:
            items = source[done : done + size]
            total, position = len(source), {}
        done += len(items)
        position["done"] = done
        return Batch(self, items, done, total, label, position) if items else None

    def repeat(self, work: Callable[[], object], *, label: str) -> None:
        """Call `work` in steps until it returns a false value."""
        is_left: object = True
        while is_left:
            with self.step(label=label):
                is_left = work()

    def report(
        self, *, done: int | None = None, total: int | None = None, label: str | None = None
    ) -> None:
        """Save the progress; raise JobStopped if asked to stop."""
        with self.step(done=done, total=total, label=label):
            pass

    def heed(self) -> bool:
        """Raise JobStopped if asked to stop; return whether the database was queried.

        Call it as often as needed in long computations: it queries once a second.
        """
        now = time.monotonic()
        if now < self._heed_at:
            return False
        self._heed_at = now + HEED_SECONDS
        self._raise_if_stopped(Job.objects.held(self.job_id, lease=self.lease).first())
        return True

    def _lock(self) -> None:
        owned = Job.objects.held(self.job_id, lease=self.lease)
        self._raise_if_stopped(owned.select_for_update(no_key=True).first())

    @staticmethod
    def _raise_if_stopped(job: Job | None) -> None:
        if job is None:
            raise LeaseLost
        if job.cancel_requested_at is not None:
            raise JobCancelled
        if job.interrupt_requested_at is not None:
            raise JobInterrupted


def actor_of_job(run: JobRun) -> Actor:
    """Return the actor for the person who started the job, or for the platform."""
    person = run.created_by_id
    return Actor(None if person is None else User.objects.get(pk=person))
