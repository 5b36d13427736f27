"""Figures about corpora and imports, and the sample documents of the preview.

The figures need every line. Imported lines do not change, so the figures are cached.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from django.core.cache import cache
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import Length

from corpus.documents.domain import Atom, Comparison, Lengths, Row, compare, describe_lengths, layer
from corpus.documents.models import Chunk, Corpus, Document
from corpus.imports.models import Import, ImportedAnnotation
from formats.xml import text_sections
from text.cleaning import Section, clean_with_offsets
from text.spans import Span
from text.tokens import tokenize


def import_under_way(corpus: Corpus) -> Import | None:
    """Return the import in progress, if any; there is at most one."""
    return Import.objects.under_way().filter(corpus=corpus).select_related("job").first()


KEPT_SECONDS = 60 * 60
MOST_REPEATED = 12

T = TypeVar("T")


@dataclass(frozen=True)
class TypeFigures:
    """Counts of one document type."""

    document_type: str
    documents: int
    lines: int
    characters: int


@dataclass(frozen=True)
class Figures:
    """Counts per document type, and the lengths of lines."""

    types: tuple[TypeFigures, ...]
    lengths: Lengths | None

    @property
    def documents(self) -> int:
        return sum(each.documents for each in self.types)

    @property
    def lines(self) -> int:
        return sum(each.lines for each in self.types)

    @property
    def characters(self) -> int:
        return sum(each.characters for each in self.types)


@dataclass(frozen=True)
class RepeatedLine:
    """A line's text and how often it occurs in the import and in the corpus."""

    text: str
    times: int
    times_in_corpus: int


@dataclass(frozen=True)
class Repetition:
    """Figures about the lines of an import that occur more than once."""

    # The number of different texts, and of lines whose text is repeated.
    texts: int
    repeated: int
    known_in_corpus: int
    # The most frequent digests with their counts.
    most: tuple[tuple[bytes, int], ...]


def figures_of_corpus(corpus: Corpus) -> Figures:
    """Return the figures of all documents of the corpus."""
    documents = Document.objects.taken().filter(corpus=corpus)
    mark = documents.aggregate(count=Count("pk"), last=Max("pk"))
    key = f"{_key(corpus)}:{mark['count']}:{mark['last']}"
    return _kept(key, lambda: _figures(documents))


def figures_of_import(imported: Import) -> Figures:
    """Return the figures of an import's documents."""
    return _kept(_reading_key(imported), lambda: _figures(imported.documents.all()))


def _figures(documents: QuerySet[Document]) -> Figures:
    by_type = dict(documents.order_by().values_list("document_type").annotate(count=Count("pk")))
    lines: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    for document_type, length, count in _length_counts(documents):
        lines[document_type] += count
        characters[document_type] += length * count
        lengths[length] += count
    types = tuple(
        TypeFigures(name, count, lines[name], characters[name])
        for name, count in sorted(by_type.items(), key=lambda item: (-item[1], item[0]))
    )
    return Figures(types, describe_lengths(lengths))


def _length_counts(documents: QuerySet[Document]) -> QuerySet[Chunk, tuple[str, int, int]]:
    lines = Chunk.objects.filter(document__in=documents.order_by().values("pk"))
    counted = lines.order_by().values("document__document_type", length=Length("text"))
    return counted.annotate(count=Count("pk")).values_list(
        "document__document_type", "length", "count"
    )


def repetition_of(imported: Import) -> Repetition:
    """Return how many lines of an import are repeated, in the import and in its corpus."""
    key = f"repetition:{_reading_key(imported)}"
    return _kept(key, lambda: _repetition(imported))


def _repetition(imported: Import) -> Repetition:
    lines = Chunk.objects.filter(document__imported_in=imported).order_by()
    by_text = lines.values("digest").annotate(times=Count("pk"))
    again = Q(times__gt=1)
    counts = by_text.aggregate(texts=Count("digest"), repeated=Sum("times", filter=again))
    most = by_text.filter(again).order_by("-times", "digest").values_list("digest", "times")
    # By distinct digests, not by lines: a salutation may occur thousands of times.
    known = lines.filter(digest__in=_taken_lines(imported).values("digest"))
    return Repetition(
        texts=counts["texts"],
        repeated=counts["repeated"] or 0,
        known_in_corpus=known.count(),
        most=tuple((bytes(digest), times) for digest, times in most[:MOST_REPEATED]),
    )


def repeated_lines(imported: Import, repetition: Repetition) -> list[RepeatedLine]:
    """Return the most frequent texts, which may be boilerplate."""
    digests = [digest for digest, _ in repetition.most]
    texts = _texts_of(imported, digests)
    counted = _taken_lines(imported).filter(digest__in=digests).values_list("digest")
    in_corpus = {bytes(digest): count for digest, count in counted.annotate(count=Count("pk"))}
    return [
        RepeatedLine(texts[digest], times, in_corpus.get(digest, 0))
        for digest, times in repetition.most
        # Missing if the import has just been discarded.
        if digest in texts
    ]


def _texts_of(imported: Import, digests: Sequence[bytes]) -> dict[bytes, str]:
    lines = Chunk.objects.filter(document__imported_in=imported, digest__in=digests)
    one_of_each = lines.order_by().values("digest").annotate(one=Max("pk")).values("one")
    chosen = Chunk.objects.filter(pk__in=list(one_of_each.values_list("one", flat=True)))
    return {bytes(chunk.digest): chunk.text for chunk in chosen}


