"""Delete the documents, annotations and files of imports in steps, and update the imports' counts."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import F, QuerySet
from django.db.models.functions import Greatest

from accounts.audit import PLATFORM, Actor
from corpus.documents.models import Chunk, Document
from corpus.documents.services import erase_derived
from corpus.imports.models import Import, ImportedAnnotation, ImportPiece
from corpus.imports.services.storing import NOTHING, ROWS_PER_STEP, Mark

# A document may have 20 MB.
DOCUMENTS_PER_STEP = 20
# Each has a megabyte.
PIECES_PER_STEP = 16


def forget_read(imported: Import, *, after: Mark = NOTHING, actor: Actor = PLATFORM) -> int:
    """Delete some rows that an import stored after the mark, annotations first; return their number."""
    annotations = imported.annotations.filter(pk__gt=after.annotation)
    documents = imported.documents.filter(pk__gt=after.document)
    return _forget_annotations(annotations) or forget_documents(documents, actor=actor)


def _forget_annotations(annotations: QuerySet[ImportedAnnotation]) -> int:
    some = dict(annotations.order_by("id").values_list("pk", "imported_in")[:ROWS_PER_STEP])
    ImportedAnnotation.objects.filter(pk__in=some).delete()
    _count_less("annotations_read", some.values())
    return len(some)


def forget_documents(documents: QuerySet[Document], *, actor: Actor) -> int:
    """Delete some of these documents, their lines and everything derived from them; return the number of rows."""
    some = dict(documents.order_by("id").values_list("pk", "imported_in")[:DOCUMENTS_PER_STEP])
    # Lines first and in steps: one document may have millions.
    chunks = Chunk.objects.filter(document__in=some).values_list("pk", "document__imported_in")
    lines = dict(chunks[:ROWS_PER_STEP])
    if gone := erase_derived(list(lines), actor=actor):
        return gone
    if gone := _forget_annotations(ImportedAnnotation.objects.filter(chunk__in=lines)):
        return gone
    Chunk.objects.filter(pk__in=lines).delete()
    _count_less("lines_read", lines.values())
    if len(lines) < ROWS_PER_STEP:
        Document.objects.filter(pk__in=some).delete()
        _count_less("documents_read", some.values())
    return len(some)


def _count_less(name: str, imports: Iterable[int | None]) -> None:
    for import_id, count in Counter(filter(None, imports)).items():
        Import.objects.filter(pk=import_id).update(**{name: Greatest(F(name) - count, 0)})


def forget_pieces(imported: Import) -> int:
    """Delete some pieces of an import's files; return how many."""
    pieces = ImportPiece.objects.filter(file__imported_in=imported).order_by("id")
    ids = list(pieces.values_list("pk", flat=True)[:PIECES_PER_STEP])
    ImportPiece.objects.filter(pk__in=ids).delete()
    return len(ids)
