"""The problems of files: their codes, and their English messages for `web.errors.explain`.

The details of a message never contain text of a document.
"""

from text.errors import CodedRefusal
from text.errors import gettext_noop as _

MESSAGES: dict[str, str] = {}


def _problem(code: str, message: str) -> str:
    MESSAGES[code] = message
    return code


# One line each.
# fmt: off
# --- The file as bytes ------------------------------------------------------------------------
BAD_ENCODING = _problem("bad_encoding", _("The file is not valid %(encoding)s. Choose the encoding it was saved in."))
RECORD_TOO_LONG = _problem("record_too_long", _("The record is larger than %(limit)s MB and was not read."))
FILE_CUT_OFF = _problem("file_cut_off", _("The file ends in the middle of a record. Export it again."))
READ_AS_WINDOWS = _problem("read_as_windows", _("The file is not UTF-8 and was read as Windows-1252. If accents look wrong below, choose the encoding it was saved in."))
READ_AS_UTF8 = _problem("read_as_utf8", _("The file is UTF-8 and was read as such, not in the encoding you chose."))
UNKNOWN_ENCODING = _problem("unknown_encoding", _("The file declares the unknown encoding “%(encoding)s”. Choose its encoding."))
LOOKS_BINARY = _problem("looks_binary", _("This looks like a binary file, not text. If it is UTF-16, choose that encoding."))
FILE_INCOMPLETE = _problem("file_incomplete", _("The file was not received completely. Send it again."))
UNSAFE_NAME = _problem("unsafe_name", _("Not read: the file’s path points outside its folder."))
NOT_READ = _problem("not_read", _("Not read: files with this extension cannot be imported."))
NOT_IN_THIS_FORMAT = _problem("not_in_this_format", _("Not read: the file’s extension belongs to another format."))
DOCUMENT_TOO_LARGE = _problem("document_too_large", _("The file is one document of more than %(limit)s MB. Split it into several."))

# --- Archives -----------------------------------------------------------------------------------
BAD_ARCHIVE = _problem("bad_archive", _("The archive is damaged or not a zip archive. Create it again."))
ARCHIVE_IN_ARCHIVE = _problem("archive_in_archive", _("Archives inside archives are not opened. Unpack this one and send its files."))
ARCHIVE_TOO_MANY_FILES = _problem("archive_too_many_files", _("The archive holds more than %(limit)s files. Split it into several."))
ARCHIVE_TOO_LARGE = _problem("archive_too_large", _("Unpacked, the archives would take more than %(limit)s MB. Import them one by one."))
ARCHIVE_BOMB = _problem("archive_bomb", _("Not read: the file is more than %(limit)s times larger unpacked than packed, which no text is."))
ARCHIVE_OVERLAPS = _problem("archive_overlaps", _("Not read: files overlap in the archive. Create the archive again."))
MEMBER_ENCRYPTED = _problem("member_encrypted", _("The file is password-protected. Create the archive without a password."))
MEMBER_COMPRESSION = _problem("member_compression", _("The file’s compression method is not supported. Create the archive with deflate."))
MEMBER_DAMAGED = _problem("member_damaged", _("The file is damaged in the archive. Create the archive again."))
MEMBER_IS_LINK = _problem("member_is_link", _("Not read: this is a link, not a file."))
MEMBER_TWICE = _problem("member_twice", _("Not read: the archive holds another file with the same name."))

# --- XML ----------------------------------------------------------------------------------------
BAD_XML = _problem("bad_xml", _("The XML is not well-formed here."))
XML_ENTITIES = _problem("xml_entities", _("Not read: the file declares entities, which can be harmful."))
XML_EXTERNAL_DTD = _problem("xml_external_dtd", _("The file refers to an external DTD, which is never opened. Remove its DOCTYPE."))
XML_TOO_DEEP = _problem("xml_too_deep", _("Not read: elements are nested more than %(limit)s levels deep."))
PATH_FAILED = _problem("path_failed", _("A path of the corpus cannot be evaluated in this file. Does the file declare the prefixes that the path uses?"))
NOT_XPATH = _problem("not-xpath", _("This is not a valid XPath expression."))
TOO_COSTLY = _problem("too-costly", _("This path would search the whole document again for every element. Simplify it."))
PATH_TOO_SLOW = _problem("path_too_slow", _("A path of the corpus takes more than %(limit)s seconds in this document. Simplify it."))
PATH_FINDS_NO_ELEMENTS = _problem("path_finds_no_elements", _("The corpus’s path to the text does not select elements."))

# --- Documents ----------------------------------------------------------------------------------
NO_TEXT = _problem("no_text", _("The document has no text."))
LINE_TOO_LONG = _problem("line_too_long", _("After cleaning, a line has more than %(limit)s characters."))
ID_TOO_LONG = _problem("id_too_long", _("The document’s id has more than %(limit)s characters."))
PATIENT_TOO_LONG = _problem("patient_too_long", _("The patient number has more than %(limit)s characters."))
TYPE_TOO_LONG = _problem("type_too_long", _("The document type has more than %(limit)s characters."))
ID_TAKEN = _problem("id_taken", _("Another document of the corpus has the same id but a different text."))

# --- Annotations on documents; `span` counts from 1 ------------------------------------------------
ANNOTATOR_MISSING = _problem("annotator_missing", _("The file does not name the annotator. Enter one in the import’s options."))
ANNOTATOR_TOO_LONG = _problem("annotator_too_long", _("The annotator’s name has more than %(limit)s characters."))
SPAN_CROSSES_LINES = _problem("span_crosses_lines", _("Span %(span)s crosses the end of a line. A span must stay within one line."))
SPAN_VANISHES = _problem("span_vanishes", _("Nothing is left of span %(span)s after cleaning."))
ANNOTATIONS_DIFFER = _problem("annotations_differ", _("The same text occurs earlier with different annotations; only answers may differ."))
ANSWERED_TWICE = _problem("answered_twice", _("The annotator answered the same text twice; the later answer counts."))
ANNOTATIONS_OF_KNOWN = _problem(
    "annotations_of_known",
    _("The corpus already has other annotations on this document, or cleaned it differently; these annotations were left out."),
)

