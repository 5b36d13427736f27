"""Many people post answers at once while a worker writes, on SQLite and on PostgreSQL.

`python -m benchmarks.posting` starts the real web process on a temporary database of each kind,
lets 50 annotators take tasks and post answers over HTTP, and counts in the database that every
acknowledged answer is there exactly once. The PostgreSQL server is 127.0.0.1:5432, or what
BENCHMARK_DATABASE_URL names; a database of its own is made there and dropped.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import quantiles
from typing import Any
from uuid import uuid4

import httpx
import psycopg

from benchmarks._installation import (
    WEB_LOG,
    Installation,
    installation,
    postgres_server,
    stop,
    temporary_postgres,
    web,
)

TASKS_PER_CALL = 10
# Every so often an answer is sent twice at the same moment, as a nervous outbox may.
TWICE_EVERY = 7
REQUEST_SECONDS = 60


@dataclass(frozen=True)
class Load:
    """How many people post how many answers each, thinking how long before each."""

    people: int = 50
    answers: int = 20
    think_seconds: float = 0
    limit_seconds: float = 240


@dataclass
class Outcome:
    """What the people saw, what the worker did, and what the database holds afterwards."""

    seconds: float = 0
    latencies: list[float] = field(default_factory=list)
    acknowledged: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    worker: dict[str, Any] = field(default_factory=dict)
    stored: dict[str, int] = field(default_factory=dict)

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile_ms(self, percent: int) -> float:
        return quantiles(self.latencies, n=100)[percent - 1] * 1000

    @property
    def problems(self) -> list[str]:
        """Everything that must not happen, in words; empty if all is well."""
        found = sorted(set(self.errors))
        found += [f"{count} × {name}" for name, count in self.stored.items() if count]
        if not self.worker.get("succeeded"):
            found.append("the worker's job did not succeed")
        if self.worker.get("missing_rows"):
            found.append("rows that the worker wrote are missing")
        return found


class Person:
    """One annotator with a session, posting over HTTP."""

    def __init__(self, client: httpx.AsyncClient, contest: int, outcome: Outcome) -> None:
        self._client = client
        self._path = f"/api/contests/{contest}"
        self._outcome = outcome
        self._home = f"/contests/{contest}/"

    async def work(self, load: Load) -> None:
        """Take tasks and answer them, until the load is done or something goes wrong."""
        await self._arrive()
        left = load.answers
        while left > 0:
            reply = await self._post("tasks", {"count": min(left, TASKS_PER_CALL)})
            tasks = reply.get("tasks", [])
            if not tasks:
                self._outcome.errors.append("no tasks were handed out")
                return
            for task in tasks:
                await asyncio.sleep(load.think_seconds * random.uniform(0.5, 1.5))
                await self._answer(task)
            left -= len(tasks)

    async def _arrive(self) -> None:
        """Open the contest's home, which brings the CSRF cookie."""
        response = await self._client.get(self._home)
        if response.status_code != 200 or "csrftoken" not in self._client.cookies:
            self._outcome.errors.append(f"contest home: HTTP {response.status_code}")
            return
        self._client.headers["X-CSRFToken"] = self._client.cookies["csrftoken"]

    async def _answer(self, task: dict[str, Any]) -> None:
        answer = {
            "id": str(uuid4()),
            "task": task["id"],
            "verdict": "accept",
            "units": [
                {"start": start, "end": end, "label": label}
                for start, end, label in task["shown_units"]
            ]
            or [{"start": 0, "end": 2, "label": "TEMPORAL:DATE"}],
            "answered_at": datetime.now(UTC).isoformat(),
            "duration_ms": random.randrange(1000, 9000),
        }
        times = 2 if task["id"] % TWICE_EVERY == 0 else 1
        await asyncio.gather(*(self._post_answer(answer) for _ in range(times)))

    async def _post_answer(self, answer: dict[str, Any]) -> None:
        reply = await self._post("answers", {"answers": [answer]})
        for result in reply.get("results", []):
            if result["status"] == "taken":
                self._outcome.acknowledged.add(result["id"])
            else:
                self._outcome.errors.append(f"refused: {result.get('code', 'invalid')}")

    async def _post(self, call: str, data: dict[str, Any]) -> dict[str, Any]:
        started = time.perf_counter()
        try:
            response = await self._client.post(f"{self._path}/{call}/", json=data)
        except httpx.HTTPError as error:
            self._outcome.errors.append(f"{call}: {type(error).__name__}")
            return {}
        self._outcome.latencies.append(time.perf_counter() - started)
        if response.status_code != 200:
            self._outcome.errors.append(f"{call}: HTTP {response.status_code}")
            return {}
        reply: dict[str, Any] = response.json()
        return reply


