"""Creating, cancelling and claiming jobs."""

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from jobs import services
from jobs.errors import JobAtWork, UnfitParameters, UnknownKind
from jobs.models import Job


def test_a_new_job_is_queued(job):
    assert (job.state, job.attempts, job.progress_done) == ("queued", 0, 0)


def test_the_live_job_with_the_same_key_is_returned(db):
    first = services.create_job(kind="tests.count", params={"total": 1}, key="corpus 1")
    assert services.create_job(kind="tests.count", params={"total": 9}, key="corpus 1") == first


def test_an_unknown_kind_is_refused(db):
    with pytest.raises(UnknownKind, match=r"tests\.nothing"):
        services.create_job(kind="tests.nothing")


@pytest.mark.parametrize("params", [{"text": "x" * 201}, {"ids": [{"x" * 201: 1}]}])
def test_text_is_refused_as_a_parameter(db, params):
    with pytest.raises(UnfitParameters):
        services.create_job(kind="tests.count", params=params)


def test_a_job_is_claimed_once(job):
    claimed = services.claim_job(job_id=job.pk, worker="host:1")
    assert (claimed.state, claimed.worker, claimed.attempts) == ("running", "host:1", 1)
    assert claimed.lease
    assert services.claim_job(job_id=job.pk, worker="host:2") is None


def test_a_queued_job_is_cancelled_at_once(job, carl):
    cancelled = services.cancel_job(job=job, actor=Actor(carl))
    assert cancelled.state == "cancelled"
    assert cancelled.finished_at is not None
    assert services.claim_job(job_id=job.pk, worker="host:1") is None


def test_a_running_job_is_asked_to_stop(run, job, carl):
    asked = services.cancel_job(job=job, actor=Actor(carl))
    assert asked.state == "running"
    assert asked.cancel_requested_at is not None


def test_cancelling_is_audited_once(job, carl):
    services.cancel_job(job=job, actor=Actor(carl))
    services.cancel_job(job=job, actor=Actor(carl))
    event = AuditEvent.objects.get(object_type="job")
    assert (event.actor, event.object_id, event.details) == (
        carl,
        str(job.pk),
        {"change": "cancel"},
    )


def test_a_finished_job_cannot_be_cancelled(run, job, carl):
    services.succeed_job(job_id=run.job_id, lease=run.lease)
    assert services.cancel_job(job=job, actor=Actor(carl)).state == "succeeded"


def test_a_worker_that_shuts_down_interrupts_only_its_own_jobs(run):
    other = services.create_job(kind="tests.count", params={"total": 1})
    services.claim_job(job_id=other.pk, worker="host:2")
    assert services.interrupt_jobs(worker="host:2") == 1
    assert Job.objects.get(interrupt_requested_at__isnull=False) == other


@pytest.mark.parametrize(("died", "deaths"), [(True, 1), (False, 0)])
def test_all_running_jobs_are_released_when_no_worker_is_left(run, job, died, deaths):
    assert services.release_running_jobs(died=died) == 1
    job.refresh_from_db()
    assert (job.state, job.deaths, job.lease) == ("queued", deaths, "")


def test_a_job_is_not_started_while_one_of_its_kind_is_at_work_on_the_same(db, ana):
    wanted = {"contest": 7, "total": 1}
    job = services.start_job("tests.count", wanted, actor=Actor(ana))
    assert (job.key, job.contest_id, job.created_by) == ("tests.count:7", 7, ana)
    with pytest.raises(JobAtWork, match="“Counting” is already running"):
        services.start_job("tests.count", wanted, actor=Actor(ana))
    services.start_job("tests.count", wanted | {"contest": 8}, actor=Actor(ana))
    services.cancel_job(job=job, actor=Actor(ana))
    services.start_job("tests.count", wanted, actor=Actor(ana))


def test_jobs_with_one_key_exclude_each_other_whatever_their_kind(db, ana):
    services.start_job("tests.count", {"total": 1}, actor=Actor(ana), key="inputs of 7")
    with pytest.raises(JobAtWork):
        services.start_job("tests.fail", {"shows": True}, actor=Actor(ana), key="inputs of 7")
    with pytest.raises(JobAtWork):
        services.refuse_while_at_work("inputs of 7")
