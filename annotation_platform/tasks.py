"""What the database needs from time to time."""

from celery import shared_task
from django.db import connection

# Rows of each index that are looked at: enough to tell which one to take, in a fraction of a second.
ANALYSIS_LIMIT = 1000
# A database that has grown by so much is counted again.
GROWTH = 1.1

# How large it was when this process counted it last.
_counted_pages = [0]


@shared_task(name="platform.keep_statistics")
def keep_statistics(*, anyway: bool = False) -> None:
    """Let SQLite count its rows after large writes, or anyway; PostgreSQL does so by itself.

    By these counts it chooses among the indexes; without them pages take ten times as long.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        pages -= cursor.execute("PRAGMA freelist_count").fetchone()[0]
        if anyway or pages > GROWTH * _counted_pages[0]:
            cursor.execute(f"PRAGMA analysis_limit = {ANALYSIS_LIMIT}")
            cursor.execute("ANALYZE")
            _counted_pages[0] = pages
