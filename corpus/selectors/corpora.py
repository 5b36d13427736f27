"""Corpora with their counts, and who may have any."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.roles import is_manager
from corpus.models import Chunk, Corpus, Document, Import


def may_see_corpora(user: User) -> bool:
    """Return whether the pages about corpora are for this person: managers, and who keeps one."""
    return is_manager(user) or user.corpora.exists()


def corpora_with_counts(user: User) -> QuerySet[Corpus]:
    """Return the corpora this person may see, with documents, lines, types and the last import."""
    documents = Document.objects.taken().filter(corpus=OuterRef("pk")).order_by()
    taken = Import.objects.filter(corpus=OuterRef("pk"), state=Import.State.TAKEN)
    # What imports counted: there may be millions of lines.
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


def import_under_way(corpus: Corpus) -> Import | None:
    """Return the import that is neither taken nor gone; there is at most one."""
    return Import.objects.under_way().filter(corpus=corpus).select_related("job").first()


def documents_of(
    corpus: Corpus, *, external_id: str = "", document_type: str | None = None
) -> QuerySet[Document]:
    """Return the documents of a corpus by their ids, narrowed by what is given."""
    documents = Document.objects.taken().filter(corpus=corpus).defer("source")
    if external_id:
        documents = documents.filter(external_id__icontains=external_id)
    if document_type is not None:
        documents = documents.filter(document_type=document_type)
    # Counted for the documents that are shown, not for all before they are cut into pages.
    lines = Chunk.objects.filter(document=OuterRef("pk")).order_by().values("document")
    counted = documents.annotate(lines=_counted(lines.annotate(n=Count("pk"))))
    return counted.order_by("external_id")


def types_of(corpus: Corpus) -> list[str]:
    """Return the document types of a corpus."""
    documents = Document.objects.taken().filter(corpus=corpus).order_by("document_type")
    return list(documents.values_list("document_type", flat=True).distinct())
