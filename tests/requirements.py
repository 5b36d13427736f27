"""What tests need beside Python: a Chromium, Node, PostgreSQL and Redis.

Where one is missing, its tests are skipped and the summary says so. REQUIRE_BROWSER=1 and
REQUIRE_SERVICES=1 turn that into a failure; so does a DATABASE_URL or REDIS_URL that leads nowhere.
"""

import getpass
import os
import shutil
from collections.abc import Iterator
from functools import cache

import psycopg
import pytest
import redis

# First the one without windows: the same engine, for two thirds of the processor's time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CONNECT_SECONDS = 5


@cache
def find_chromium() -> str | None:
    """Return the path of a Chromium: the one named by CHROMIUM, or the first one found."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES)
    return next((path for name in names if name and (path := shutil.which(name))), None)


@cache
def find_node() -> str | None:
    """Return the path of Node."""
    return shutil.which("node")


def runs_on_postgres() -> bool:
    """Tell whether DATABASE_URL asks for PostgreSQL instead of the embedded default."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


def postgres_url() -> str:
    """Return where a PostgreSQL for tests should be, whether it answers or not."""
    if runs_on_postgres():
        return os.environ["DATABASE_URL"]
    usual = f"postgres://{getpass.getuser()}@127.0.0.1:5432/postgres"
    return os.environ.get("PALIO_TEST_DATABASE_URL", usual)


def redis_url() -> str:
    """Return where a Redis for tests should be, whether it answers or not."""
    usual = os.environ.get("PALIO_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
    return os.environ.get("REDIS_URL", usual)


def connect_to_postgres() -> psycopg.Connection:
    """Connect to the server; not to the database named, which need not exist yet."""
    return psycopg.connect(
        postgres_url(), dbname="postgres", connect_timeout=CONNECT_SECONDS, autocommit=True
    )


def connect_to_redis() -> redis.Redis:
    return redis.Redis.from_url(
        redis_url(), socket_connect_timeout=CONNECT_SECONDS, socket_timeout=CONNECT_SECONDS
    )


@cache
def postgres_answers() -> bool:
    try:
        connect_to_postgres().close()
    except psycopg.OperationalError:
        return False
    return True


@cache
def redis_answers() -> bool:
    try:
        with connect_to_redis() as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _required(name: str) -> bool:
    return os.environ.get(name, "").lower() in ("1", "true", "yes", "on")


def _unmet() -> Iterator[str]:
    """Yield a sentence for everything that is required here and missing."""
    services = _required("REQUIRE_SERVICES")
    if _required("REQUIRE_BROWSER") and not find_chromium():
        yield "REQUIRE_BROWSER is set and no Chromium was found (install one, or name it: CHROMIUM=…)."
    if (services or runs_on_postgres()) and not postgres_answers():
        yield "PostgreSQL is required and does not answer (DATABASE_URL or PALIO_TEST_DATABASE_URL)."
    if (services or "REDIS_URL" in os.environ) and not redis_answers():
        yield "Redis is required and does not answer (REDIS_URL or PALIO_TEST_REDIS_URL)."


def _absent() -> Iterator[str]:
    """Yield one line for each thing that is missing: what did not run, and why."""
    if not find_chromium():
        yield "Browser tests did not run: no Chromium was found."
    if not find_node():
        yield "JavaScript unit tests did not run under Node: it was not found."
    if not postgres_answers():
        yield "Tests of a real PostgreSQL did not run: no server answers on 127.0.0.1:5432."
    if not redis_answers():
        yield "Tests of a real Redis did not run: no server answers on 127.0.0.1:6379."


def pytest_sessionstart() -> None:
    unmet = list(_unmet())
    if unmet:
        pytest.exit(" ".join(unmet), returncode=pytest.ExitCode.TESTS_FAILED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_chromium():
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="no Chromium was found"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for sentence in _absent():
        terminalreporter.write_line(sentence, yellow=True)
