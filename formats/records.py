"""Records, and the options of readers and writers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar

from formats.problems import MESSAGES, WORDS
from text.errors import CodedRefusal
from text.spans import Span

# Units of span offsets.
AUTO, CODE_POINTS, UTF16, GRAPHEMES = "auto", "code_points", "utf16", "graphemes"
OFFSET_UNITS = (AUTO, CODE_POINTS, UTF16, GRAPHEMES)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1")

MEGABYTE = 2**20
# Tagging schemes.
IOB2, BILOU = "iob2", "bilou"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Options for reading a file; an empty name means the format's default."""

    # The fields with the text, the document type and the id in JSON objects and tables.
    text_field: str = ""
    type_field: str = ""
    id_field: str = ""
    # The annotator, if the file names none (doccano names its files after annotators).
    annotator: str = ""
    # The id of the document in formats with one document per file (brat, WebAnno), usually the file's name.
    name: str = ""
    # A byte order mark of UTF-8 overrides it.
    encoding: str = "utf-8"
    # `auto` is the tool's unit; for Label Studio, the unit that matches the quoted texts.
    offset_unit: str = AUTO
    # Whether the sentences of a CoNLL or WebAnno file are lines of one record instead of separate records.
    joins_sentences: bool = False
    # Whether spans of a record may overlap; otherwise such a record is refused.
    allows_overlaps: bool = True
    max_record_bytes: int = 20 * MEGABYTE
    max_label_length: int = 121
    # The delimiter of a CSV file; if empty, comma, semicolon or tab, detected in its first line.
    delimiter: str = ""
    # The name of a WebAnno layer or its end; if empty, named entities, else custom layers.
    layer: str = ""
    # Columns of a CoNLL file, from 0; negative ones count from the last.
    token_column: int = 0
    tag_column: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """Options for writing a file."""

    # The language whose tokens are written, for formats with tokens.
    language: str = "fr"
    # The tagging scheme of CoNLL; both are read.
    scheme: str = IOB2


READ_DEFAULTS = ReadOptions()
WRITE_DEFAULTS = WriteOptions()


ACCEPT, REJECT, IGNORE = "accept", "reject", "ignore"
ERROR, WARNING = "error", "warning"
NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Record:
    """One text with one set of spans, by one annotator or an unnamed one.

    A text with several annotators is several records with the same `id` and `text`.
    """

    text: str
    spans: tuple[Span, ...] = ()
    # Empty if the file has none.
    id: str = ""
    document_type: str = ""
    annotator: str = ""
    verdict: str = ACCEPT
    # Whether the text was annotated; a text alone is not an empty answer.
    is_annotated: bool = False
    # Whether a program proposed the spans, as in Label Studio's predictions.
    is_prediction: bool = False
    answered_at: datetime | None = None
    duration_ms: int | None = None
    # All members of the record in order, passed on if the format can hold them. Text and spans are
    # included as they were read; use the attributes for their checked values.
    fields: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    # Its first line in the file, from 1; 0 if lines have no meaning.
    line: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a file; `code` and `details` never contain text of a document."""

    code: str
    line: int = 0
    severity: str = ERROR
    details: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    words: ClassVar = WORDS

    @classmethod
    def of(cls, refused: CodedRefusal, line: int = 0) -> "Problem":
        """Return the problem for an error in this line."""
        return cls(refused.code, line=line, details=refused.details)

    @classmethod
    def warn(cls, code: str, line: int = 0, **details: object) -> "Problem":
        """Return a warning with its details."""
        return cls(code, line=line, severity=WARNING, details=details)

    @property
    def message(self) -> str:
        """Return the English message, with placeholders for the details."""
        return MESSAGES[self.code]


def in_one_line(name: str) -> str:
    """Return an id, a type or a person's name in one line, without control characters."""
    return " ".join(name.replace("\0", "").split())
