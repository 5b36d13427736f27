"""Jobs of dead workers and jobs whose message was lost."""

from datetime import timedelta

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.audit import Actor
from jobs import services, tasks
from jobs.models import Job


def age(**seconds: float) -> None:
    """Let the given moments of all jobs be that long ago."""
    now = timezone.now()
    Job.objects.update(**{name: now - timedelta(seconds=ago) for name, ago in seconds.items()})


@pytest.fixture
def sent(monkeypatch) -> list[str]:
    """Ids of the jobs whose message was sent."""
    ids: list[str] = []
    monkeypatch.setattr(tasks.run_job, "apply_async", lambda *, args: ids.extend(args))
    return ids


def test_a_job_whose_worker_is_silent_is_queued_again_and_sent(run, job, sent):
    age(heartbeat_at=31)
    tasks.reap_jobs()
    job.refresh_from_db()
    assert (job.state, job.deaths, job.lease) == ("queued", 1, "")
    assert job.last_error == "Worker host:1 died."
    assert sent == [str(job.pk)]


def test_a_job_whose_worker_was_heard_is_left_alone(run, job, sent):
    age(heartbeat_at=29)
    tasks.reap_jobs()
    job.refresh_from_db()
    assert (job.state, sent) == ("running", [])


def test_a_job_that_killed_three_workers_is_given_up(job, sent):
    for _death in range(3):
        services.claim_job(job_id=job.pk, worker="host:1")
        age(heartbeat_at=31)
        services.reap_jobs()
    job.refresh_from_db()
    assert (job.state, job.deaths, job.attempts) == ("given-up", 3, 3)
    assert job.last_error == "Given up: its worker died 3 times, last host:1."
    assert job.finished_at is not None
    assert services.reap_jobs() == []


def test_a_dead_job_that_was_to_be_cancelled_is(run, job, carl):
    services.cancel_job(job=job, actor=Actor(carl))
    age(heartbeat_at=31)
    assert services.reap_jobs() == []
    job.refresh_from_db()
    assert (job.state, job.deaths) == ("cancelled", 1)


def test_a_worker_killed_while_shutting_down_is_not_the_jobs_fault(run, job):
    services.interrupt_jobs(worker="host:1")
    age(heartbeat_at=31)
    assert services.reap_jobs() == [job.pk]
    job.refresh_from_db()
    assert (job.state, job.deaths) == ("queued", 0)


def test_a_second_reaper_finds_nothing_left(run, job):
    age(heartbeat_at=31)
    assert services.reap_jobs() == [job.pk]
    assert services.reap_jobs() == []
    assert Job.objects.get().deaths == 1


def test_a_job_nobody_sent_is_sent(job, sent):
    tasks.reap_jobs()
    assert sent == [str(job.pk)]


@pytest.mark.parametrize(("seconds", "again"), [(29, False), (31, True)])
def test_a_message_that_led_to_nothing_is_sent_again(job, sent, seconds, again):
    age(enqueued_at=seconds)
    tasks.reap_jobs()
    assert bool(sent) is again


def test_a_job_that_is_not_due_is_not_sent(job, sent):
    age(due_at=-60)
    tasks.reap_jobs()
    assert sent == []


def test_a_job_is_sent_when_the_transaction_is_committed(
    job, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        tasks.enqueue(job)
        assert sent == []
    assert sent == [str(job.pk)]
    job.refresh_from_db()
    assert job.enqueued_at is not None


def test_a_dead_queue_costs_no_job(job, monkeypatch, django_capture_on_commit_callbacks):
    def refuse(*, args):
        raise OperationalError

    monkeypatch.setattr(tasks.run_job, "apply_async", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.enqueue(job)
    assert services.reap_jobs() == [job.pk]
