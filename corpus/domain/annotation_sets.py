"""What one person, or nobody in particular, says about a document, line by line."""

from dataclasses import dataclass
from datetime import UTC, datetime

from corpus.domain import problems
from corpus.domain.chunking import place_spans
from corpus.domain.preprocessing import CleanText
from corpus.domain.records import ACCEPT, Record, in_one_line
from corpus.domain.spans import Span
from corpus.exceptions import UnreadableFile

# What annotations in a file may become.
ANSWERS, GOLD, PROPOSALS = "answers", "gold", "proposals"
LONGEST_ANNOTATOR = 120
ANSWERABLE_YEARS = range(1970, 2200)
# A day: what took longer was not measured.
LONGEST_DURATION_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class AnnotationSet:
    """The spans of every line of a document, each in the line's own offsets."""

    annotator: str
    verdict: str
    lines: tuple[tuple[Span, ...], ...]
    answered_at: datetime | None = None
    duration_ms: int | None = None
    is_prediction: bool = False

    def says_the_same_as(self, other: "AnnotationSet") -> bool:
        return (self.verdict, self.lines) == (other.verdict, other.lines)


def is_wanted(record: Record | None, *, purpose: str) -> bool:
    """Return whether a record's annotations serve the purpose that was chosen for them."""
    if record is None or not record.is_annotated or not purpose:
        return False
    if purpose == ANSWERS:
        return not record.is_prediction
    # What was refused or passed over is neither right nor worth proposing.
    return record.verdict == ACCEPT and (purpose == PROPOSALS or not record.is_prediction)


def annotation_set(record: Record, cleaned: CleanText, *, purpose: str) -> AnnotationSet:
    """Return the record's annotations on the lines of its clean text, or refuse the record."""
    annotator = in_one_line(record.annotator) if purpose == ANSWERS else ""
    if purpose == ANSWERS and not annotator:
        raise UnreadableFile(problems.ANNOTATOR_MISSING)
    if len(annotator) > LONGEST_ANNOTATOR:
        raise UnreadableFile(problems.ANNOTATOR_TOO_LONG, limit=LONGEST_ANNOTATOR)
    # Only an accepted answer has spans.
    spans = record.spans if record.verdict == ACCEPT else ()
    lines = tuple(tuple(line) for line in place_spans(spans, cleaned))
    answered_at, duration_ms = _known_time(record), _known_duration(record, lines=len(lines))
    return AnnotationSet(
        annotator, record.verdict, lines, answered_at, duration_ms, record.is_prediction
    )


def _known_time(record: Record) -> datetime | None:
    """Return when the answer was given, if anybody can have given it then."""
    answered_at = record.answered_at
    if answered_at is None or answered_at.year not in ANSWERABLE_YEARS:
        return None
    return answered_at if answered_at.tzinfo else answered_at.replace(tzinfo=UTC)


def _known_duration(record: Record, *, lines: int) -> int | None:
    """Return how long the answer took, if one line is all it was about and a person can have done it."""
    duration_ms = record.duration_ms
    if lines != 1 or duration_ms is None or not 0 <= duration_ms <= LONGEST_DURATION_MS:
        return None
    return duration_ms


def later_of(earlier: AnnotationSet, new: AnnotationSet, *, purpose: str) -> AnnotationSet:
    """Return which of two sets on the same text counts; only answers may differ."""
    if new.says_the_same_as(earlier):
        return earlier
    if purpose == ANSWERS:
        is_older = earlier.answered_at and new.answered_at and new.answered_at < earlier.answered_at
        return earlier if is_older else new
    if purpose == PROPOSALS and earlier.is_prediction != new.is_prediction:
        # Beside what people marked, a program's proposals are what was meant to be proposed.
        return new if new.is_prediction else earlier
    raise UnreadableFile(problems.ANNOTATIONS_DIFFER)
