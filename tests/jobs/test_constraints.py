"""What the database refuses about a job."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs.models import Job

NOW = timezone.now()
RUNNING = {"state": "running", "lease": "abc", "started_at": NOW, "heartbeat_at": NOW}


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "asleep"},
        {"state": "succeeded"},
        {"state": "queued", "finished_at": NOW},
        {"progress_done": 4, "progress_total": 3},
        {"progress_done": -1},
        {"lease": "abc"},
        RUNNING | {"lease": ""},
        RUNNING | {"heartbeat_at": None},
        RUNNING | {"finished_at": NOW},
        {"state": "failed", "finished_at": NOW, "lease": "abc"},
    ],
)
def test_an_impossible_job_is_refused(db, fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="tests.count", **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        RUNNING,
        {"progress_done": 3, "progress_total": 3},
        {"progress_done": 3},
        {"state": "given-up", "finished_at": NOW},
    ],
)
def test_a_possible_job_is_accepted(db, fields):
    job = Job.objects.create(kind="tests.count", **fields)
    assert job.created_at is not None


def test_two_live_jobs_cannot_have_the_same_key(db):
    Job.objects.create(kind="tests.count", key="corpus 1", **RUNNING)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="tests.count", key="corpus 1")


def test_a_key_is_free_again_when_its_job_has_ended(db):
    Job.objects.create(kind="tests.count", key="corpus 1", state="succeeded", finished_at=NOW)
    Job.objects.create(kind="tests.count", key="corpus 1")
    assert Job.objects.filter(key="corpus 1").count() == 2


def test_jobs_without_key_do_not_exclude_each_other(db):
    Job.objects.create(kind="tests.count")
    Job.objects.create(kind="tests.count")
    assert Job.objects.count() == 2
