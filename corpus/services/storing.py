"""Storing a batch: documents, lines, annotations, problems and what is counted of them."""

from collections.abc import Iterator

from django.db.models import F

from corpus.domain.annotation_sets import AnnotationSet
from corpus.domain.digests import digest_of
from corpus.domain.records import ERROR, WARNING, Problem
from corpus.models import Chunk, Document, Import, ImportedAnnotation, ImportProblem
from corpus.services.batches import Batch

# Kept of each severity; all are counted.
MOST_PROBLEMS = 500
ROWS_PER_STATEMENT = 500
LONGEST_FILE_NAME = 255


def store_batch(imported: Import, batch: Batch) -> None:
    """Write what a batch brings; the import's row must be locked."""
    Document.objects.bulk_create(batch.documents, batch_size=ROWS_PER_STATEMENT)
    new = {bytes(document.digest): document for document in batch.documents}
    chunks = Chunk.objects.bulk_create(_chunks(batch, new), batch_size=ROWS_PER_STATEMENT)
    digests = {document.pk: digest for digest, document in new.items()}
    places = {(digests[chunk.document_id], chunk.line): chunk.pk for chunk in chunks}
    annotations = _store_annotations(imported, batch, places)
    _store_problems(imported, batch)
    _count(imported, batch, lines=len(chunks), annotations=annotations)


def _chunks(batch: Batch, documents: dict[bytes, Document]) -> Iterator[Chunk]:
    for digest, lines in batch.lines.items():
        for number, line in enumerate(lines, start=1):
            yield Chunk(document=documents[digest], line=number, text=line, digest=digest_of(line))


def _store_annotations(imported: Import, batch: Batch, places: dict[tuple[bytes, int], int]) -> int:
    """Write the annotations, in the place of those they supersede; return how many are new."""
    places |= _earlier_places(batch)
    rows = [
        row
        for (digest, _), said in batch.annotations.items()
        for row in _rows(imported, digest, said, places)
    ]
    superseded = _superseded(imported, batch, rows)
    ImportedAnnotation.objects.filter(pk__in=superseded).delete()
    ImportedAnnotation.objects.bulk_create(rows, batch_size=ROWS_PER_STATEMENT)
    return len(rows) - len(superseded)


def _superseded(imported: Import, batch: Batch, rows: list[ImportedAnnotation]) -> list[int]:
    documents = batch.annotated_earlier.values()
    stored = ImportedAnnotation.objects.filter(
        chunk__document__in=documents, purpose=imported.purpose
    ).values_list("pk", "chunk", "annotator")
    places = {(row.chunk_id, row.annotator) for row in rows}
    return [pk for pk, chunk, annotator in stored if (chunk, annotator) in places]


def _earlier_places(batch: Batch) -> dict[tuple[bytes, int], int]:
    digests = {pk: digest for digest, pk in batch.annotated_earlier.items()}
    chunks = Chunk.objects.filter(document__in=digests).values_list("document", "line", "pk")
    return {(digests[document], line): pk for document, line, pk in chunks}


def _rows(
    imported: Import, digest: bytes, said: AnnotationSet, places: dict[tuple[bytes, int], int]
) -> Iterator[ImportedAnnotation]:
    for number, spans in enumerate(said.lines, start=1):
        yield ImportedAnnotation(
            chunk_id=places[digest, number],
            imported_in=imported,
            purpose=imported.purpose,
            annotator=said.annotator,
            verdict=said.verdict,
            spans=[[span.start, span.end, span.label] for span in spans],
            answered_at=said.answered_at,
            duration_ms=said.duration_ms,
        )


def _store_problems(imported: Import, batch: Batch) -> None:
    room = {ERROR: MOST_PROBLEMS - imported.errors, WARNING: MOST_PROBLEMS - imported.warnings}
    kept = []
    for file, problem in batch.problems:
        if room[problem.severity] > 0:
            room[problem.severity] -= 1
            kept.append(_problem_row(imported, file, problem))
    ImportProblem.objects.bulk_create(kept)


def _problem_row(imported: Import, file: str, problem: Problem) -> ImportProblem:
    return ImportProblem(
        imported_in=imported,
        severity=problem.severity,
        # The end of a long name says more than its folders.
        file=file[-LONGEST_FILE_NAME:],
        line=problem.line or None,
        code=problem.code,
        details=dict(problem.details),
    )


def _count(imported: Import, batch: Batch, *, lines: int, annotations: int) -> None:
    severities = [problem.severity for _, problem in batch.problems]
    Import.objects.filter(pk=imported.pk).update(
        documents_read=F("documents_read") + len(batch.documents),
        lines_read=F("lines_read") + lines,
        documents_known=F("documents_known") + batch.documents_known,
        annotations_read=F("annotations_read") + annotations,
        errors=F("errors") + severities.count(ERROR),
        warnings=F("warnings") + severities.count(WARNING),
    )
