"""Workers killed ten times during a run, and the broker once: the tables are those of a quiet run."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import redis

from accounts.audit import Actor
from agreement.runs.models import ProcessingRun, RunBatch
from agreement.runs.services import run as processing
from agreement.runs.services import run as requests
from annotation_platform.preflight import CannotStart, queue_server
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.setup import services as setup
from contests.teams import services as setup_services
from jobs.models import Job
from tests.agreement.running import answer, join, run_now, tables
from tests.conftest import create_person
from tests.data_folder import COMPILED
from tests.factories import add_marked_inputs
from tests.jobs.conftest import QUICK
from tests.services import Process, python, real_database, wait_until

pytestmark = pytest.mark.queue

KILLS = 10
INPUTS = 20
# Of these kills the whole worker dies; of the others, only the processes that it does its work in.
WHOLE_WORKERS = (3, 7)
BROKER_DIES_AT = 5


class Broker:
    """A broker of our own, which may die: the one of REDIS_URL belongs to everyone."""

    def __init__(self, folder: Path) -> None:
        self.address = f"unix://{folder}/broker.sock"
        self._folder = folder
        self._process = self._start()

    def _start(self) -> Process:
        try:
            server = str(queue_server())
        except CannotStart as reason:
            if os.environ.get("REQUIRE_SERVICES"):
                raise
            pytest.skip(str(reason))
        path = str(self._folder / "broker.sock")
        words = ["--port", "0", "--unixsocket", path, "--save", "", "--dir", str(self._folder)]
        process = Process(server, *words, log=self._folder / "broker.log")
        wait_until(self._answers, what="the broker answers")
        return process

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.address) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def restart(self) -> None:
        """Let it die with all its messages, and start another in its place."""
        self.kill()
        self._process = self._start()

    def kill(self) -> None:
        self._process.kill()


@pytest.fixture
def broker(tmp_path) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    yield broker
    broker.kill()


@pytest.fixture
def start(broker, tmp_path, django_db_setup, django_db_blocker) -> Iterator[Callable[..., Process]]:
    """Start real Celery processes on a real database; all are gone when the test ends."""
    processes: list[Process] = []
    # A worker that is killed would compile the engine from the beginning each time.
    (tmp_path / "compiled").symlink_to(COMPILED)
    with django_db_blocker.unblock(), real_database(tmp_path) as database_url:
        environment = QUICK | {
            "CELERY_SKIP_CHECKS": "1",
            "DATABASE_URL": database_url,
            "REDIS_URL": broker.address,
            "DATA_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "tests.agreement.slowly.settings",
            # Each death is somebody's: a job may well be the victim of many.
            "JOB_MAX_DEATHS": "100",
        }

        def start(*words: str) -> Process:
            log = tmp_path / f"{words[0]}-{len(processes)}.log"
            command = ["-m", "celery", "-A", "annotation_platform", *words]
            processes.append(python(*command, log=log, environment=environment))
            return processes[-1]

        yield start
        for process in processes:
            process.kill()


@pytest.fixture
def contest(start) -> Contest:
    """A contest in the real database: four people and their differing answers."""
    carl = create_person("carl")
    contest = setup.create_contest(
        name="Palio", manager=carl, actor=Actor(carl), seed=5, state=Contest.State.OPEN
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    setup_services.add_team(contest=contest, group=1, name="farfalle", arm="control", retention=0)
    add_marked_inputs(contest, *[f"Visite {n} du 3 mai à 14h30 à Nyon." for n in range(INPUTS)])
    source, labels = Random(4), ["TEMPORAL:DATE", "TEMPORAL:TEMPS", "AUTRES"]
    people = join(contest, "ada", "ben", "cleo", "dora")
    for item in contest.inputs.order_by("pk"):
        for member in people:
            chosen = source.sample(item.token_bounds, source.randrange(3))
            answer(member, item, *[(*bounds, source.choice(labels)) for bounds in chosen])
    return contest


def pool_of(worker: Process) -> list[int]:
    """Return the processes that a worker does its work in."""
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(worker.pid)], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]


def kill_pool(worker: Process) -> None:
    for pid in pool_of(worker):
        os.kill(pid, signal.SIGKILL)


def test_ten_killed_workers_and_a_dead_broker_change_nothing(start, broker, contest, monkeypatch):
    monkeypatch.setattr("agreement.runs.domain.MOST_INPUTS", 1)
    Contest.objects.filter(pk=contest.pk).update(weighs_votes=True)
    run_now(contest)
    undisturbed = tables(contest)
    ProcessingRun.objects.all().delete()

    start("beat", "--pidfile=", "--scheduler", "celery.beat.Scheduler")
    words = ("worker", "--concurrency", "2", "--without-gossip", "--without-mingle")
    worker = start(*words)
    run = requests.request_run(contest=contest).run
    # Here, where a batch is one input; the job finds it planned.
    processing.plan_run(run=run)
    for number in range(KILLS):
        before = done(run)
        wait_until(lambda before=before: done(run) > before, what=worker.output[-2000:])
        if number == BROKER_DIES_AT:
            broker.restart()
        if number in WHOLE_WORKERS:
            worker.kill()
            worker = start(*words)
        else:
            kill_pool(worker)
    wait_until(
        lambda: state_of(run) == "published", what=f"{state_of(run)} {worker.output[-2000:]}"
    )
    assert tables(contest) == undisturbed
    assert sum(Job.objects.values_list("deaths", flat=True)) >= KILLS // 2
    assert not RunBatch.objects.exists()


def done(run: ProcessingRun) -> int:
    return RunBatch.objects.filter(run=run, is_done=True).count()


def state_of(run: ProcessingRun) -> str:
    return str(ProcessingRun.objects.values_list("state", flat=True).get(pk=run.pk))
