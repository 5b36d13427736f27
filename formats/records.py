"""What a reader or writer of a format may be told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar

from formats.problems import MESSAGES, WORDS
from text.errors import CodedRefusal
from text.spans import Span

# How a file counts the offsets of its spans.
AUTO, CODE_POINTS, UTF16, GRAPHEMES = "auto", "code_points", "utf16", "graphemes"
OFFSET_UNITS = (AUTO, CODE_POINTS, UTF16, GRAPHEMES)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1")

MEGABYTE = 2**20
# How tags say where a span ends.
IOB2, BILOU = "iob2", "bilou"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How to read a file; an empty name means the one that the format itself uses."""

    # Where JSON objects and tables hold the text, its document type and its id.
    text_field: str = ""
    type_field: str = ""
    id_field: str = ""
    # Whose annotations these are where the file does not say (doccano names its files after people).
    annotator: str = ""
    # The id of the document in formats of one document per file (brat, WebAnno): its name, mostly.
    name: str = ""
    # A byte order mark wins over it in UTF-8 files.
    encoding: str = "utf-8"
    # `auto` is what the tool does; for Label Studio, whichever agrees with the quoted texts.
    offset_unit: str = AUTO
    # Whether the sentences of a CoNLL or WebAnno file are the lines of one record, not a record each.
    joins_sentences: bool = False
    # Whether two spans of one record may overlap; otherwise such a record is refused.
    allows_overlaps: bool = True
    max_record_bytes: int = 20 * MEGABYTE
    max_label_length: int = 121
    # The delimiter of a CSV file; empty: comma, semicolon or tab, by its first line.
    delimiter: str = ""
    # The layer of a WebAnno file, by its name or the end of it; empty: named entities, else custom ones.
    layer: str = ""
    # Columns of a CoNLL file, from 0; negative ones count from the last.
    token_column: int = 0
    tag_column: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """How to write a file."""

    # Whose tokens are written where a format has tokens.
    language: str = "fr"
    # How CoNLL tags are written; either is read.
    scheme: str = IOB2


READ_DEFAULTS = ReadOptions()
WRITE_DEFAULTS = WriteOptions()


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
    words: ClassVar = WORDS

    @classmethod
    def of(cls, refused: CodedRefusal, line: int = 0) -> "Problem":
        """Return a refusal as what is wrong in this line."""
        return cls(refused.code, line=line, details=refused.details)

    @classmethod
    def warn(cls, code: str, line: int = 0, **details: object) -> "Problem":
        """Return what is worth a warning, with its details."""
        return cls(code, line=line, severity=WARNING, details=details)

    @property
    def message(self) -> str:
        """Return what is wrong, in English and to be filled with the details."""
        return MESSAGES[self.code]


def in_one_line(name: str) -> str:
    """Return an id, a type or a person's name without what could not be stored or seen in it."""
    return " ".join(name.replace("\0", "").split())
