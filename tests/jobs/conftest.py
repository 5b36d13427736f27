from collections.abc import Callable, Iterator

import pytest

from jobs import services
from jobs.models import Job
from jobs.runs import JobRun
from tests.jobs.clockwork import handlers  # noqa: F401  (declares them)
from tests.services import Process, python, real_database, running_queue

# Everything faster than by default; the silence that means death is still many heartbeats long,
# since on a busy machine a live worker may be silent for more than a second.
QUICK = {
    "JOB_HEARTBEAT_SECONDS": "0.25",
    "JOB_STALE_SECONDS": "2.5",
    "JOB_REAP_SECONDS": "0.5",
    "JOB_MAX_DEATHS": "3",
}


@pytest.fixture
def job(db: None) -> Job:
    return services.create_job(kind="tests.count", params={"total": 3})


@pytest.fixture
def run(job: Job) -> JobRun:
    """The job, claimed by a worker."""
    claimed = services.claim_job(job_id=job.pk, worker="host:1")
    assert claimed is not None
    return JobRun.of(claimed)


@pytest.fixture(scope="module")
def real_services(tmp_path_factory, django_db_setup, django_db_blocker) -> Iterator[dict[str, str]]:
    """A real queue and a real database; the environment that leads other processes to them."""
    folder = tmp_path_factory.mktemp("services")
    with (
        django_db_blocker.unblock(),
        real_database(folder) as database_url,
        running_queue(folder) as redis_url,
    ):
        yield QUICK | {
            # Checks import every page; a worker needs none.
            "CELERY_SKIP_CHECKS": "1",
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "tests.jobs.clockwork.settings",
        }


@pytest.fixture
def start(real_services, tmp_path) -> Iterator[Callable[..., Process]]:
    """Start real Celery processes; all are gone when the test ends."""
    processes: list[Process] = []

    def start(*words: str) -> Process:
        log = tmp_path / f"{words[0]}-{len(processes)}.log"
        command = ["-m", "celery", "-A", "annotation_platform", *words]
        processes.append(python(*command, log=log, environment=real_services))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
    Job.objects.all().delete()


@pytest.fixture
def start_worker(start) -> Callable[[], Process]:
    """Start a scheduler once, and a worker with two processes at each call."""
    start("beat", "--pidfile=", "--scheduler", "celery.beat.Scheduler")
    return lambda: start("worker", "--concurrency", "2", "--without-gossip", "--without-mingle")