# --- Its structure ----------------------------------------------------------------------------
BAD_JSON = _problem("bad_json", _("This is not valid JSON."))
JSON_TOO_DEEP = _problem("json_too_deep", _("The JSON is nested too deeply."))
NOT_AN_OBJECT = _problem("not_an_object", _("A record must be a JSON object: {…}."))
LONE_SURROGATE = _problem("lone_surrogate", _("The text contains half a character (a lone surrogate)."))
MISSING_FIELD = _problem("missing_field", _("“%(field)s” is missing. If another field holds the text, enter its name in the options."))
WRONG_TYPE = _problem("wrong_type", _("“%(field)s” must be %(expected)s."))
WRONG_VALUE = _problem("wrong_value", _("“%(field)s” has an unknown value."))
WRONG_COLUMNS = _problem("wrong_columns", _("%(expected)s columns were expected, but %(found)s were found."))
BAD_TABLE = _problem("bad_table", _("The row cannot be read. Is there an extra quotation mark?"))
BAD_LINE = _problem("bad_line", _("The line does not follow the format."))
BAD_TAG = _problem("bad_tag", _("Unknown tag. Use O, B-LABEL and I-LABEL, or the tags of BILOU or IOBES."))
NOT_WEBANNO = _problem("not_webanno", _("The file does not start with a WebAnno TSV 3 header."))
NOT_DOCBIN = _problem("not_docbin", _("The file is not a spaCy 3 DocBin, or it is damaged."))
TEXT_DIFFERS_FROM_TOKENS = _problem("text_differs_from_tokens", _("The tokens do not match the text."))
EMPTY_FILE = _problem("empty_file", _("The file is empty."))
ANNOTATIONS_WITHOUT_TEXT = _problem("annotations_without_text", _("The text that belongs to these annotations is missing."))

# --- Its spans; `span` counts from 1 ----------------------------------------------------------
SPAN_NOT_NUMBERS = _problem("span_not_numbers", _("Span %(span)s: start and end must be whole numbers."))
SPAN_EMPTY = _problem("span_empty", _("Span %(span)s is empty (%(start)s–%(end)s)."))
SPAN_OUTSIDE = _problem("span_outside", _("Span %(span)s (%(start)s–%(end)s) is outside the text, which ends at %(length)s."))
SPAN_INSIDE_CHARACTER = _problem(
    "span_inside_character",
    _("Span %(span)s begins or ends inside a character. Do the offsets use another unit?"),
)
SPAN_DISCONTINUOUS = _problem("span_discontinuous", _("Span %(span)s has several parts, which is not supported."))
SPAN_ACROSS_SENTENCES = _problem("span_across_sentences", _("A span continues from the previous sentence, but sentences are read one by one."))
SPANS_OVERLAP = _problem("spans_overlap", _("Spans %(other)s and %(span)s overlap."))
LABEL_MISSING = _problem("label_missing", _("Span %(span)s has no label."))
LABEL_NOT_TEXT = _problem("label_not_text", _("The label of span %(span)s is not text."))
LABEL_TOO_LONG = _problem("label_too_long", _("The label of span %(span)s has more than %(limit)s characters."))
LABEL_UNPRINTABLE = _problem("label_unprintable", _("The label of span %(span)s contains control characters."))

# --- Warnings: read, but not all of it ----------------------------------------------------------
QUOTE_DIFFERS = _problem("quote_differs", _("Span %(span)s: the quoted text differs from the text at the offsets; the offsets count."))
ANNOTATIONS_NOT_READ = _problem("annotations_not_read", _("Not read, because only spans are supported: %(kind)s (%(count)s)."))

# --- Writing; `record` counts from 1 ------------------------------------------------------------
SPAN_NOT_KEPT = _problem("span_not_kept", _("Record %(record)s: the span %(start)s–%(end)s cannot be kept because it %(reason)s."))
SPAN_SHORTENED = _problem("span_shortened", _("Record %(record)s: the span %(start)s–%(end)s loses the whitespace at its edges."))
LABEL_NOT_KEPT = _problem("label_not_kept", _("Record %(record)s: a label contains control characters; its spans cannot be kept."))
FIELDS_NOT_KEPT = _problem("fields_not_kept", _("Record %(record)s: the format cannot hold %(fields)s."))
RECORD_NOT_KEPT = _problem("record_not_kept", _("Record %(record)s cannot be written in this format."))
# fmt: on

# English words for details that are codes.
WORDS = {
    "expected": {"text": _("a text"), "list": _("a list"), "object": _("an object")},
    "reason": {"overlap": _("overlaps another"), "blank": _("covers only whitespace")},
    "kind": {
        "relations": _("relations"),
        "relation": _("relations"),
        "events": _("events"),
        "attributes": _("attributes"),
        "normalizations": _("normalizations"),
        "notes": _("notes"),
        "layers": _("other layers"),
        "chains": _("chains"),
        "other": _("annotations of an unknown kind"),
    },
}


class UnreadableFile(CodedRefusal):
    """A file that cannot be read, or not to its end; `code` is one of `formats.problems`."""

    messages = MESSAGES

    def __init__(self, code: str, *, line: int = 0, **details: object) -> None:
        super().__init__(code, **details)
        self.line = line


class RecordRefused(CodedRefusal):
    """A record that cannot be read; `code` is one of `formats.problems`."""

    messages = MESSAGES
