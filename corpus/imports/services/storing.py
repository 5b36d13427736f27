"""What a handful of read items bring to a corpus: worked out first, so that storing them is short."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import F

from corpus.documents.models import Chunk, Document
from corpus.imports.domain.lines import (
    LONGEST_ID,
    AnnotationSet,
    annotation_set,
    candidate_ids,
    clean_document,
    cut_lines,
    is_wanted,
    later_of,
)
from corpus.imports.domain.sources import SourceDocument
from corpus.imports.models import Import, ImportedAnnotation, ImportProblem
from formats import problems
from formats.problems import UnreadableFile
from formats.records import ERROR, WARNING, Problem
from text.cleaning import CleanText
from text.spans import Span
from text.tokens import digest_of

LONGEST_TYPE = 80
# A document, and whose annotations: an annotator's, or nobody's in particular.
Key = tuple[bytes, str]


@dataclass(frozen=True, slots=True)
class Item:
    """A document or a problem, with the name of its file."""

    file: str
    found: SourceDocument | Problem


@dataclass(slots=True)
class Batch:
    """What is to be stored."""

    documents: list[Document] = field(default_factory=list)
    # The lines of each new document, by its digest.
    lines: dict[bytes, list[str]] = field(default_factory=dict)
    annotations: dict[Key, AnnotationSet] = field(default_factory=dict)
    # Documents that are already stored and now get annotations, by digest.
    annotated_earlier: dict[bytes, int] = field(default_factory=dict)
    documents_known: int = 0
    problems: list[tuple[str, Problem]] = field(default_factory=list)


def plan_batch(imported: Import, items: Sequence[Item]) -> Batch:
    """Work out what the items bring to the corpus; nothing is written."""
    planner = _Planner(imported, items)
    for item in items:
        if isinstance(item.found, Problem):
            planner.batch.problems.append((item.file, item.found))
        else:
            planner.add(item.file, item.found)
    return planner.batch


class _Planner:
    def __init__(self, imported: Import, items: Sequence[Item]) -> None:
        self.batch = Batch()
        self._imported = imported
        self._purpose = imported.purpose
        pairs = [(i.file, i.found) for i in items if isinstance(i.found, SourceDocument)]
        digests = {digest_of(document.source) for _, document in pairs}
        self._stored = _stored_documents(imported, digests)
        self._taken_ids = _taken_ids(imported, pairs, self._stored.keys())
        self._kinds = {digest: document.kind for digest, document in self._stored.items()}
        rows = _stored_annotations(imported, self._stored.values())
        # What is already said about the documents, stored or in this batch; and that part of it
        # which an earlier import said.
        self._said = {key: _set_of(lines) for key, lines in rows.items()}
        self._settled = {key for key, lines in rows.items() if not _is_of(imported, lines[0])}

    def add(self, file: str, document: SourceDocument) -> None:
        """Take a document in, or note why not."""
        try:
            self._add(file, document)
        except UnreadableFile as error:
            line = error.line or document.line
            problem = Problem(error.code, line=line, details=error.details)
            self.batch.problems.append((file, problem))

    def _add(self, file: str, document: SourceDocument) -> None:
        digest = digest_of(document.source)
        stored = self._stored.get(digest)
        record = document.record if is_wanted(document.record, purpose=self._purpose) else None
        is_known = digest in self._kinds
        if is_known and (record is None or (stored and not _is_of(self._imported, stored))):
            self.batch.documents_known += 1
        if is_known and record is None:
            return
        cleaned = clean_document(document, rules=self._imported.corpus.rules)
        said = annotation_set(record, cleaned, purpose=self._purpose) if record else None
        if not is_known and not self._create(file, document, digest, cleaned):
            return
        if said:
            self._annotate(file, document, digest, said)

    def _create(
        self, file: str, document: SourceDocument, digest: bytes, cleaned: CleanText
    ) -> bool:
        longest: int = settings.IMPORT_MAX_LINE_CHARACTERS
        lines = cut_lines(cleaned, document=document, longest=longest)
        if not lines:
            self._warn(file, document, problems.NO_TEXT)
            return False
        if len(document.document_type) > LONGEST_TYPE:
            raise UnreadableFile(problems.TYPE_TOO_LONG, limit=LONGEST_TYPE)
        if len(document.patient) > LONGEST_ID:
            raise UnreadableFile(problems.PATIENT_TOO_LONG, limit=LONGEST_ID)
        external_id = self._id_of(file, document, digest)
        self._taken_ids.add(external_id)
        self.batch.lines[digest] = lines
        self._kinds[digest] = document.kind
        self.batch.documents.append(
            Document(
                corpus_id=self._imported.corpus_id,
                imported_in=self._imported,
                external_id=external_id,
                document_type=document.document_type,
                patient=document.patient,
                kind=document.kind,
                source=document.source,
                digest=digest,
            )
        )
        return True

    def _id_of(self, file: str, document: SourceDocument, digest: bytes) -> str:
        if not document.external_id:
            candidates = candidate_ids(file, document.number, digest)
            return next(each for each in candidates if each not in self._taken_ids)
        if len(document.external_id) > LONGEST_ID:
            raise UnreadableFile(problems.ID_TOO_LONG, limit=LONGEST_ID)
        if document.external_id in self._taken_ids:
            raise UnreadableFile(problems.ID_TAKEN)
        return document.external_id

    def _annotate(
        self, file: str, document: SourceDocument, digest: bytes, said: AnnotationSet
    ) -> None:
        key = (digest, said.annotator)
        earlier = self._said.get(key)
        # The same characters read as HTML have other lines than as plain text.
        if key in self._settled or self._kinds[digest] != document.kind:
            if earlier is None or not said.says_the_same_as(earlier):
                self._warn(file, document, problems.ANNOTATIONS_OF_KNOWN)
            return
        if earlier is not None:
            counts = later_of(earlier, said, purpose=self._purpose)
            if not said.says_the_same_as(earlier) and self._purpose == Import.Purpose.ANSWERS:
                self._warn(file, document, problems.ANSWERED_TWICE)
            if counts is earlier:
                return
        self._said[key] = self.batch.annotations[key] = said
        if digest in self._stored:
            self.batch.annotated_earlier[digest] = self._stored[digest].pk

    def _warn(self, file: str, document: SourceDocument, code: str) -> None:
        self.batch.problems.append((file, Problem(code, line=document.line, severity=WARNING)))


def _stored_documents(imported: Import, digests: Collection[bytes]) -> dict[bytes, Document]:
    stored = Document.objects.filter(corpus=imported.corpus_id, digest__in=digests)
    only = stored.only("digest", "imported_in", "kind")
    return {bytes(document.digest): document for document in only}


def _taken_ids(
    imported: Import, pairs: Iterable[tuple[str, SourceDocument]], known: Collection[bytes]
) -> set[str]:
    """Return which of the ids that the new documents might get are another document's."""
    wanted: set[str] = set()
    for file, document in pairs:
        digest = digest_of(document.source)
        if digest not in known:
            wanted |= (
                {document.external_id}
                if document.external_id
                else set(candidate_ids(file, document.number, digest))
            )
    taken = Document.objects.filter(corpus=imported.corpus_id, external_id__in=wanted)
    return set(taken.values_list("external_id", flat=True))


def _is_of(imported: Import, row: Document | ImportedAnnotation) -> bool:
    return row.imported_in_id == imported.pk


def _stored_annotations(
    imported: Import, documents: Iterable[Document]
) -> dict[Key, list[ImportedAnnotation]]:
    """Return what is stored about the documents, line by line."""
    if not imported.purpose:
        return {}
    digests = {document.pk: bytes(document.digest) for document in documents}
    rows = ImportedAnnotation.objects.filter(
        chunk__document__in=digests, purpose=imported.purpose
    ).order_by("chunk__document", "annotator", "chunk__line")
    found: dict[Key, list[ImportedAnnotation]] = {}
    for row in rows.select_related("chunk").defer("chunk__text"):
        found.setdefault((digests[row.chunk.document_id], row.annotator), []).append(row)
    return found


def _set_of(rows: Sequence[ImportedAnnotation]) -> AnnotationSet:
    lines = tuple(tuple(Span(*span) for span in row.spans) for row in rows)
    first = rows[0]
    return AnnotationSet(first.annotator, first.verdict, lines, first.answered_at)


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
