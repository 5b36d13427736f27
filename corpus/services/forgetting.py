"""Deleting what an import brought or received, a little at a time."""

from django.utils.translation import gettext_noop

from corpus.models import Chunk, Document, Import, ImportedAnnotation, ImportPiece
from jobs.exceptions import JobCancelled
from jobs.runs import JobRun

DOCUMENTS_PER_STEP = 100
ANNOTATIONS_PER_STEP = 500
# Each is a megabyte.
PIECES_PER_STEP = 16


def discard(run: JobRun) -> None:
    """Delete all that an import received and read, then mark it as discarded."""
    imported = Import.objects.get(pk=run.params["import"])
    label = gettext_noop("Deleting what was received and read")
    is_clear = False
    while not is_clear:
        with run.step(label=label):
            _lock_discarding(run, imported)
            is_clear = not (forget_read(imported) or forget_pieces(imported))
    with run.step():
        _lock_discarding(run, imported)
        imported.files.all().delete()
        imported.problems.all().delete()
        Import.objects.filter(pk=imported.pk).update(state=Import.State.DISCARDED)


def forget_received_files(run: JobRun) -> None:
    """Delete the contents of the files of an import that was taken; their names stay."""
    imported = Import.objects.get(pk=run.params["import"])
    is_clear = False
    while not is_clear:
        with run.step(label=gettext_noop("Deleting the files that were imported")):
            is_clear = not forget_pieces(imported)


def _lock_discarding(run: JobRun, imported: Import) -> None:
    locked = Import.objects.select_for_update().get(pk=imported.pk)
    if locked.state != Import.State.DISCARDING or locked.job_id != run.job_id:
        raise JobCancelled


def forget_read(imported: Import) -> int:
    """Delete some of what an import brought, its annotations first; return how much."""
    return _forget_annotations(imported) or _forget_documents(imported)


def _forget_annotations(imported: Import) -> int:
    some = imported.annotations.order_by("id").values_list("pk", flat=True)
    ids = list(some[:ANNOTATIONS_PER_STEP])
    ImportedAnnotation.objects.filter(pk__in=ids).delete()
    return len(ids)


def _forget_documents(imported: Import) -> int:
    some = imported.documents.order_by("id").values_list("pk", flat=True)
    ids = list(some[:DOCUMENTS_PER_STEP])
    Chunk.objects.filter(document__in=ids).delete()
    Document.objects.filter(pk__in=ids).delete()
    return len(ids)


def forget_pieces(imported: Import) -> int:
    """Delete some pieces of an import's files; return how many."""
    pieces = ImportPiece.objects.filter(file__imported_in=imported).order_by("id")
    ids = list(pieces.values_list("pk", flat=True)[:PIECES_PER_STEP])
    ImportPiece.objects.filter(pk__in=ids).delete()
    return len(ids)
