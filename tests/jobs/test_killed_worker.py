"""Jobs outlive their workers: real workers on a real queue and a real database, really killed."""

import signal
import time

import pytest
from celery import current_app
from django.db import OperationalError, transaction

from accounts.audit import Actor
from jobs import services
from jobs.models import Job
from jobs.tasks import enqueue
from tests.jobs.clockwork.handlers import ticks_of
from tests.services import Process, wait_until

pytestmark = pytest.mark.queue


def count(total: int, **params: float) -> Job:
    job = services.create_job(kind="tests.count", params={"total": total, "pause": 0.1} | params)
    enqueue(job)
    return job


def reached(job: Job, **expected: object) -> None:
    """Wait until the job is as expected; a number means at least so many."""

    def is_there() -> bool:
        job.refresh_from_db()
        return all(
            getattr(job, name) >= value if isinstance(value, int) else getattr(job, name) == value
            for name, value in expected.items()
        )

    wait_until(is_there, what=f"{expected}, but {job.__dict__}")


def is_frozen_without_lock(worker: Process, job: Job) -> bool:
    """Freeze the worker; let it go on if that was inside a transaction, even if only a heartbeat's.

    On SQLite nobody else could write then, not even to say that the worker is dead.
    """
    worker.send_all(signal.SIGSTOP)
    try:
        with transaction.atomic():
            Job.objects.select_for_update(nowait=True).get(pk=job.pk)
    except OperationalError:
        worker.send_all(signal.SIGCONT)
        return False
    return True


def test_a_killed_worker_costs_neither_the_job_nor_its_effect_twice(start_worker):
    worker = start_worker()
    job = count(20)
    reached(job, progress_done=4)
    worker.kill()
    start_worker()
    reached(job, state="succeeded")
    assert ticks_of(job.pk) == [f"tick {number}" for number in range(20)]
    assert (job.attempts, job.deaths, job.progress_done) == (2, 1, 20)


def test_a_worker_that_was_only_frozen_can_write_nothing_more(start_worker):
    worker = start_worker()
    job = count(12, inside=0, pause=0.5)
    reached(job, progress_done=2)
    wait_until(lambda: is_frozen_without_lock(worker, job), what="frozen between two steps")
    start_worker()
    reached(job, attempts=2, progress_done=4)
    worker.send_all(signal.SIGCONT)
    reached(job, state="succeeded")
    assert ticks_of(job.pk) == [f"tick {number}" for number in range(12)]
    wait_until(lambda: "outcome=lost" in worker.output, what="the first run gives up")


def test_a_job_that_kills_its_worker_three_times_is_given_up(start_worker):
    start_worker()
    job = services.create_job(kind="tests.kill")
    enqueue(job)
    reached(job, state="given-up")
    assert (job.attempts, job.deaths, job.step) == (3, 3, "Just before the end")
    assert job.last_error.startswith("Given up: its worker died 3 times")
    after = count(1)
    reached(after, state="succeeded")


def test_a_long_silence_between_two_steps_is_no_death(start_worker):
    start_worker()
    job = count(2, pause=3.5, inside=0)
    reached(job, state="succeeded")
    assert (job.attempts, job.deaths) == (1, 0)


def test_a_running_job_is_cancelled_at_its_next_step(start_worker):
    start_worker()
    job = count(1000)
    reached(job, progress_done=2)
    services.cancel_job(job=job, actor=Actor())
    reached(job, state="cancelled")
    assert 2 <= job.progress_done < 1000
    assert len(ticks_of(job.pk)) == job.progress_done


def test_a_worker_told_to_stop_puts_its_job_back_without_blame(start_worker):
    worker = start_worker()
    job = count(25)
    reached(job, progress_done=2)
    worker.send(signal.SIGTERM)
    wait_until(lambda: not worker.is_running, what="the worker's end")
    job.refresh_from_db()
    assert (job.state, job.deaths, job.lease) == ("queued", 0, "")
    assert len(ticks_of(job.pk)) == job.progress_done
    start_worker()
    reached(job, state="succeeded")
    assert ticks_of(job.pk) == [f"tick {number}" for number in range(25)]
    assert (job.attempts, job.deaths) == (2, 0)


def test_a_worker_told_to_stop_hands_back_a_job_that_comes_to_no_step(start_worker):
    worker = start_worker()
    job = count(2, pause=300, inside=0)
    reached(job, progress_done=1)
    asked_at = time.monotonic()
    worker.send(signal.SIGTERM)
    wait_until(lambda: not worker.is_running, what="the worker's end")
    assert time.monotonic() - asked_at < 30
    job.refresh_from_db()
    assert (job.state, job.deaths, job.lease) == ("queued", 0, "")


def test_a_job_without_a_message_is_found(start_worker):
    job = services.create_job(kind="tests.count", params={"total": 1})
    start_worker()
    reached(job, state="succeeded")


def test_a_message_of_a_version_that_called_the_task_otherwise_costs_only_time(start_worker):
    worker = start_worker()
    job = services.create_job(kind="tests.count", params={"total": 1})
    services.mark_enqueued(job_id=job.pk)
    current_app.send_task("jobs.tasks.run_job", args=[str(job.pk)])
    reached(job, state="succeeded")
    assert "unregistered task" in worker.output


def test_a_transient_error_is_retried_and_any_other_is_not(start_worker):
    start_worker()
    busy = services.create_job(kind="tests.busy", params={"times": 2})
    failing = services.create_job(kind="tests.fail")
    enqueue(busy)
    enqueue(failing)
    reached(busy, state="succeeded")
    reached(failing, state="failed")
    assert (busy.attempts, busy.retries, failing.attempts) == (3, 2, 1)


def test_nothing_private_is_written_into_the_logs(start_worker):
    worker = start_worker()
    job = services.create_job(kind="tests.fail")
    enqueue(job)
    reached(job, state="failed")
    wait_until(lambda: "task failed" in worker.output)
    assert "PatientNamed" in worker.output
    assert "Favre" not in worker.output
