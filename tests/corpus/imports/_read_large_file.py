"""Reads a large file in a process of its own and says how much memory that took.

`python -m tests.corpus.imports._read_large_file KIND`, on the database that DATABASE_URL names.
"""

import json
import resource
import sys
from collections.abc import Iterator

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.db import connection

from accounts.audit import Actor
from accounts.models import User
from corpus.corpora.services import create_corpus
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import open_import, start_reading
from jobs.execution import run_job

MEGABYTE = 1024 * 1024
NOTE = "Patient vu ce jour, sans plainte.\n" * 300


def jsonl_of_100_megabytes() -> Iterator[bytes]:
    record = json.dumps({"text": NOTE}).encode() + b"\n"
    for _ in range(100 * MEGABYTE // len(record) + 1):
        yield record


def text_of_100_megabytes() -> Iterator[bytes]:
    for _ in range(100):
        yield b"x" * MEGABYTE


def line_of_10_megabytes() -> Iterator[bytes]:
    yield b"Vu hier. " * (10 * MEGABYTE // 9)


FILES = {
    "many.jsonl": jsonl_of_100_megabytes,
    "one.txt": text_of_100_megabytes,
    "line.txt": line_of_10_megabytes,
}


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def read(name: str) -> dict[str, object]:
    """Import one file; return what was read of it, and by how much the memory grew at most."""
    call_command("migrate", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        # What SQLite keeps of its own file in memory is not what is measured here.
        cursor.execute("PRAGMA mmap_size=0")
        cursor.execute("PRAGMA cache_size=-2000")
    carl = User.objects.create_user("carl@example.org")
    actor = Actor(carl)
    imported = open_import(corpus=create_corpus(owner=carl, actor=actor, name="Notes"), actor=actor)
    before = peak_megabytes()
    receive_file(imported=imported, name=name, chunks=FILES[name]())
    run_job(job_id=start_reading(imported=imported, actor=actor).pk, worker="host:1")
    imported.refresh_from_db()
    return {
        "grown_megabytes": peak_megabytes() - before,
        "received_megabytes": sum(imported.files.values_list("size", flat=True)) / MEGABYTE,
        "documents": [imported.documents_read, imported.documents_known],
        "problems": list(imported.problems.values_list("code", "line")),
    }


if __name__ == "__main__":
    json.dump(read(sys.argv[1]), sys.stdout)
