"""The thread that says that a job is alive."""

import threading
import uuid

import pytest
from django.db import InterfaceError, OperationalError

from jobs.execution import Heartbeat
from tests.services import wait_until

HEART = "job-heartbeat"


def names_of_threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


@pytest.fixture
def touches(monkeypatch, settings) -> list[str]:
    """What each touch of the row met; the first two find no database."""
    settings.JOB_HEARTBEAT_SECONDS = 0.01
    met: list[str] = []

    def touch(_heartbeat: Heartbeat) -> None:
        met.append("touch")
        if len(met) == 1:
            raise OperationalError("database is locked")
        if len(met) == 2:
            raise InterfaceError("connection already closed")

    monkeypatch.setattr(Heartbeat, "_touch", touch)
    return met


def test_a_database_error_does_not_end_it(touches):
    with Heartbeat(uuid.uuid4(), lease="abc"):
        wait_until(lambda: len(touches) > 3, what="a touch after two errors")


def test_it_ends_with_the_run(touches):
    with Heartbeat(uuid.uuid4(), lease="abc"):
        wait_until(lambda: touches, what="a first touch")
        assert HEART in names_of_threads()
    wait_until(lambda: HEART not in names_of_threads(), what="the end of the thread")


def test_it_touches_the_row_of_its_own_lease_only(run, job):
    Heartbeat(job.pk, lease=run.lease)._touch()
    job.refresh_from_db()
    touched_at = job.heartbeat_at
    Heartbeat(job.pk, lease="someone else's")._touch()
    job.refresh_from_db()
    assert job.heartbeat_at == touched_at
