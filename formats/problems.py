"""Everything that can be wrong with a file: its code, and its message in English for `web.errors.explain`.

No detail that fills a message is ever text of a document.
"""

from text.errors import CodedRefusal
from text.errors import gettext_noop as _

MESSAGES: dict[str, str] = {}


def _problem(code: str, message: str) -> str:
    MESSAGES[code] = message
    return code


# A line each.
# fmt: off
# --- The file as bytes ------------------------------------------------------------------------
BAD_ENCODING = _problem("bad_encoding", _("This cannot be read as %(encoding)s. Choose the encoding the file was saved in."))
RECORD_TOO_LONG = _problem("record_too_long", _("A record of more than %(limit)s MB is not read."))
FILE_CUT_OFF = _problem("file_cut_off", _("The file ends in the middle of a record. Export it again."))
READ_AS_WINDOWS = _problem("read_as_windows", _("Not UTF-8: read as Windows-1252. If accents look wrong below, choose the encoding it was saved in."))
READ_AS_UTF8 = _problem("read_as_utf8", _("Read as UTF-8, which it is, and not in the encoding that was chosen."))
UNKNOWN_ENCODING = _problem("unknown_encoding", _("The file says that its encoding is “%(encoding)s”, which is not known. Choose its encoding."))
LOOKS_BINARY = _problem("looks_binary", _("This looks like a binary file, not like text. If it is UTF-16, choose that encoding."))
FILE_INCOMPLETE = _problem("file_incomplete", _("The file was not received to its end. Send it again."))
UNSAFE_NAME = _problem("unsafe_name", _("The file’s name leads out of its folder: not read."))
NOT_READ = _problem("not_read", _("Not read: nothing that can be imported ends like this."))
NOT_IN_THIS_FORMAT = _problem("not_in_this_format", _("Not read: the file’s name says that it has another format."))
DOCUMENT_TOO_LARGE = _problem("document_too_large", _("The file is one document of more than %(limit)s MB. Cut it into several."))

# --- Archives -----------------------------------------------------------------------------------
BAD_ARCHIVE = _problem("bad_archive", _("The archive is damaged, or no zip archive. Make it again."))
ARCHIVE_IN_ARCHIVE = _problem("archive_in_archive", _("An archive inside an archive is not opened. Unpack it and send what is in it."))
ARCHIVE_TOO_MANY_FILES = _problem("archive_too_many_files", _("The archive holds more than %(limit)s files. Make several of it."))
ARCHIVE_TOO_LARGE = _problem("archive_too_large", _("Unpacked, the archives would take more than %(limit)s MB. Import them one by one."))
ARCHIVE_BOMB = _problem("archive_bomb", _("Unpacked, this file is over %(limit)s times larger than packed, as no text is: not read."))
ARCHIVE_OVERLAPS = _problem("archive_overlaps", _("Files in the archive overlap, as in no honest archive: not read."))
MEMBER_ENCRYPTED = _problem("member_encrypted", _("The file is locked with a password. Make the archive without one."))
MEMBER_COMPRESSION = _problem("member_compression", _("The file is packed in an unusual way. Make the archive with the usual one (deflate)."))
MEMBER_DAMAGED = _problem("member_damaged", _("The file is damaged in the archive. Make the archive again."))
MEMBER_IS_LINK = _problem("member_is_link", _("This is a link and no file: not followed."))
MEMBER_TWICE = _problem("member_twice", _("The archive holds another file of the same name: not read."))

# --- XML ----------------------------------------------------------------------------------------
BAD_XML = _problem("bad_xml", _("Here the file stops being well-formed XML."))
XML_ENTITIES = _problem("xml_entities", _("The file declares entities, which could be harmful: not read."))
XML_EXTERNAL_DTD = _problem("xml_external_dtd", _("The file refers to a document type outside of it, which is never opened. Remove its DOCTYPE."))
XML_TOO_DEEP = _problem("xml_too_deep", _("Elements are nested more than %(limit)s deep: not read."))
PATH_FAILED = _problem("path_failed", _("A path of the corpus cannot be followed here: does the file declare its prefixes?"))
NOT_XPATH = _problem("not-xpath", _("This is no valid XPath expression."))
TOO_COSTLY = _problem("too-costly", _("This path would search the whole document again for every element. Make it simpler."))
PATH_TOO_SLOW = _problem("path_too_slow", _("A path of the corpus takes more than %(limit)s seconds in this document. Make it simpler."))
PATH_FINDS_NO_ELEMENTS = _problem("path_finds_no_elements", _("The corpus’s path to the text finds something else than elements."))

# --- Documents ----------------------------------------------------------------------------------
NO_TEXT = _problem("no_text", _("There is no text in it."))
LINE_TOO_LONG = _problem("line_too_long", _("After cleaning, a line has more than %(limit)s characters."))
ID_TOO_LONG = _problem("id_too_long", _("The document’s id has more than %(limit)s characters."))
PATIENT_TOO_LONG = _problem("patient_too_long", _("The patient’s number has more than %(limit)s characters."))
TYPE_TOO_LONG = _problem("type_too_long", _("The document type has more than %(limit)s characters."))
ID_TAKEN = _problem("id_taken", _("Another document of the corpus has the same id and another text."))

