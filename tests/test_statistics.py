"""SQLite knows how many rows there are: it chooses among indexes by that."""

import pytest
from django.db import connection

from agreement.review.selectors import queue as review
from annotation_platform import tasks
from annotation_platform.tasks import keep_statistics
from contests.inputs.models import ContestInput
from tests.agreement.running import give, join, run_now
from tests.factories import add_marked_inputs

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts by itself"),
]
LINES = [f"Contrôle le [{day}#03#2022](TEMPORAL:DATE)." for day in range(10, 31)]


@pytest.fixture(autouse=True)
def uncounted(monkeypatch):
    monkeypatch.setattr(tasks, "_counted_pages", [0])


def counted(table: str) -> int:
    """Return how many rows SQLite believes to be in a table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT MAX(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = %s", [table]
        )
        return int(cursor.fetchone()[0] or 0)


def test_rows_are_counted_after_large_writes_and_not_where_nothing_grew(contest):
    table = ContestInput._meta.db_table
    keep_statistics()
    before = counted(table)
    assert before == contest.inputs.count()
    add_marked_inputs(contest, "Vu le 4 mai.")
    keep_statistics()
    assert counted(table) == before
    add_marked_inputs(contest, *(f"Texte {number} {'long ' * 200}" for number in range(300)))
    keep_statistics()
    assert counted(table) == before + 301
    add_marked_inputs(contest, "Vu le 5 mai.")
    keep_statistics(anyway=True)
    assert counted(table) == before + 302


def test_the_review_answers_the_same_with_and_without_statistics(contest):
    add_marked_inputs(contest, *LINES)
    for member in join(contest, "ada", "ben"):
        for line in LINES:
            give(
                member,
                line if member.alias == "ada" else line.replace("[", "").split("](")[0] + ".",
            )
    run_now(contest)
    before = review.count_by_kind(contest, review.Wanted())
    keep_statistics(anyway=True)
    assert review.count_by_kind(contest, review.Wanted()) == before