def _taken_lines(imported: Import) -> QuerySet[Chunk]:
    """Return the lines that the corpus has from other imports."""
    taken = Document.objects.taken().filter(corpus=imported.corpus_id)
    before = taken.exclude(imported_in=imported) if imported.state == "taken" else taken
    return Chunk.objects.filter(document__in=before.order_by().values("pk")).order_by()


def _key(thing: Corpus | Import) -> str:
    # With the time, because SQLite may reuse the id of a deleted row.
    return f"figures:{thing._meta.model_name}:{thing.pk}:{thing.created_at.timestamp()}"


def _reading_key(imported: Import) -> str:
    # The same files may be read again by another job with other options.
    return f"{_key(imported)}:{imported.job_id}:{imported.documents_read}"


def _kept(key: str, compute: Callable[[], T]) -> T:
    return cast(T, cache.get_or_set(key, compute, KEPT_SECONDS))


# Limits that keep the page fast.
MOST_LINES = 150
MOST_CHARACTERS = 30_000
# Only the beginning of a longer source is cleaned again.
LONGEST_SOURCE = 1_500_000


@dataclass(frozen=True)
class Annotated:
    """An imported annotation, for display."""

    annotation: ImportedAnnotation
    atoms: tuple[Atom, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class ReadLine:
    """A line with its tokens; a single annotation is drawn on the line, several are listed below it."""

    row: Row
    atoms: tuple[Atom, ...]
    spans: tuple[Span, ...]
    only: ImportedAnnotation | None
    several: tuple[Annotated, ...]


@dataclass(frozen=True)
class Reading:
    """The beginning of a document, ready to display."""

    document: Document
    comparison: Comparison
    lines: tuple[ReadLine, ...]
    total_lines: int

    @property
    def purpose(self) -> str:
        """Return the purpose of the annotations on the lines, if there are any."""
        return next((line.only.get_purpose_display() for line in self.lines if line.only), "")


def documents_of(imported: Import) -> QuerySet[Document]:
    """Return an import's new documents or, if it has none, the documents it annotates."""
    if imported.documents_read or not imported.annotations_read:
        return imported.documents.all()
    return Document.objects.filter(pk__in=imported.annotations.values("chunk__document"))


def read_document(document: Document, *, imported: Import | None = None) -> Reading:
    """Return the beginning of a document with its source and, in a preview, the import's annotations."""
    comparison = _compare(document)
    annotations = _annotations(document, len(comparison.rows), imported or document.imported_in)
    language = document.corpus.language
    lines = tuple(
        _read_line(row, tuple(tokenize(row.text, language=language)), annotations[row.number])
        for row in comparison.rows
    )
    return Reading(document, comparison, lines, document.chunks.count())


def _compare(document: Document) -> Comparison:
    source = document.source[:LONGEST_SOURCE]
    cleaned = clean_with_offsets(
        source, kind=document.kind, rules=document.corpus.rules, sections=_sections(document)
    )
    whole = compare(source, cleaned, most_lines=MOST_LINES, most_characters=MOST_CHARACTERS)
    if len(document.source) <= LONGEST_SOURCE:
        return whole
    # If the source was cut off, the last line may be incomplete.
    return replace(whole, rows=whole.rows[:-1], after="", is_cut=True)


def _sections(document: Document) -> list[Section] | None:
    path = document.corpus.text_path if document.kind == Document.Kind.XML else ""
    found = text_sections(document.source, text_path=path)
    if found is None:
        return None
    return [
        section._replace(end=min(section.end, LONGEST_SOURCE))
        for section in found
        if section.start < LONGEST_SOURCE
    ]


def _annotations(
    document: Document, lines: int, imported: Import | None
) -> dict[int, list[ImportedAnnotation]]:
    found: dict[int, list[ImportedAnnotation]] = defaultdict(list)
    of_document = ImportedAnnotation.objects.filter(chunk__document=document)
    of_import = Q(imported_in=imported)
    shown = of_document.filter(of_import | Q(imported_in__state="taken"), chunk__line__lte=lines)
    for annotation in shown.select_related("chunk").order_by("purpose", "annotator"):
        found[annotation.chunk.line].append(annotation)
    return found


def _read_line(
    row: Row, tokens: tuple[tuple[int, int], ...], annotations: list[ImportedAnnotation]
) -> ReadLine:
    only = annotations[0] if len(annotations) == 1 else None
    spans = _spans(only.spans) if only else ()
    several = () if only else tuple(_annotated(row, each) for each in annotations)
    return ReadLine(row, tuple(layer(row, tokens=tokens, spans=spans)), spans, only, several)


def _annotated(row: Row, annotation: ImportedAnnotation) -> Annotated:
    spans = _spans(annotation.spans)
    return Annotated(annotation, tuple(layer(row, tokens=[], spans=spans)), spans)


def _spans(stored: Iterable[tuple[int, int, str]]) -> tuple[Span, ...]:
    """Return the spans in order; of two that overlap, only the first is kept."""
    drawn: list[Span] = []
    for start, end, label in sorted(stored):
        if not drawn or start >= drawn[-1].end:
            drawn.append(Span(start, end, label))
    return tuple(drawn)
