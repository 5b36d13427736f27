"""Create, change and delete corpora, and choose who has access."""

from typing import Any, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, Actor, record
from accounts.models import User
from corpus.documents.errors import (
    CorpusHasDocuments,
    CorpusInUse,
    CorpusNameTaken,
    ImportUnderWay,
    LastKeeper,
    UnusablePath,
)
from corpus.documents.models import Chunk, Corpus, Document
from corpus.imports.models import Import
from formats.xml import check_path
from jobs.models import Job
from jobs.services import start_job


def corpora_with_counts(user: User) -> QuerySet[Corpus]:
    """Return the corpora visible to this person, annotated with their counts and last import."""
    documents = Document.objects.taken().filter(corpus=OuterRef("pk")).order_by()
    taken = Import.objects.filter(corpus=OuterRef("pk"), state=Import.State.TAKEN)
    # The imports' own counts: a corpus may have millions of lines.
    imported = taken.order_by().values("corpus").annotate(n=Sum("lines_read"))
    others = Chunk.objects.filter(document__corpus=OuterRef("pk"), document__imported_in=None)
    return (
        Corpus.objects.visible_to(user)
        .annotate(
            documents_taken=_counted(documents.values("corpus").annotate(n=Count("pk"))),
            types_taken=_counted(
                documents.values("corpus").annotate(n=Count("document_type", distinct=True))
            ),
            lines_taken=_counted(imported)
            + _counted(others.order_by().values("document__corpus").annotate(n=Count("pk"))),
            under_way=Subquery(
                Import.objects.under_way().filter(corpus=OuterRef("pk")).values("state")[:1]
            ),
            last_taken_at=Subquery(taken.order_by("-taken_at").values("taken_at")[:1]),
        )
        .prefetch_related("keepers")
        .order_by("name")
    )


