"""A worker that is really killed while it reads an import loses nothing and repeats nothing."""

import json

import pytest

from accounts.audit import Actor
from accounts.models import User
from corpus.corpora.services import create_corpus
from corpus.documents.models import Chunk, Corpus, Document
from corpus.imports.models import Import
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import open_import, start_reading
from jobs.tasks import enqueue
from tests.jobs.conftest import real_services, start, start_worker  # noqa: F401
from tests.services import wait_until

pytestmark = pytest.mark.queue

RECORDS = 6000


@pytest.fixture
def imported(real_services) -> Import:  # noqa: F811
    carl = User.objects.create_user("reader@example.org")
    actor = Actor(carl)
    corpus = create_corpus(owner=carl, actor=actor, name="Notes")
    imported = open_import(corpus=corpus, actor=actor)
    lines = (json.dumps({"id": f"{n}", "text": f"Note {n}\nVu ce jour."}) for n in range(RECORDS))
    content = "\n".join(lines).encode()
    receive_file(imported=imported, name="notes.jsonl", chunks=[content])
    yield imported
    Chunk.objects.all().delete()
    Document.objects.all().delete()
    Import.objects.all().delete()
    Corpus.objects.all().delete()


def test_a_killed_reader_goes_on_where_it_was(imported, start_worker):  # noqa: F811
    worker = start_worker()
    job = start_reading(imported=imported, actor=Actor())
    enqueue(job)
    wait_until(lambda: Document.objects.count() >= 600, what="some documents are there")
    worker.kill()
    at_death = Document.objects.count()
    assert 0 < at_death < RECORDS
    start_worker()
    wait_until(lambda: Import.objects.get().state == "checked", what="all is read")
    imported.refresh_from_db()
    job.refresh_from_db()
    assert (imported.documents_read, imported.lines_read) == (RECORDS, 2 * RECORDS)
    assert (imported.documents_known, imported.errors) == (0, 0)
    assert Document.objects.count() == RECORDS
    assert (job.attempts, job.deaths) == (2, 1)
