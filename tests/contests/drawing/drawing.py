"""Corpora and drawings for tests."""

from uuid import uuid4

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.drawing.domain import Criteria
from contests.drawing.services import drawing as sampling
from contests.drawing.services.imported import Decisions
from corpus.documents.models import Chunk, Corpus, Document
from corpus.imports.models import Import, ImportedAnnotation
from jobs import execution
from jobs.models import Job
from text.tokens import digest_of

CARE = [f"Transmission numéro {n} de la nuit." for n in range(1, 9)]
LETTER = [f"Lettre, phrase {n} sur son cas." for n in range(1, 13)]


def create_corpus(keeper, name="Lettres", **documents):
    """Return a corpus with a document of each type named, made of the given lines."""
    corpus = Corpus.objects.create(name=name, created_by=keeper)
    corpus.keepers.add(keeper)
    for kind, lines in documents.items():
        add_document(corpus, kind, lines)
    return corpus


def add_document(corpus, kind, lines, *, external_id="", imported_in=None):
    """Add a document of these lines and return its chunks."""
    source = "\n".join(lines)
    document = Document.objects.create(
        corpus=corpus,
        imported_in=imported_in,
        external_id=external_id or f"{kind}-{corpus.documents.count()}",
        document_type=kind,
        kind="text",
        source=source,
        digest=digest_of(f"{uuid4()}{source}"),
    )
    return Chunk.objects.bulk_create(
        Chunk(document=document, line=number, text=text, digest=digest_of(text))
        for number, text in enumerate(lines, start=1)
    )


def add_import(corpus, state="taken"):
    return Import.objects.create(corpus=corpus, state=state, created_by=corpus.created_by)


def annotate(chunk, purpose, *spans, annotator="", verdict="accept", **moments):
    return ImportedAnnotation.objects.create(
        chunk=chunk,
        purpose=purpose,
        annotator=annotator,
        verdict=verdict,
        spans=[list(span) for span in spans],
        **moments,
    )


def start(contest, corpus, *, seed=1, decisions=None, **criteria) -> Job:
    return sampling.start_drawing(
        contest=contest,
        corpus=corpus,
        criteria=Criteria(**{"size": 1000} | criteria),
        seed=seed,
        decisions=decisions or Decisions(),
        actor=Actor(contest.memberships.get(role="manager").user),
    )


def finish(job: Job) -> Job:
    execution.run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    assert job.state == "succeeded", job.last_error
    return job


def draw(contest, corpus, **options) -> Job:
    """Draw at once and return the job."""
    return finish(start(contest, corpus, **options))


def texts(contest: Contest) -> list[str]:
    return list(contest.inputs.order_by("pk").values_list("text", flat=True))
