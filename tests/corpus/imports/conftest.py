"""A corpus of carl's, and the way of an import in one call."""

import io
import zipfile
from collections.abc import Callable, Mapping

import pytest

from accounts.audit import Actor
from accounts.models import User
from corpus.corpora.services import create_corpus
from corpus.documents.models import Corpus
from corpus.imports.models import Import
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import open_import, start_reading
from jobs.execution import run_job


@pytest.fixture
def actor(carl: User) -> Actor:
    return Actor(carl)


@pytest.fixture
def corpus(carl: User, actor: Actor) -> Corpus:
    return create_corpus(owner=carl, actor=actor, name="Notes")


Files = Mapping[str, bytes | str]
ReadFiles = Callable[..., Import]


def zipped(files: Files) -> bytes:
    """Return an archive of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture
def receive(corpus: Corpus, actor: Actor) -> ReadFiles:
    """Open an import with these files; they are not read yet."""

    def receive(files: Files, into: Corpus = corpus, **choices: object) -> Import:
        imported = open_import(corpus=into, actor=actor, **choices)
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            receive_file(imported=imported, name=name, chunks=[data])
        return imported

    return receive


@pytest.fixture
def read(receive: ReadFiles, actor: Actor) -> ReadFiles:
    """Read these files in an import of their own, as a worker would."""

    def read(files: Files, **choices: object) -> Import:
        imported = receive(files, **choices)
        job = start_reading(imported=imported, actor=actor)
        run_job(job_id=job.pk, worker="host:1")
        imported.refresh_from_db()
        return imported

    return read


def problems_of(imported: Import) -> list[tuple[str, int | None, str]]:
    """Return file, line and code of what was wrong."""
    return list(imported.problems.values_list("file", "line", "code"))
