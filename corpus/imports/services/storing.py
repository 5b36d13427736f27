"""Plan what a batch of items adds to a corpus, then store it in short transactions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, QuerySet

from corpus.documents.models import Chunk, Document
from corpus.imports.domain.lines import (
    LONGEST_ID,
    AnnotationSet,
    annotation_set,
    candidate_ids,
    clean_document,
    cut_lines,
    effective_set,
    is_wanted,
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
# A document and an annotator, who may be unnamed.
Key = tuple[bytes, str]


@dataclass(frozen=True, slots=True)
class Item:
    """A document or a problem, with the name of its file."""

    file: str
    found: SourceDocument | Problem


@dataclass(slots=True)
class Batch:
    """The rows to store."""

    documents: list[Document] = field(default_factory=list)
    # The lines of each new document by its digest.
    lines: dict[bytes, list[str]] = field(default_factory=dict)
    annotations: dict[Key, AnnotationSet] = field(default_factory=dict)
    # Ids by digest: of stored documents that get annotations, and of new documents once they are stored.
    stored: dict[bytes, int] = field(default_factory=dict)
    documents_known: int = 0
    spans_left_out: int = 0
    problems: list[tuple[str, Problem]] = field(default_factory=list)


def plan_batch(imported: Import, items: Sequence[Item]) -> Batch:
    """Return what the items add to the corpus, without writing anything."""
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
        # The annotations on the documents, stored or in this batch, and those of earlier imports.
        self._said = {key: _set_of(lines) for key, lines in rows.items()}
        self._settled = {key for key, lines in rows.items() if not _is_of(imported, lines[0])}

    def add(self, file: str, document: SourceDocument) -> None:
        """Add a document, or the problem that prevents it."""
        try:
            self._add(file, document)
        except UnreadableFile as error:
            line = error.line or document.line
            problem = Problem.of(error, line)
            self.batch.problems.append((file, problem))

    def _add(self, file: str, document: SourceDocument) -> None:
        digest = digest_of(document.source)
        stored = self._stored.get(digest)
        record = document.record
        if record is not None and not is_wanted(record, purpose=self._purpose):
            self.batch.spans_left_out += len(record.spans)
            record = None
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
        # The same source has different lines as HTML and as plain text.
        if key in self._settled or self._kinds[digest] != document.kind:
            if earlier is None or not said.has_same_annotations_as(earlier):
                self._warn(file, document, problems.ANNOTATIONS_OF_KNOWN)
            return
        if earlier is not None:
            counts = effective_set(earlier, said, purpose=self._purpose)
            if (
                not said.has_same_annotations_as(earlier)
                and self._purpose == Import.Purpose.ANSWERS
            ):
                self._warn(file, document, problems.ANSWERED_TWICE)
            if counts is earlier:
                return
        self._said[key] = self.batch.annotations[key] = said
        if digest in self._stored:
            self.batch.stored[digest] = self._stored[digest].pk

    def _warn(self, file: str, document: SourceDocument, code: str) -> None:
        self.batch.problems.append((file, Problem.warn(code, document.line)))


def _stored_documents(imported: Import, digests: Collection[bytes]) -> dict[bytes, Document]:
    stored = Document.objects.filter(corpus=imported.corpus_id, digest__in=digests)
    only = stored.only("digest", "imported_in", "kind")
    return {bytes(document.digest): document for document in only}


def _taken_ids(
    imported: Import, pairs: Iterable[tuple[str, SourceDocument]], known: Collection[bytes]
) -> set[str]:
    """Return the candidate ids of new documents that other documents already have."""
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
    """Return the stored annotations on the documents, line by line."""
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


# Stored problems per severity; all of them are counted.
MOST_PROBLEMS = 500
ROWS_PER_STATEMENT = 500
LONGEST_FILE_NAME = 255
# Lines and annotations that one transaction writes or deletes: a document may have millions of them,
# and until the transaction ends nobody else writes on SQLite.
ROWS_PER_STEP = 2000


class Mark(NamedTuple):
    """The ids of an import's last document and annotation at some moment."""

    document: int = 0
    annotation: int = 0


NOTHING = Mark()


@dataclass(slots=True)
class Piece:
    """The part of a batch that one transaction stores: ranges of lines from 0, by document or key."""

    documents: list[Document] = field(default_factory=list)
    lines: list[tuple[bytes, range]] = field(default_factory=list)
    annotations: list[tuple[Key, range]] = field(default_factory=list)


