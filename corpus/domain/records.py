"""What every file format reads and writes: records, and problems with their place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from corpus.domain.spans import Span

ACCEPT, REJECT, IGNORE = "accept", "reject", "ignore"
ERROR, WARNING = "error", "warning"
NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Record:
    """One text with one set of spans on it: one person's, or nobody's in particular.

    A text that several people annotated is several records with the same `id` and `text`.
    """

    text: str
    spans: tuple[Span, ...] = ()
    # Empty where the file gives none.
    id: str = ""
    document_type: str = ""
    annotator: str = ""
    verdict: str = ACCEPT
    # Whether anyone (or a program) annotated this text; a text alone is no empty answer.
    is_annotated: bool = False
    # Whether a program proposed the spans (Label Studio's predictions).
    is_prediction: bool = False
    answered_at: datetime | None = None
    duration_ms: int | None = None
    # All that the record carried, by name and in order, to be passed on where the format can; text and
    # spans are among them as they were read, so look for those in the attributes.
    fields: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    # Where it begins in its file, from 1; 0 where lines mean nothing.
    line: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file; `code` and `details` never hold text of a document."""

    code: str
    line: int = 0
    severity: str = ERROR
    details: Mapping[str, object] = field(default_factory=lambda: NOTHING)


def in_one_line(name: str) -> str:
    """Return an id, a type or a person's name without what could not be stored or seen in it."""
    return " ".join(name.replace("\0", "").split())