def _counted(groups: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(Subquery(groups.values("n")), 0)


def documents_of(
    corpus: Corpus, *, external_id: str = "", document_type: str | None = None
) -> QuerySet[Document]:
    """Return the documents of a corpus in the order of their ids, filtered by id and type."""
    documents = Document.objects.taken().filter(corpus=corpus).defer("source")
    if external_id:
        documents = documents.filter(external_id__icontains=external_id)
    if document_type is not None:
        documents = documents.filter(document_type=document_type)
    # A subquery per document, so that only the documents of the shown page are counted.
    lines = Chunk.objects.filter(document=OuterRef("pk")).order_by().values("document")
    counted = documents.annotate(lines=_counted(lines.annotate(n=Count("pk"))))
    return counted.order_by("external_id")


def types_of(corpus: Corpus) -> list[str]:
    """Return the document types of a corpus."""
    documents = Document.objects.taken().filter(corpus=corpus).order_by("document_type")
    return list(documents.values_list("document_type", flat=True).distinct())


PATHS = ("text_path", "type_path", "id_path", "patient_path")
# The lines and offsets of stored documents depend on these.
FIXED_WITH_DOCUMENTS = (*PATHS, "cleans_full_stops", "cleans_dashes", "cleans_noise")


class CorpusSettings(TypedDict, total=False):
    """The settings of a corpus; the paths are XPath expressions for hospital XML."""

    name: str
    language: str
    cleans_full_stops: bool
    cleans_dashes: bool
    cleans_noise: bool
    text_path: str
    type_path: str
    id_path: str
    patient_path: str


@transaction.atomic
def create_corpus(*, owner: User, actor: Actor, **choices: Unpack[CorpusSettings]) -> Corpus:
    """Create a corpus whose first keeper is its owner."""
    corpus = Corpus(created_by=owner)
    _apply(corpus, choices)
    _save(corpus)
    corpus.keepers.add(owner)
    record(actor, CREATED, "corpus", corpus.pk)
    return corpus


@transaction.atomic
def change_corpus(*, corpus: Corpus, actor: Actor, **choices: Unpack[CorpusSettings]) -> Corpus:
    """Change a corpus; raise CorpusHasDocuments if rules or paths change and it has documents."""
    corpus = Corpus.objects.select_for_update().get(pk=corpus.pk)
    changed = _apply(corpus, choices)
    if not changed:
        return corpus
    if set(changed) & set(FIXED_WITH_DOCUMENTS):
        _require_no_documents(corpus)
    _save(corpus)
    record(actor, CHANGED, "corpus", corpus.pk, fields=changed)
    return corpus


@transaction.atomic
def delete_corpus(*, corpus: Corpus, actor: Actor) -> None:
    """Delete a corpus that has neither documents nor an import in progress."""
    corpus = Corpus.objects.select_for_update().get(pk=corpus.pk)
    if corpus.documents.exists():
        raise CorpusInUse
    if corpus.imports.under_way().exists():
        raise ImportUnderWay
    record(actor, DELETED, "corpus", corpus.pk)
    corpus.delete()


ERASE_CORPUS = "corpus.erase_corpus"
ERASE_DOCUMENT = "corpus.erase_document"


@transaction.atomic
def start_erasing_document(*, document: Document, reason: str, actor: Actor) -> Job:
    """Start a job that deletes a document and everything derived from its lines."""
    job = start_job(ERASE_DOCUMENT, {"document": document.pk}, actor=actor)
    record(actor, DELETED, "document", document.pk, corpus=document.corpus_id, reason=reason)
    return job


@transaction.atomic
def start_erasing_corpus(*, corpus: Corpus, reason: str, actor: Actor) -> Job:
    """Hide a corpus from everyone and start a job that deletes it and everything derived from it."""
    corpus = Corpus.objects.select_for_update().get(pk=corpus.pk)
    for imported in corpus.imports.under_way().select_related("job"):
        if imported.job is not None and imported.job.is_live:
            raise ImportUnderWay
    job = start_job(ERASE_CORPUS, {"corpus": corpus.pk}, actor=actor)
    corpus.erasing_since = timezone.now()
    corpus.save(update_fields=["erasing_since"])
    record(actor, DELETED, "corpus", corpus.pk, reason=reason)
    return job


def _require_no_documents(corpus: Corpus) -> None:
    if corpus.documents.exists():
        raise CorpusHasDocuments
    # The import may store its first document at any moment.
    if any(not each.has_stopped for each in corpus.imports.filter(state=Import.State.READING)):
        raise ImportUnderWay


def _apply(corpus: Corpus, choices: CorpusSettings) -> list[str]:
    """Set the chosen values; return the names of the fields that changed."""
    changed = [name for name, value in choices.items() if getattr(corpus, name) != value]
    for name in changed:
        setattr(corpus, name, choices[name])  # type: ignore[literal-required]
    for name in PATHS:
        _check_path(name, getattr(corpus, name))
    return changed


def _check_path(field: str, path: str) -> None:
    problem = check_path(path) if path else None
    if problem is not None:
        raise UnusablePath(field, problem)


def _save(corpus: Corpus) -> None:
    try:
        with transaction.atomic():
            corpus.save()
    except IntegrityError as error:
        if Corpus.objects.exclude(pk=corpus.pk).filter(name=corpus.name).exists():
            raise CorpusNameTaken from error
        raise


@transaction.atomic
def add_keeper(*, corpus: Corpus, user: User, actor: Actor) -> None:
    """Give a person access to the corpus, unless they already have it."""
    Corpus.objects.select_for_update().get(pk=corpus.pk)
    if corpus.keepers.filter(pk=user.pk).exists():
        return
    corpus.keepers.add(user)
    record(actor, CHANGED, "corpus", corpus.pk, change="keeper added", user=user.pk)


@transaction.atomic
def remove_keeper(*, corpus: Corpus, user: User, actor: Actor) -> None:
    """Remove a person's access; raise LastKeeper if nobody else has access."""
    # Locked: two keepers who remove each other must not both succeed.
    Corpus.objects.select_for_update().get(pk=corpus.pk)
    if not corpus.keepers.filter(pk=user.pk).exists():
        return
    if corpus.keepers.count() == 1:
        raise LastKeeper
    corpus.keepers.remove(user)
    record(actor, CHANGED, "corpus", corpus.pk, change="keeper removed", user=user.pk)
