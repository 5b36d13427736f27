"""Reads of the corpus lines that can be drawn, their annotations, and past draws."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar, cast

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.functions import Length

from contests.contest.models import Contest
from contests.drawing.domain import Criteria, Line, Profile, Survey, profile_texts, survey
from contests.inputs.models import InputPlace
from corpus.documents.domain import describe_lengths
from corpus.documents.models import Chunk, Corpus
from corpus.imports.models import Import, ImportedAnnotation
from jobs.models import Job

ANSWERS = ImportedAnnotation.Purpose.ANSWERS
# Parameters per statement.
BATCH_SIZE = 500

T = TypeVar("T")


def taken_imports(corpus: Corpus) -> list[int]:
    """Return the ids of the imports that are part of the corpus."""
    taken = corpus.imports.filter(state=Import.State.TAKEN)
    return list(taken.order_by("pk").values_list("pk", flat=True))


def of_imports(imports: Sequence[int], *, path: str = "") -> Q:
    """Return the condition that an object belongs to one of these imports or to none."""
    return Q(**{f"{path}imported_in": None}) | Q(**{f"{path}imported_in__in": imports})


def corpus_chunks(corpus_id: int, imports: Sequence[int]) -> QuerySet[Chunk]:
    """Return the lines of these imports' documents."""
    return Chunk.objects.filter(
        of_imports(imports, path="document__"), document__corpus=corpus_id
    ).order_by()


@dataclass(frozen=True)
class DrawnPlace:
    """A line with a drawn text, and the external id of its document."""

    chunk: Chunk
    document: str


def places_of(
    digests: Collection[bytes], *, corpus_id: int, imports: Sequence[int]
) -> list[DrawnPlace]:
    """Return the lines with these texts in the imports' documents of a corpus."""
    taken = {None, *imports}
    rows = (
        Chunk.objects.filter(digest__in=digests)
        .order_by()
        .annotate(
            corpus=F("document__corpus_id"),
            imported_in=F("document__imported_in_id"),
            external_id=F("document__external_id"),
        )
    )
    # Query by digest alone: with a condition on documents, a database may scan all their lines.
    return [
        DrawnPlace(chunk, chunk.external_id)
        for chunk in rows
        if chunk.corpus == corpus_id and chunk.imported_in in taken
    ]


def profiles(chunks: QuerySet[Chunk]) -> dict[bytes, Profile]:
    """Return the profiles of the distinct texts of these lines by digest."""
    rows = chunks.values_list(
        "digest", "text", "document__document_type", "document__external_id", "line"
    )
    return profile_texts(
        Line(bytes(digest), text, kind, document, line)
        for digest, text, kind, document, line in rows.iterator(chunk_size=5000)
    )


def survey_corpus(contest: Contest, corpus: Corpus, criteria: Criteria) -> Survey:
    """Return the survey of a draw from this corpus."""
    imports = taken_imports(corpus)
    chunks = corpus_chunks(corpus.pk, imports)
    known = chunks.filter(digest__in=contest.inputs.values("digest"))
    version = _corpus_version(corpus, imports)
    known_version = (*version, *_inputs_version(contest))
    return survey(
        _kept("profiles", version, lambda: _tally(chunks)),
        criteria=criteria,
        known=_kept("known", known_version, lambda: _tally(known)),
    )


def _tally(chunks: QuerySet[Chunk]) -> Mapping[Profile, int]:
    """Return the number of texts per profile."""
    return Counter(profiles(chunks).values())


def _kept(name: str, version: Sequence[float | None], compute: Callable[[], T]) -> T:
    """Return a cached result that needs all lines: every change of the form asks for it again."""
    key = ":".join(["contests.inputs", name, *map(str, version)])
    return cast(T, cache.get_or_set(key, compute))


def _corpus_version(corpus: Corpus, imports: Sequence[int]) -> tuple[float, ...]:
    """Return numbers that change whenever documents are added to the corpus."""
    documents = corpus.documents.filter(imported_in=None).count()
    # Imports run one at a time, so the latest identifies the set. The creation time distinguishes
    # corpora that had the same id before a database was restored.
    return corpus.pk, corpus.created_at.timestamp(), documents, max(imports, default=0)


def _inputs_version(contest: Contest) -> tuple[float | None, ...]:
    """Return numbers that change whenever inputs or their places are added or removed."""
    marks = contest.inputs.aggregate(
        inputs=Count("pk", distinct=True), standing=Count("places"), last=Max("places")
    )
    return contest.pk, contest.created_at.timestamp(), *marks.values()


@dataclass(frozen=True)
class Imported:
    """The numbers of annotations in a corpus's files."""

    # The number of spans per label and of answers per annotator's name.
    labels: Mapping[str, int]
    annotators: Mapping[str, int]
    gold: int
    proposals: int

    @property
    def is_empty(self) -> bool:
        return not (self.annotators or self.gold or self.proposals)