# --- Annotations on documents; `span` counts from 1 ------------------------------------------------
ANNOTATOR_MISSING = _problem("annotator_missing", _("The file does not say whose answer this is. Name the annotator for the import."))
ANNOTATOR_TOO_LONG = _problem("annotator_too_long", _("The annotator’s name has more than %(limit)s characters."))
SPAN_CROSSES_LINES = _problem("span_crosses_lines", _("Span %(span)s reaches over the end of a line. Annotations are made line by line."))
SPAN_VANISHES = _problem("span_vanishes", _("Nothing is left of span %(span)s after cleaning."))
ANNOTATIONS_DIFFER = _problem("annotations_differ", _("The same text came before with other annotations, and only answers may differ."))
ANSWERED_TWICE = _problem("answered_twice", _("The annotator answered twice on the same text: the later counts."))
ANNOTATIONS_OF_KNOWN = _problem(
    "annotations_of_known",
    _("The corpus already has other annotations on this document, or reads it in another way: these were left out."),
)

# --- Its structure ----------------------------------------------------------------------------
BAD_JSON = _problem("bad_json", _("This is not valid JSON."))
JSON_TOO_DEEP = _problem("json_too_deep", _("The JSON is nested too deep."))
NOT_AN_OBJECT = _problem("not_an_object", _("A record has to be a JSON object: {…}."))
LONE_SURROGATE = _problem("lone_surrogate", _("A character is cut in half (a lone surrogate)."))
MISSING_FIELD = _problem("missing_field", _("“%(field)s” is missing. Say where the text is, if it has another name."))
WRONG_TYPE = _problem("wrong_type", _("“%(field)s” has to be %(expected)s."))
WRONG_VALUE = _problem("wrong_value", _("“%(field)s” has a value that is not known here."))
WRONG_COLUMNS = _problem("wrong_columns", _("%(expected)s columns are expected here, and there are %(found)s."))
BAD_TABLE = _problem("bad_table", _("The row cannot be read. Is there a quotation mark too many?"))
BAD_LINE = _problem("bad_line", _("The line is not written as the format wants it."))
BAD_TAG = _problem("bad_tag", _("The tag is none: O, B-LABEL and I-LABEL are, and those of BILOU and IOBES."))
NOT_WEBANNO = _problem("not_webanno", _("The file does not begin like WebAnno TSV 3."))
NOT_DOCBIN = _problem("not_docbin", _("The file is no DocBin of spaCy 3, or it is damaged."))
TEXT_DIFFERS_FROM_TOKENS = _problem("text_differs_from_tokens", _("The tokens are not those of the text beside them."))
EMPTY_FILE = _problem("empty_file", _("The file is empty."))
ANNOTATIONS_WITHOUT_TEXT = _problem("annotations_without_text", _("The text that belongs to these annotations is missing."))

# --- Its spans; `span` counts from 1 ----------------------------------------------------------
SPAN_NOT_NUMBERS = _problem("span_not_numbers", _("Span %(span)s: start and end have to be whole numbers."))
SPAN_EMPTY = _problem("span_empty", _("Span %(span)s is empty (%(start)s–%(end)s)."))
SPAN_OUTSIDE = _problem("span_outside", _("Span %(span)s (%(start)s–%(end)s) is outside the text, which ends at %(length)s."))
SPAN_INSIDE_CHARACTER = _problem(
    "span_inside_character",
    _("Span %(span)s begins or ends inside a character. Are the offsets counted in another way?"),
)
SPAN_DISCONTINUOUS = _problem("span_discontinuous", _("Span %(span)s is in several pieces, which is not possible here."))
SPAN_ACROSS_SENTENCES = _problem("span_across_sentences", _("A span goes on from the sentence before, and the sentences are read one by one."))
SPANS_OVERLAP = _problem("spans_overlap", _("Spans %(other)s and %(span)s overlap."))
LABEL_MISSING = _problem("label_missing", _("Span %(span)s has no label."))
LABEL_NOT_TEXT = _problem("label_not_text", _("Span %(span)s has a number or the like in place of a label."))
LABEL_TOO_LONG = _problem("label_too_long", _("Span %(span)s has a label of more than %(limit)s characters."))
LABEL_UNPRINTABLE = _problem("label_unprintable", _("Span %(span)s has a label with control characters."))

# --- Warnings: read, but not all of it ----------------------------------------------------------
QUOTE_DIFFERS = _problem("quote_differs", _("Span %(span)s: the text quoted beside the offsets is another; the offsets count."))
ANNOTATIONS_NOT_READ = _problem("annotations_not_read", _("Not read, only spans are: %(kind)s (%(count)s)."))

# --- Writing; `record` counts from 1 ------------------------------------------------------------
SPAN_NOT_KEPT = _problem("span_not_kept", _("Record %(record)s: the span %(start)s–%(end)s cannot be kept, since it %(reason)s."))
SPAN_SHORTENED = _problem("span_shortened", _("Record %(record)s: the span %(start)s–%(end)s loses the blanks at its edges."))
LABEL_NOT_KEPT = _problem("label_not_kept", _("Record %(record)s: a label has control characters; its spans cannot be kept."))
FIELDS_NOT_KEPT = _problem("fields_not_kept", _("Record %(record)s: the format has no place for %(fields)s."))
RECORD_NOT_KEPT = _problem("record_not_kept", _("Record %(record)s cannot be written in this format."))
# fmt: on

# English of the details that are codes themselves.
WORDS = {
    "expected": {"text": _("a text"), "list": _("a list"), "object": _("an object")},
    "reason": {"overlap": _("overlaps another"), "blank": _("covers only blanks")},
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
    """A file, or the rest of it, cannot be read; `code` is one of `formats.problems`."""

    messages = MESSAGES

    def __init__(self, code: str, *, line: int = 0, **details: object) -> None:
        super().__init__(code, **details)
        self.line = line


class RecordRefused(CodedRefusal):
    """A record of a file that cannot be taken; `code` is one of `formats.problems`."""

    messages = MESSAGES
