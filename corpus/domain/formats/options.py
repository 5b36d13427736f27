"""What a reader or writer of a format may be told."""

from dataclasses import dataclass

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
