"""`manage.py run`: the whole platform with one command, on this machine."""

import http.client
import os
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.checks import run_checks
from django.core.management import BaseCommand, call_command, get_commands
from django.db import OperationalError, connections

from accounts.models import User
from accounts.roles import managed_contest_ids
from annotation_platform import schedule
from annotation_platform.checks import STARTING
from annotation_platform.preflight import (
    CannotStart,
    check_data_folder,
    check_port,
    lock_data_folder,
    make_socket_folder,
    queue_server,
)
from annotation_platform.supervisor import Child, Supervisor, say
from jobs.services import release_running_jobs

DEMO_PASSWORD = "palio-demo"  # noqa: S105  (public; production refuses the accounts that have it)
QUEUE_START_SECONDS = 60
# Lines at once; and no checks in worker and scheduler, which would import every page for them.
PROCESS_OPTIONS = {"PYTHONUNBUFFERED": "1", "CELERY_SKIP_CHECKS": "1"}


class Command(BaseCommand):
    help = "Start queue, web, workers and scheduler, and keep them running until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="load no demo contest")

    def handle(self, *, host: str, port: int, no_demo: bool, **_options: Any) -> None:
        # What is written here is read by nobody else: it may hold clinical text.
        os.umask(0o077)
        try:
            with_demo = not no_demo and not settings.PRODUCTION
            _run(host=host, port=port, with_demo=with_demo)
        except CannotStart as reason:
            say(str(reason))
            sys.exit(1)


def _run(*, host: str, port: int, with_demo: bool) -> None:
    _check_settings()
    check_data_folder(settings.DATA_DIR)
    with lock_data_folder(settings.DATA_DIR):
        check_port(host, port)
        queue = None if "REDIS_URL" in os.environ else _queue()
        if _supervise(host=host, port=port, with_demo=with_demo, queue=queue):
            _release_jobs()
        say("Stopped.")


def _check_settings() -> None:
    for problem in run_checks(tags=[STARTING]):
        raise CannotStart(f"{problem.msg} {problem.hint}")


def _supervise(*, host: str, port: int, with_demo: bool, queue: Child | None) -> bool:
    """Run everything until a signal comes; tell whether the database was ready by then."""
    address = f"http://localhost:{port}"
    environment = {"BASE_URL": address} | os.environ | PROCESS_OPTIONS
    is_prepared = False
    with Supervisor(
        folder=settings.BASE_DIR, log_folder=_log_folder(), environment=environment
    ) as supervisor:
        say("Starting …")
        if queue:
            supervisor.start(queue)
            _wait_for(queue)
        _prepare(with_demo=with_demo)
        is_prepared = True
        for child in _children(host=host, port=port):
            supervisor.start(child)

        def announce() -> None:
            _announce(address)
            # Only now: whoever opens the first page does not share the processor with a compiler.
            supervisor.start(_warmup())

        supervisor.watch(is_ready=lambda: _is_healthy(host, port), announce=announce)
    return is_prepared


def _log_folder() -> Path:
    return Path(settings.DATA_DIR, "logs")


def _queue() -> Child:
    """Return the embedded queue: on a socket of its own, and remembering across restarts."""
    server, path = queue_server(), Path(urlsplit(settings.REDIS_URL).path)
    if path.parent != settings.DATA_DIR:
        make_socket_folder(path.parent)
    folder = settings.DATA_DIR / "valkey"
    folder.mkdir(mode=0o700, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "notice",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return Child("queue", [str(server), *words], ends_last=True)


def _children(*, host: str, port: int) -> list[Child]:
    celery = [sys.executable, "-m", "celery", "-A", "annotation_platform"]
    web = [sys.executable, "-m", "annotation_platform.server", "--host", host, "--port", str(port)]
    pool = ["--concurrency", str(settings.WORKER_CONCURRENCY)]
    worker = [*celery, "worker", "--without-gossip", "--without-mingle"]
    return [
        Child("web", web),
        # SIGTERM would let it finish its jobs first, which may take hours.
        Child("worker", [*worker, *pool, "-Q", schedule.JOBS], orphan_signal=signal.SIGKILL),
        # Whatever the jobs do: dead workers are noticed, runs start and end, scores follow.
        Child(
            "upkeep",
            [*worker, "--pool", "solo", "-Q", schedule.UPKEEP],
            orphan_signal=signal.SIGKILL,
        ),
        Child("scheduler", [*celery, "beat", "--pidfile="]),
    ]


def _warmup() -> Child:
    """Return what compiles the agreement engine, so that no job has to."""
    command = [sys.executable, "manage.py", "warmup", "--low-priority"]
    return Child("warmup", command, runs_once=True)


def _wait_for(queue: Child) -> None:
    deadline = time.monotonic() + QUEUE_START_SECONDS
    while time.monotonic() < deadline and queue.is_running:
        if _queue_answers():
            return
        time.sleep(0.05)
    queue.read()
    raise CannotStart(f"The embedded queue does not start: {' / '.join(queue.last_lines()[-2:])}")


def _queue_answers() -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(urlsplit(settings.REDIS_URL).path)
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _is_embedded() -> bool:
    """Tell whether nobody but this supervisor runs workers on the database."""
    return "DATABASE_URL" not in os.environ and "REDIS_URL" not in os.environ


def _prepare(*, with_demo: bool) -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
        if _is_embedded() and (count := release_running_jobs(died=True)):
            say(f"Jobs that were running when the platform last died and start again: {count}")
        call_command("collectstatic", interactive=False, verbosity=0)
        if with_demo and _has_no_contest() and "load_demo" in get_commands():
            say("Loading the demo contest …")
            call_command("load_demo")
    except OperationalError:
        raise CannotStart(
            "The database cannot be used: check DATABASE_URL, or that its server runs and its "
            "disk is not full"
        ) from None
    finally:
        connections.close_all()


def _has_no_contest() -> bool:
    return not apps.get_model("contests", "Contest").objects.exists()


def _is_healthy(host: str, port: int) -> bool:
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (not listening)
    connection = http.client.HTTPConnection(reachable, port, timeout=3)
    try:
        connection.request(
            "GET", "/health/web/", headers={"Host": urlsplit(settings.BASE_URL).netloc}
        )
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _announce(address: str) -> None:
    say(f"\nPalio is ready: {address}/")
    if accounts := _demo_accounts():
        say(f"Demo accounts, password {DEMO_PASSWORD}:")
        for account in accounts:
            say(f"    {account}")
    say(f"Logs are in {_log_folder()}. Stop with Ctrl-C.\n")


def _demo_accounts() -> list[str]:
    try:
        users = User.objects.filter(is_demo=True, is_active=True).order_by("pk")[:50]
        # Simulated annotators have no password.
        people = [user for user in users if user.has_usable_password()]
        managers = {user.pk for user in people if managed_contest_ids(user)}
    finally:
        connections.close_all()
    return [f"{user.email}{' (manager)' if user.pk in managers else ''}" for user in people]


def _release_jobs() -> None:
    """Queue again what no worker could put back in time; its workers did not die of it."""
    if _is_embedded():
        release_running_jobs(died=False)
        connections.close_all()
