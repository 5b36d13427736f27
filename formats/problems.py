"""The codes of everything that can be wrong with a file; `corpus.wording` has their words.

Beside each code: the details it carries. None of them is ever text of a document.
"""

# --- The file as bytes ------------------------------------------------------------------------
BAD_ENCODING = "bad_encoding"  # encoding
RECORD_TOO_LONG = "record_too_long"  # limit, in MB
FILE_CUT_OFF = "file_cut_off"

UNKNOWN_ENCODING = "unknown_encoding"  # encoding, as the file declares it
LOOKS_BINARY = "looks_binary"
FILE_INCOMPLETE = "file_incomplete"
UNSAFE_NAME = "unsafe_name"
NOT_READ = "not_read"  # warning: nothing that is known ends like this
NOT_IN_THIS_FORMAT = "not_in_this_format"  # warning; format
DOCUMENT_TOO_LARGE = "document_too_large"  # limit, in MB

# --- Archives -----------------------------------------------------------------------------------
BAD_ARCHIVE = "bad_archive"
ARCHIVE_IN_ARCHIVE = "archive_in_archive"
ARCHIVE_TOO_MANY_FILES = "archive_too_many_files"  # limit
ARCHIVE_TOO_LARGE = "archive_too_large"  # limit, in MB
ARCHIVE_BOMB = "archive_bomb"  # limit: how much smaller than its content
ARCHIVE_OVERLAPS = "archive_overlaps"
MEMBER_ENCRYPTED = "member_encrypted"
MEMBER_COMPRESSION = "member_compression"
MEMBER_DAMAGED = "member_damaged"
MEMBER_IS_LINK = "member_is_link"
MEMBER_TWICE = "member_twice"

# --- XML ----------------------------------------------------------------------------------------
BAD_XML = "bad_xml"
XML_ENTITIES = "xml_entities"
XML_EXTERNAL_DTD = "xml_external_dtd"
XML_TOO_DEEP = "xml_too_deep"  # limit
PATH_FAILED = "path_failed"
PATH_FINDS_NO_ELEMENTS = "path_finds_no_elements"

# --- Documents ----------------------------------------------------------------------------------
NO_TEXT = "no_text"  # warning
LINE_TOO_LONG = "line_too_long"  # limit, in characters
ID_TOO_LONG = "id_too_long"  # limit
PATIENT_TOO_LONG = "patient_too_long"  # limit
TYPE_TOO_LONG = "type_too_long"  # limit
ID_TAKEN = "id_taken"

# --- Annotations on documents; `span` counts from 1 ------------------------------------------------
ANNOTATOR_MISSING = "annotator_missing"
ANNOTATOR_TOO_LONG = "annotator_too_long"  # limit
SPAN_CROSSES_LINES = "span_crosses_lines"  # span
SPAN_VANISHES = "span_vanishes"  # span: nothing is left of it after cleaning
ANNOTATIONS_DIFFER = "annotations_differ"
ANSWERED_TWICE = "answered_twice"  # warning: the later answer counts
ANNOTATIONS_OF_KNOWN = "annotations_of_known"  # warning: others are there already

# --- Its structure ----------------------------------------------------------------------------
BAD_JSON = "bad_json"
JSON_TOO_DEEP = "json_too_deep"
NOT_AN_OBJECT = "not_an_object"
LONE_SURROGATE = "lone_surrogate"
MISSING_FIELD = "missing_field"  # field
WRONG_TYPE = "wrong_type"  # field, expected: text | list | object
WRONG_VALUE = "wrong_value"  # field
WRONG_COLUMNS = "wrong_columns"  # expected, found
BAD_TABLE = "bad_table"
BAD_LINE = "bad_line"  # a line of the format's own syntax (brat, WebAnno)
BAD_TAG = "bad_tag"
NOT_WEBANNO = "not_webanno"
NOT_DOCBIN = "not_docbin"
TEXT_DIFFERS_FROM_TOKENS = "text_differs_from_tokens"
EMPTY_FILE = "empty_file"
ANNOTATIONS_WITHOUT_TEXT = "annotations_without_text"  # an .ann without its .txt

# --- Its spans; `span` counts from 1 ----------------------------------------------------------
SPAN_NOT_NUMBERS = "span_not_numbers"  # span
SPAN_EMPTY = "span_empty"  # span, start, end
SPAN_OUTSIDE = "span_outside"  # span, start, end, length
SPAN_INSIDE_CHARACTER = "span_inside_character"  # span
SPAN_DISCONTINUOUS = "span_discontinuous"  # span
SPAN_ACROSS_SENTENCES = "span_across_sentences"
SPANS_OVERLAP = "spans_overlap"  # span, other
LABEL_MISSING = "label_missing"  # span
LABEL_NOT_TEXT = "label_not_text"  # span
LABEL_TOO_LONG = "label_too_long"  # span, limit
LABEL_UNPRINTABLE = "label_unprintable"  # span

# --- Warnings: read, but not all of it ----------------------------------------------------------
QUOTE_DIFFERS = "quote_differs"  # span: the text quoted beside the offsets is another
ANNOTATIONS_NOT_READ = "annotations_not_read"  # kind, count

# --- Writing; `record` counts from 1 ------------------------------------------------------------
SPAN_NOT_KEPT = "span_not_kept"  # record, start, end, reason: overlap | blank
SPAN_SHORTENED = "span_shortened"  # record, start, end: blanks at its edges
LABEL_NOT_KEPT = "label_not_kept"  # record
FIELDS_NOT_KEPT = "fields_not_kept"  # record, fields: names
RECORD_NOT_KEPT = "record_not_kept"  # record