def pieces_of(batch: Batch) -> list[Piece]:
    """Return the batch in pieces, lines before their annotations; at least one piece."""
    pieces, rows = [Piece()], 0

    def stretches(length: int) -> Iterator[range]:
        nonlocal rows
        first = 0
        while first < length:
            if rows == ROWS_PER_STEP:
                pieces.append(Piece())
                rows = 0
            last = min(length, first + ROWS_PER_STEP - rows)
            rows += last - first
            yield range(first, last)
            first = last

    for document in batch.documents:
        digest = bytes(document.digest)
        for stretch in stretches(len(batch.lines[digest])):
            if not stretch.start:
                pieces[-1].documents.append(document)
            pieces[-1].lines.append((digest, stretch))
    for key, said in batch.annotations.items():
        for stretch in stretches(len(said.lines)):
            pieces[-1].annotations.append((key, stretch))
    return pieces


def store_piece(imported: Import, batch: Batch, piece: Piece, *, after: Mark) -> Mark:
    """Store one piece and return the new mark. Call with earlier pieces stored and the import locked."""
    Document.objects.bulk_create(piece.documents)
    batch.stored |= {bytes(document.digest): document.pk for document in piece.documents}
    chunks = Chunk.objects.bulk_create(_chunks(batch, piece), batch_size=ROWS_PER_STATEMENT)
    superseded = sum(_forget_superseded(imported, batch, *each) for each in piece.annotations)
    rows = [row for each in piece.annotations for row in _rows(imported, batch, *each)]
    ImportedAnnotation.objects.bulk_create(rows, batch_size=ROWS_PER_STATEMENT)
    Import.objects.filter(pk=imported.pk).update(
        documents_read=F("documents_read") + len(piece.documents),
        lines_read=F("lines_read") + len(chunks),
        annotations_read=F("annotations_read") + len(rows) - superseded,
    )
    return Mark(
        max((document.pk for document in piece.documents), default=after.document),
        max((row.pk for row in rows), default=after.annotation),
    )


def _chunks(batch: Batch, piece: Piece) -> Iterator[Chunk]:
    for digest, stretch in piece.lines:
        document, lines = batch.stored[digest], batch.lines[digest]
        for number in stretch:
            line = lines[number]
            yield Chunk(document_id=document, line=number + 1, text=line, digest=digest_of(line))


def _lines_of(document_id: int, stretch: range) -> QuerySet[Chunk]:
    return Chunk.objects.filter(
        document=document_id, line__gt=stretch.start, line__lte=stretch.stop
    )


def _forget_superseded(imported: Import, batch: Batch, key: Key, stretch: range) -> int:
    """Delete the annotations of an earlier record on these lines; return their number."""
    digest, annotator = key
    if digest in batch.lines:
        return 0
    earlier = ImportedAnnotation.objects.filter(
        chunk__in=_lines_of(batch.stored[digest], stretch).order_by().values("pk"),
        purpose=imported.purpose,
        annotator=annotator,
    )
    return earlier.delete()[0]


def _rows(imported: Import, batch: Batch, key: Key, stretch: range) -> Iterator[ImportedAnnotation]:
    said = batch.annotations[key]
    places = _lines_of(batch.stored[key[0]], stretch).values_list("line", "pk")
    for line, chunk_id in places:
        yield ImportedAnnotation(
            chunk_id=chunk_id,
            imported_in=imported,
            purpose=imported.purpose,
            annotator=said.annotator,
            verdict=said.verdict,
            spans=[[span.start, span.end, span.label] for span in said.lines[line - 1]],
            answered_at=said.answered_at,
            duration_ms=said.duration_ms,
        )


def store_outcome(imported: Import, batch: Batch) -> None:
    """Store the problems and counts, once all pieces are stored."""
    _store_problems(imported, batch)
    severities = [problem.severity for _, problem in batch.problems]
    Import.objects.filter(pk=imported.pk).update(
        documents_known=F("documents_known") + batch.documents_known,
        spans_left_out=F("spans_left_out") + batch.spans_left_out,
        errors=F("errors") + severities.count(ERROR),
        warnings=F("warnings") + severities.count(WARNING),
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
        # The end of a long path is its most useful part.
        file=file[-LONGEST_FILE_NAME:],
        line=problem.line or None,
        code=problem.code,
        details=dict(problem.details),
    )