async def _post_all(address: str, seeded: dict[str, Any], load: Load, outcome: Outcome) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(load.limit_seconds):
        people = []
        for session in seeded["sessions"]:
            client = httpx.AsyncClient(
                base_url=address, cookies={"sessionid": session}, timeout=REQUEST_SECONDS
            )
            await stack.enter_async_context(client)
            people.append(Person(client, seeded["contest"], outcome))
        started = time.perf_counter()
        await asyncio.gather(*(person.work(load) for person in people))
        outcome.seconds = time.perf_counter() - started


def measure(place: Installation, load: Load) -> Outcome:
    """Put the load on a fresh platform, with a worker writing all the while."""
    outcome = Outcome()
    arguments = ["seed", str(load.people), str(load.answers + TASKS_PER_CALL)]
    seeded = json.loads(_inside(place, *arguments))
    with web(place) as address:
        worker = place.start("-m", "benchmarks._posting_inside", "write", log="worker.log")
        try:
            _wait_until_writing(worker)
            asyncio.run(_post_all(address, seeded, load, outcome))
        except TimeoutError:
            outcome.errors.append(f"not done after {load.limit_seconds:.0f} s")
        finally:
            stop(worker)
    outcome.worker = _last_words(worker)
    outcome.errors += place.failures(WEB_LOG) + place.failures("worker.log")
    outcome.stored = json.loads(_inside(place, "count", stdin=json.dumps([*outcome.acknowledged])))
    return outcome


def _inside(place: Installation, *arguments: str, stdin: str = "") -> str:
    return place.call("-m", "benchmarks._posting_inside", *arguments, stdin=stdin)


def _wait_until_writing(worker: subprocess.Popen[str]) -> None:
    if worker.stdout:
        worker.stdout.readline()


def _last_words(worker: subprocess.Popen[str]) -> dict[str, Any]:
    said = worker.stdout.read() if worker.stdout else ""
    words: dict[str, Any] = json.loads(said) if said else {}
    return words


LOADS = {
    "no pause": Load(answers=20),
    "thinking 1 s": Load(answers=10, think_seconds=1),
}


def _print_row(database: str, load: str, outcome: Outcome) -> None:
    print(
        f"{database:<11} {load:<13} {outcome.per_second:>10.1f} {outcome.percentile_ms(50):>8.0f}"
        f" {outcome.percentile_ms(95):>8.0f} {len(outcome.acknowledged):>8}"
        f" {len(outcome.errors):>7} {outcome.stored['lost']:>5} {outcome.worker.get('steps', 0):>8}",
        flush=True,
    )


@contextmanager
def _platform(database: str) -> Iterator[Installation]:
    if database == "SQLite":
        with installation() as place:
            yield place
    else:
        with temporary_postgres(postgres_server()) as url, installation(url) as place:
            yield place


def _measure_all(database: str) -> dict[str, Outcome]:
    outcomes = {}
    for name, load in LOADS.items():
        with _platform(database) as place:
            outcomes[name] = measure(place, load)
        _print_row(database, name, outcomes[name])
    return outcomes


def _measure_postgres() -> dict[str, Outcome]:
    try:
        psycopg.connect(postgres_server(), connect_timeout=5).close()
    except psycopg.OperationalError:
        print("PostgreSQL: not measured, no server answers (name one by BENCHMARK_DATABASE_URL).")
        return {}
    return _measure_all("PostgreSQL")


def _print_ratios(sqlite: dict[str, Outcome], postgres: dict[str, Outcome]) -> None:
    for name, outcome in postgres.items():
        rate = outcome.per_second / sqlite[name].per_second
        tail = outcome.percentile_ms(95) / sqlite[name].percentile_ms(95)
        print(f"PostgreSQL / SQLite, {name}: requests per second × {rate:.2f}, p95 × {tail:.2f}")


def main() -> int:
    """Print the table and the ratios; return 1 if anything was lost or went wrong."""
    people = LOADS["no pause"].people
    print(f"{people} people posting at once while a worker writes; latencies in milliseconds")
    print("database    load          requests/s      p50      p95  answers  errors  lost  worker's")
    sqlite = _measure_all("SQLite")
    postgres = _measure_postgres()
    _print_ratios(sqlite, postgres)
    problems = [
        problem
        for outcome in (*sqlite.values(), *postgres.values())
        for problem in outcome.problems
    ]
    for problem in problems:
        print(f"wrong: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
