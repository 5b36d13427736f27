"""How a run ends, and what is kept of it."""

import sqlite3

import pytest
from django.db import InterfaceError, OperationalError

from accounts.audit import Actor
from jobs import errors as registry_errors
from jobs import registry, services
from jobs.errors import LeaseLost
from jobs.execution import is_transient, run_job
from jobs.models import Job
from tests.jobs.clockwork.handlers import DoorShut, PatientNamed, ticks_of


def run(kind: str, **params: object) -> Job:
    job = services.create_job(kind=kind, params=params)
    run_job(job_id=job.pk, worker="host:1")
    return Job.objects.get(pk=job.pk)


def test_a_job_runs_to_its_end(db):
    job = run("tests.count", total=3)
    assert (job.state, job.progress_done, job.lease, job.last_error) == ("succeeded", 3, "", "")
    assert ticks_of(job.pk) == ["tick 0", "tick 1", "tick 2"]
    assert job.started_at <= job.finished_at


def test_a_second_message_for_a_job_changes_nothing(db):
    job = run("tests.count", total=3)
    run_job(job_id=job.pk, worker="host:2")
    assert len(ticks_of(job.pk)) == 3
    assert Job.objects.get(pk=job.pk).attempts == 1


def test_a_job_goes_on_where_the_run_before_ended(job):
    Job.objects.update(checkpoint={"ticks": 2})
    run_job(job_id=job.pk, worker="host:1")
    assert ticks_of(job.pk) == ["tick 2"]


def test_a_failure_is_visible_without_what_it_quoted(db):
    job = services.create_job(kind="tests.fail")
    with pytest.raises(PatientNamed):
        run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.progress_done, job.retries) == ("failed", 1, 0)
    assert "PatientNamed at tests.jobs.clockwork.handlers:" in job.last_error
    assert "Favre" not in job.last_error


def test_a_failure_that_is_safe_to_show_is_shown(db):
    job = services.create_job(kind="tests.fail", params={"shows": True})
    with pytest.raises(DoorShut):
        run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert job.last_error.startswith(
        "The door is shut. (tests.jobs.clockwork.handlers.DoorShut at "
    )


def test_a_kind_that_lost_its_handler_fails_visibly(job):
    Job.objects.update(kind="tests.removed")
    with pytest.raises(registry_errors.UnknownKind):
        run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert job.state == "failed"
    assert "tests.removed" in job.last_error


def test_a_transient_error_puts_the_job_off(db, settings):
    job = run("tests.busy", times=1)
    assert (job.state, job.retries, job.lease) == ("queued", 1, "")
    assert "The line is busy." in job.last_error
    assert (job.due_at - job.heartbeat_at).total_seconds() == pytest.approx(
        settings.JOB_REAP_SECONDS / 2, abs=1
    )
    run_job(job_id=job.pk, worker="host:1")
    assert Job.objects.get(pk=job.pk).attempts == 1, "it is not due yet"


def test_a_job_put_off_succeeds_later(db, settings):
    settings.JOB_REAP_SECONDS = 0
    job = run("tests.busy", times=2)
    for _attempt in range(2):
        run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.attempts, job.retries, job.last_error) == ("succeeded", 3, 2, "")


def test_transient_errors_without_end_fail_the_job(db, settings):
    settings.JOB_REAP_SECONDS = 0
    job = run("tests.busy", times=99)
    for _attempt in range(services.MAX_RETRIES):
        run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", services.MAX_RETRIES + 1)


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return error


def postgres_error(state: str | None) -> Exception:
    import psycopg

    error = psycopg.OperationalError()
    error.sqlstate = state
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (caused(OperationalError(), sqlite_error(sqlite3.SQLITE_BUSY)), True),
        (caused(OperationalError(), sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT)), True),
        (caused(OperationalError(), sqlite_error(sqlite3.SQLITE_ERROR)), False),
        (caused(OperationalError(), sqlite_error(sqlite3.SQLITE_FULL)), False),
        (caused(OperationalError(), postgres_error("40P01")), True),
        (caused(OperationalError(), postgres_error(None)), True),
        (caused(OperationalError(), postgres_error("57P01")), True),
        (caused(OperationalError(), postgres_error("53100")), False),
        (InterfaceError("connection already closed"), True),
        (ConnectionResetError(), False),
        (ValueError(), False),
    ],
)
def test_only_named_errors_are_transient(error, expected):
    assert is_transient(error) is expected


def test_a_cancelled_run_ends_as_cancelled(job, carl, monkeypatch):
    count = registry.handler_of("tests.count").run

    def cancel_midway(run):
        run.report(done=1)
        services.cancel_job(job=job, actor=Actor(carl))
        count(run)

    monkeypatch.setitem(
        registry._handlers, job.kind, registry.Handler(job.kind, "Counting", cancel_midway)
    )
    run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.progress_done, ticks_of(job.pk)) == ("cancelled", 1, [])


def test_an_interrupted_run_goes_back_without_blame(job, monkeypatch):
    def interrupt(run):
        services.interrupt_jobs(worker="host:1")
        run.report(done=1)

    monkeypatch.setitem(
        registry._handlers, job.kind, registry.Handler(job.kind, "Counting", interrupt)
    )
    run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.deaths, job.retries, job.enqueued_at) == ("queued", 0, 0, None)
    assert job.interrupt_requested_at is None


def test_a_run_that_lost_its_lease_ends_silently(job, monkeypatch):
    def lose(run):
        services.release_running_jobs(died=True)
        raise LeaseLost

    monkeypatch.setitem(registry._handlers, job.kind, registry.Handler(job.kind, "", lose))
    run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert (job.state, job.deaths) == ("queued", 1)
