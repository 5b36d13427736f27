import pytest

from jobs import services
from jobs.models import Job
from jobs.runs import JobRun
from tests.jobs.clockwork import handlers  # noqa: F401  (declares them)


@pytest.fixture
def job(db: None) -> Job:
    return services.create_job(kind="tests.count", params={"total": 3})


@pytest.fixture
def run(job: Job) -> JobRun:
    """The job, claimed by a worker."""
    claimed = services.claim_job(job_id=job.pk, worker="host:1")
    assert claimed is not None
    return JobRun.of(claimed)
