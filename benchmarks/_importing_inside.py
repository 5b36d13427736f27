"""What the importing benchmark does inside the platform, in a process of its own.

`python -m benchmarks._importing_inside ARCHIVE TYPE_PATH ID_PATH`
"""

import json
import sys
import time
from pathlib import Path

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command

from accounts.audit import Actor
from accounts.models import User
from corpus.corpora.services import create_corpus
from corpus.imports.services.files import PIECE_BYTES, receive_file
from corpus.imports.services.imports import open_import, start_reading, take_import
from jobs.execution import run_job


def import_archive(path: Path, *, type_path: str, id_path: str) -> dict[str, float]:
    """Import an archive into a new corpus as a worker would; return how long it took."""
    call_command("migrate", interactive=False, verbosity=0)
    carl = User.objects.create_user("carl@example.org")
    actor = Actor(carl)
    corpus = create_corpus(
        owner=carl, actor=actor, name="Notes", type_path=type_path, id_path=id_path
    )
    started, work_started = time.perf_counter(), time.process_time()
    imported = open_import(corpus=corpus, actor=actor)
    with path.open("rb") as file:
        chunks = iter(lambda: file.read(PIECE_BYTES), b"")
        receive_file(imported=imported, name=path.name, chunks=chunks)
    run_job(job_id=start_reading(imported=imported, actor=actor).pk, worker="benchmark")
    take_import(imported=imported, valid_only=False, actor=actor)
    passed, worked = time.perf_counter() - started, time.process_time() - work_started
    imported.refresh_from_db()
    return {
        "passed_seconds": passed,
        "work_seconds": worked,
        "documents": imported.documents_read,
        "errors": imported.errors,
    }


if __name__ == "__main__":
    archive, type_path, id_path = sys.argv[1:]
    print(json.dumps(import_archive(Path(archive), type_path=type_path, id_path=id_path)))
