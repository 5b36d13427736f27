"""One document as people look at it: source beside lines, tokens and annotations."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from corpus.documents.domain.comparison import Atom, Comparison, Row, compare, layer
from corpus.documents.models import Document
from corpus.imports.models import Import, ImportedAnnotation
from formats.xml import text_sections
from text.cleaning import Section, clean_with_offsets
from text.spans import Span
from text.tokens import tokenize

# What fits on a page that opens at once.
MOST_LINES = 150
MOST_CHARACTERS = 30_000
# Of a longer source only the beginning is cleaned again.
LONGEST_SOURCE = 1_500_000


@dataclass(frozen=True)
class Annotated:
    """What an imported file says about a line."""

    annotation: ImportedAnnotation
    atoms: tuple[Atom, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class ReadLine:
    """A line with its tokens; one annotation is drawn on it, several stand below it."""

    row: Row
    atoms: tuple[Atom, ...]
    spans: tuple[Span, ...]
    only: ImportedAnnotation | None
    several: tuple[Annotated, ...]


@dataclass(frozen=True)
class Reading:
    """A document's beginning, ready to be shown."""

    document: Document
    comparison: Comparison
    lines: tuple[ReadLine, ...]
    total_lines: int

    @property
    def purpose(self) -> str:
        """Return what the annotations on the lines are, if there are any."""
        alone = (line.only for line in self.lines if line.only is not None)
        drawn = next(alone, None)
        return drawn.get_purpose_display() if drawn is not None else ""


def documents_of(imported: Import) -> QuerySet[Document]:
    """Return the documents an import brings or, if it only adds annotations, those they are about."""
    if imported.documents_read or not imported.annotations_read:
        return imported.documents.all()
    return Document.objects.filter(pk__in=imported.annotations.values("chunk__document"))


def read_document(document: Document, *, imported: Import | None = None) -> Reading:
    """Return the beginning of a document as its annotators will see it, beside its source.

    In the preview of an import, with the annotations that it brings.
    """
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
    # Where the source was cut off, the last line may be another one.
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
    """Return spans in order; of two that overlap, only the first can be drawn."""
    drawn: list[Span] = []
    for start, end, label in sorted(stored):
        if not drawn or start >= drawn[-1].end:
            drawn.append(Span(start, end, label))
    return tuple(drawn)
