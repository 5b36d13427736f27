"""Handlers whose effect can be counted: each tick is one row of the audit log."""

import os
import signal
import time

from accounts.models import AuditEvent
from jobs.errors import JobError, TransientJobError
from jobs.registry import handler
from jobs.runs import JobRun


class PatientNamed(ValueError):
    """Quotes what it failed on, as many exceptions do."""


class DoorShut(JobError):
    """Says nothing private."""


class LineBusy(TransientJobError):
    """Passes by itself."""


@handler("tests.count", title="Counting")
def count(run: JobRun) -> None:
    """Tick `total` times, slowly; each tick once, however often the run is killed."""
    total, pause = run.params["total"], run.params.get("pause", 0)
    # By default half of the time is spent with the effect done and not committed.
    inside = pause * run.params.get("inside", 0.5)
    for number in range(run.checkpoint.get("ticks", 0), total):
        with run.step(done=number + 1, total=total, checkpoint={"ticks": number + 1}):
            tick(run, number)
            time.sleep(inside)
        time.sleep(pause - inside)


def tick(run: JobRun, number: int) -> None:
    AuditEvent.objects.create(action="read", object_type=f"tick {number}", object_id=run.job_id)


def ticks_of(job_id: object) -> list[str]:
    events = AuditEvent.objects.filter(object_id=str(job_id), action="read").order_by("pk")
    return [event.object_type for event in events]


@handler("tests.kill", title="Killing its worker")
def kill_worker(run: JobRun) -> None:
    run.report(label="Just before the end")
    os.kill(os.getpid(), signal.SIGKILL)


@handler("tests.fail", title="Failing")
def fail(run: JobRun) -> None:
    with run.step(done=1, total=2):
        tick(run, 0)
    if run.params.get("shows"):
        raise DoorShut("The door is shut.")
    raise PatientNamed("Mme Favre, 63 ans")


@handler("tests.busy", title="Meeting a transient error")
def busy(run: JobRun) -> None:
    if run.attempt <= run.params["times"]:
        raise LineBusy("The line is busy.")
