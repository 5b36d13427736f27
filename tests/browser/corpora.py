"""Corpora in every state that a page can show, and their pages."""

from accounts.audit import Actor
from contests.contest.models import Contest
from corpus.corpora.services import create_corpus
from corpus.documents.models import Corpus
from corpus.imports.models import Import
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import open_import, start_reading, take_import
from demo.notes.generator import generate
from jobs.execution import run_job

GOOD = '{"text": "Vu le 18.03 par Anne.", "spans": [{"start": 16, "end": 20, "label": "NOM"}]}'
BAD = "<d><![CDATA[Pas fini"
OF_CORPUS = ["", "settings/", "documents/"]
OF_PREVIEW = ["", "problems/", "sample/", "options/"]


def corpus_paths(contest: Contest) -> list[str]:
    """Return the pages of corpora that hold documents, wait for files, are read, and are empty."""
    actor = Actor(contest.memberships.get(role="manager").user)
    full = _corpus(actor, "Lettres", type_path="//Type", id_path="//Identifiant")
    taken = _read(
        full, actor, {f"{note.external_id}.xml": note.xml for note in generate(4, seed=2)}
    )
    take_import(imported=taken, valid_only=False, actor=actor)
    checked = _read(full, actor, {"a.jsonl": GOOD, "b.xml": BAD}, purpose="gold")
    document = taken.documents.first()
    return [
        "/corpora/",
        "/corpora/new/",
        *(f"/corpora/{full.pk}/{part}" for part in OF_CORPUS),
        f"/corpora/{full.pk}/documents/{document.pk}/",
        _path(taken),
        *(_path(checked) + part for part in OF_PREVIEW),
        f"/corpora/{_corpus(actor, 'Vide').pk}/import/",
        _path(_receive(_corpus(actor, "En attente"), actor, {"a.txt": "Un"})),
        _path(_start(_corpus(actor, "En cours"), actor)),
    ]


def _path(imported: Import) -> str:
    return f"/corpora/{imported.corpus_id}/imports/{imported.pk}/"


def _corpus(actor: Actor, name: str, **choices: str) -> Corpus:
    return create_corpus(owner=actor.user, actor=actor, name=name, **choices)


def _receive(corpus: Corpus, actor: Actor, files: dict[str, str], **choices: str) -> Import:
    imported = open_import(corpus=corpus, actor=actor, **choices)
    for name, content in files.items():
        receive_file(imported=imported, name=name, chunks=[content.encode()])
    return imported


def _start(corpus: Corpus, actor: Actor) -> Import:
    imported = _receive(corpus, actor, {"a.txt": "Un"})
    start_reading(imported=imported, actor=actor)
    return imported


def _read(corpus: Corpus, actor: Actor, files: dict[str, str], **choices: str) -> Import:
    imported = _receive(corpus, actor, files, **choices)
    run_job(job_id=start_reading(imported=imported, actor=actor).pk, worker="host:1")
    imported.refresh_from_db()
    return imported
