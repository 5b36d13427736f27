"""Real services for tests: a queue, a database that other processes share, worker processes."""

import copy
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.utils import OperationalError, load_backend

from annotation_platform.preflight import CannotStart, queue_server

ROOT = Path(__file__).resolve().parent.parent
# Costs time only where something fails: a machine may be busy with two suites and more.
PATIENCE_SECONDS = 120


def wait_until(condition: Callable[[], object], *, what: str = "") -> None:
    """Wait for something that other processes or threads do."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"not within {PATIENCE_SECONDS} s: {what or condition}")
        time.sleep(0.05)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A process that leads a group of its own and writes into a file."""

    def __init__(self, *command: str, log: Path, environment: Mapping[str, str] | None = None):
        self.log = log
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.pid = self._process.pid

    def send(self, number: signal.Signals) -> None:
        """Signal the process alone."""
        self._process.send_signal(number)

    def send_all(self, number: signal.Signals) -> None:
        """Signal the process and all that it started in its group."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def kill(self) -> None:
        self.send_all(signal.SIGKILL)
        self._process.wait()

    def wait(self) -> int:
        return self._process.wait(PATIENCE_SECONDS)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")


@contextmanager
def running_queue(folder: Path) -> Iterator[str]:
    """Give the address of a real queue: the one of REDIS_URL, or valkey where the settings expect it."""
    if "REDIS_URL" in os.environ:
        yield settings.REDIS_URL
        return
    try:
        server = str(queue_server())
    except CannotStart as reason:
        if os.environ.get("REQUIRE_SERVICES"):
            raise
        pytest.skip(str(reason))
    path = urlsplit(settings.REDIS_URL).path
    words = ["--port", "0", "--unixsocket", path, "--save", "", "--dir", str(folder)]
    process = Process(server, *words, log=folder / "queue.log")
    try:
        wait_until(queue_answers, what="queue answers")
        yield settings.REDIS_URL
    finally:
        process.kill()


def queue_answers() -> bool:
    with suppress(redis.RedisError), redis.Redis.from_url(settings.REDIS_URL) as client:
        return bool(client.ping())
    return False


@contextmanager
def real_database(folder: Path, *, is_empty: bool = False) -> Iterator[str]:
    """Let `default` be a migrated database that other processes can open; give its address.

    The test runner's own is in memory or inside a transaction, where no worker can look.
    An empty one has no tables yet.
    """
    original = connections["default"]
    options = copy.deepcopy(original.settings_dict)
    is_sqlite = original.vendor == "sqlite"
    options["NAME"] = str(folder / "palio.sqlite3") if is_sqlite else f"palio_{token_hex(4)}"
    # Pools are kept by alias: this process would get connections to the runner's own database.
    options["OPTIONS"].pop("pool", None)
    if is_empty and not is_sqlite:
        _in_server(original, f'CREATE DATABASE "{options["NAME"]}"')
    elif is_sqlite and not is_empty:
        _copy(original, options["NAME"])
    elif not is_sqlite:
        _create_like(original, options["NAME"])
    connections["default"] = load_backend(options["ENGINE"]).DatabaseWrapper(options, "default")
    try:
        if not is_empty:
            call_command("migrate", interactive=False, verbosity=0)
        yield _address(options["NAME"], is_sqlite=is_sqlite)
    finally:
        connections["default"].close()
        if not is_sqlite:
            _in_server(original, f'DROP DATABASE "{options["NAME"]}" WITH (FORCE)')
        connections["default"] = original


def _copy(connection: object, path: str) -> None:
    """Copy the test runner's own database: empty, and if other tests need it migrated already."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [path])


def _create_like(connection: object, name: str) -> None:
    """Create a database as the test runner's own is, unless someone else looks at that: then an empty one."""
    own = connection.settings_dict["NAME"]
    connection.close()
    connection.close_pool()
    try:
        _in_server(connection, f'CREATE DATABASE "{name}" TEMPLATE "{own}"')
    except OperationalError:
        _in_server(connection, f'CREATE DATABASE "{name}"')


def _in_server(connection: object, statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def _address(name: str, *, is_sqlite: bool) -> str:
    if is_sqlite:
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def python(*words: str, log: Path, environment: Mapping[str, str]) -> Process:
    return Process(sys.executable, *words, log=log, environment=dict(os.environ) | environment)
