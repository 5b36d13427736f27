"""A platform of its own for a benchmark: temporary folder, temporary database, real web process."""

import getpass
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
POSTGRES_SERVER = f"postgres://{getpass.getuser()}@127.0.0.1:5432/postgres"
# Costs time only where a start fails; benchmarks and tests may run beside others.
START_SECONDS = 120
STOP_SECONDS = 20
WEB_LOG = "web.log"


class StartError(Exception):
    """A process did not do what it should; the message holds the end of its log."""


@dataclass(frozen=True)
class Installation:
    """Folder and environment of one platform."""

    folder: Path
    environment: dict[str, str]

    def failures(self, log: str) -> list[str]:
        """Return the lines of this log that tell of an error."""
        lines = (self.folder / log).read_text().splitlines()
        return [line for line in lines if "[error" in line]

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, *arguments]

    def call(self, *arguments: str, stdin: str = "") -> str:
        """Run a Python command of the platform to its end and return what it printed."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=ROOT,
            env=self.environment,
            input=stdin,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise StartError(f"{arguments}: {done.stderr[-2000:]}")
        return done.stdout

    def start(self, *arguments: str, log: str) -> subprocess.Popen[str]:
        """Start a Python command of the platform, with its logs in a file of the folder."""
        with (self.folder / log).open("w") as errors:
            return subprocess.Popen(
                self.command(*arguments),
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )


@contextmanager
def installation(database_url: str = "") -> Iterator[Installation]:
    """Give an empty platform on SQLite, or on the PostgreSQL database named."""
    with tempfile.TemporaryDirectory(prefix="palio-") as folder:
        # Not what the surroundings say: a benchmark must never write into a real database.
        inherited = {k: v for k, v in os.environ.items() if k not in ("PRODUCTION", "SECRET_KEY")}
        environment = inherited | {
            "DATA_DIR": folder,
            "DATABASE_URL": database_url or f"sqlite:///{folder}/palio.sqlite3",
            "REDIS_URL": f"unix://{folder}/valkey.sock",
            "DJANGO_SETTINGS_MODULE": "annotation_platform.settings",
            "ALLOWED_HOSTS": "127.0.0.1",
            "LOG_FORMAT": "console",
            "PYTHONPATH": str(ROOT),
        }
        yield Installation(Path(folder), environment)


@contextmanager
def temporary_postgres(server_url: str) -> Iterator[str]:
    """Give the address of a new database on this server; it is dropped at the end."""
    name = f"palio_{secrets.token_hex(6)}"
    with psycopg.connect(
        server_url, dbname="postgres", autocommit=True, connect_timeout=5
    ) as connection:
        identifier = sql.Identifier(name)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier)
            connection.execute(drop)


def postgres_server() -> str:
    """Return the address of the PostgreSQL server to measure on, whether it answers or not."""
    return os.environ.get("BENCHMARK_DATABASE_URL", POSTGRES_SERVER)


@contextmanager
def web(place: Installation) -> Iterator[str]:
    """Run the platform's web process as the supervisor does; give its address."""
    process, address = serve(place, free_port())
    try:
        yield address
    finally:
        stop(process)


def serve(place: Installation, port: int) -> tuple[subprocess.Popen[str], str]:
    """Start the platform's web process and wait until it answers; return it and its address."""
    address = f"http://127.0.0.1:{port}"
    process = place.start("-m", "annotation_platform.server", "--port", str(port), log=WEB_LOG)
    try:
        _wait_for(address, process, place)
    except StartError:
        stop(process)
        raise
    return process, address


def stop(process: subprocess.Popen[str]) -> None:
    """End a process that we started, kindly at first."""
    process.terminate()
    try:
        process.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[str], place: Installation) -> None:
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        try:
            # Any status will do: without a queue the health page says 503, and is served.
            httpx.get(f"{address}/health/", timeout=5)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise StartError((place.folder / WEB_LOG).read_text()[-2000:])
