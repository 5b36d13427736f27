"""Many people post at once while a worker writes: no error, nothing lost, nothing twice.

On the database that the other tests run on, in its own form: a file, or a server's new database.
"""

from contextlib import ExitStack

import pytest

from benchmarks._installation import installation, temporary_postgres
from benchmarks.posting import Load, measure
from tests.requirements import postgres_url, runs_on_postgres

pytestmark = pytest.mark.database

LOAD = Load(people=20, answers=4, limit_seconds=180)


def test_twenty_people_post_while_a_worker_writes():
    with ExitStack() as stack:
        url = stack.enter_context(temporary_postgres(postgres_url())) if runs_on_postgres() else ""
        outcome = measure(stack.enter_context(installation(url)), LOAD)
    assert outcome.problems == []
    assert len(outcome.acknowledged) == LOAD.people * LOAD.answers
    assert outcome.worker["steps"] > 0