def imported_annotations(corpus: Corpus) -> Imported:
    """Count the annotations imported with the corpus by label, name and purpose."""
    imports = taken_imports(corpus)
    rows = ImportedAnnotation.objects.filter(of_imports(imports), chunk__document__corpus=corpus)
    return _kept("annotations", _corpus_version(corpus, imports), lambda: _count(rows))


def _count(annotations: QuerySet[ImportedAnnotation]) -> Imported:
    purposes: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    annotators: Counter[str] = Counter()
    rows = annotations.values_list("purpose", "annotator", "spans")
    for purpose, annotator, spans in rows.iterator():
        purposes[purpose] += 1
        labels.update(label for _, _, label in spans)
        if purpose == ANSWERS:
            annotators[annotator] += 1
    return Imported(labels, annotators, purposes["gold"], purposes["proposals"])


@dataclass(frozen=True)
class LineAnnotation:
    """An imported annotation of one line, with the line's document, number and text digest."""

    digest: bytes
    document: str
    line: int
    purpose: str
    annotator: str
    verdict: str
    spans: Sequence[Sequence[Any]]
    answered_at: datetime | None
    duration_ms: int | None


def line_annotations(
    places: Sequence[DrawnPlace], *, imports: Sequence[int]
) -> list[LineAnnotation]:
    """Return these imports' annotations of the lines, sorted by document and line."""
    lines = {place.chunk.pk: place for place in places}
    ids = list(lines)
    found = [
        LineAnnotation(
            bytes(lines[pk].chunk.digest), lines[pk].document, lines[pk].chunk.line, *values
        )
        for start in range(0, len(ids), BATCH_SIZE)
        for pk, *values in ImportedAnnotation.objects.filter(
            of_imports(imports), chunk__in=ids[start : start + BATCH_SIZE]
        ).values_list(
            "chunk_id", "purpose", "annotator", "verdict", "spans", "answered_at", "duration_ms"
        )
    ]
    # Sorted here: the database's collation depends on its installation.
    return sorted(found, key=lambda one: (one.document, one.line))


@dataclass(frozen=True)
class Overview:
    """Statistics of a contest's inputs."""

    total: int
    by_type: Sequence[tuple[str, int]]
    median: int
    longest: int
    with_proposals: int
    with_gold: int
    with_answers: int


def overview(contest: Contest) -> Overview:
    """Return the statistics of a contest's inputs."""
    by_length = contest.inputs.order_by().values_list(Length("text")).annotate(count=Count("pk"))
    lengths = describe_lengths(dict(by_length))
    types = _kept("types", _inputs_version(contest), lambda: _first_types(contest))
    counts = contest.inputs.aggregate(
        total=Count("pk"),
        proposals=Count("pk", filter=~Q(proposals=[])),
        gold=Count("pk", filter=Q(gold__isnull=False)),
    )
    return Overview(
        total=counts["total"],
        by_type=sorted(types.items(), key=lambda row: (-row[1], row[0])),
        median=lengths.median if lengths else 0,
        longest=lengths.longest if lengths else 0,
        with_proposals=counts["proposals"],
        with_gold=counts["gold"],
        with_answers=contest.inputs.filter(tasks__answered_at__isnull=False).distinct().count(),
    )


def _first_types(contest: Contest) -> Mapping[str, int]:
    """Count the inputs per document type, each under the type of its first document."""
    first: dict[int, tuple[str, int, str]] = {}
    rows = InputPlace.objects.filter(input__contest=contest).values_list(
        "input_id", "chunk__document__external_id", "chunk__line", "chunk__document__document_type"
    )
    for input_id, document, line, kind in rows.iterator():
        here = (document, line, kind)
        first[input_id] = min(first.get(input_id, here), here)
    return Counter(kind for _, _, kind in first.values())


DRAW = "contests.draw_inputs"
REMOVE = "contests.remove_inputs"
# The parameters of a draw that releases document.
SHOWN_PARAMS = ("size", "seed", "min_length", "max_length", "most_times", "types")


def draws_of(contest_id: int) -> list[dict[str, Any]]:
    """Return the parameters of all draws since the inputs were last removed, in order."""
    done = Job.objects.filter(contest_id=contest_id, state=Job.State.SUCCEEDED)
    removed = done.filter(kind=REMOVE).aggregate(last=Max("created_at"))["last"]
    draws = done.filter(kind=DRAW).order_by("created_at")
    if removed is not None:
        draws = draws.filter(created_at__gt=removed)
    return [{name: job.params.get(name) for name in SHOWN_PARAMS} for job in draws]
