"""Words for what is wrong with a file and for what was refused: said at the edge, in the reader's language."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from django.utils.translation import gettext_lazy as _

from corpus.documents import errors as exceptions_errors
from corpus.imports import errors as exceptions
from formats import problems
from formats import xml as xml_paths

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class ExplainableProblem(Protocol):
    """An ImportProblem, or a Problem that a reader has just found."""

    @property
    def code(self) -> str: ...
    @property
    def details(self) -> Mapping[str, object]: ...


# --- Files, archives, XML and documents -----------------------------------------------------------
IMPORT_WORDS: dict[str, "_StrOrPromise"] = {
    problems.UNKNOWN_ENCODING: _(
        "The file says that its encoding is “%(encoding)s”, which is not known. Choose its encoding."
    ),
    problems.LOOKS_BINARY: _(
        "This looks like a binary file, not like text. If it is UTF-16, choose that encoding."
    ),
    problems.FILE_INCOMPLETE: _("The file was not received to its end. Send it again."),
    problems.UNSAFE_NAME: _("The file’s name leads out of its folder: not read."),
    problems.NOT_READ: _("Not read: nothing that can be imported ends like this."),
    problems.NOT_IN_THIS_FORMAT: _("Not read: the file’s name says that it has another format."),
    problems.DOCUMENT_TOO_LARGE: _(
        "The file is one document of more than %(limit)s MB. Cut it into several."
    ),
    problems.BAD_ARCHIVE: _("The archive is damaged, or no zip archive. Make it again."),
    problems.ARCHIVE_IN_ARCHIVE: _(
        "An archive inside an archive is not opened. Unpack it and send what is in it."
    ),
    problems.ARCHIVE_TOO_MANY_FILES: _(
        "The archive holds more than %(limit)s files. Make several of it."
    ),
    problems.ARCHIVE_TOO_LARGE: _(
        "Unpacked, the archives would take more than %(limit)s MB. Import them one by one."
    ),
    problems.ARCHIVE_BOMB: _(
        "Unpacked, this file is over %(limit)s times larger than packed, as no text is: not read."
    ),
    problems.ARCHIVE_OVERLAPS: _(
        "Files in the archive overlap, as in no honest archive: not read."
    ),
    problems.MEMBER_ENCRYPTED: _(
        "The file is locked with a password. Make the archive without one."
    ),
    problems.MEMBER_COMPRESSION: _(
        "The file is packed in an unusual way. Make the archive with the usual one (deflate)."
    ),
    problems.MEMBER_DAMAGED: _("The file is damaged in the archive. Make the archive again."),
    problems.MEMBER_IS_LINK: _("This is a link and no file: not followed."),
    problems.MEMBER_TWICE: _("The archive holds another file of the same name: not read."),
    problems.BAD_XML: _("Here the file stops being well-formed XML."),
    problems.XML_ENTITIES: _("The file declares entities, which could be harmful: not read."),
    problems.XML_EXTERNAL_DTD: _(
        "The file refers to a document type outside of it, which is never opened. "
        "Remove its DOCTYPE."
    ),
    problems.XML_TOO_DEEP: _("Elements are nested more than %(limit)s deep: not read."),
    problems.PATH_FAILED: _(
        "A path of the corpus cannot be followed here: does the file declare its prefixes?"
    ),
    problems.PATH_FINDS_NO_ELEMENTS: _(
        "The corpus’s path to the text finds something else than elements."
    ),
    problems.NO_TEXT: _("There is no text in it."),
    problems.LINE_TOO_LONG: _("After cleaning, a line has more than %(limit)s characters."),
    problems.ID_TOO_LONG: _("The document’s id has more than %(limit)s characters."),
    problems.PATIENT_TOO_LONG: _("The patient’s number has more than %(limit)s characters."),
    problems.TYPE_TOO_LONG: _("The document type has more than %(limit)s characters."),
    problems.ID_TAKEN: _("Another document of the corpus has the same id and another text."),
    problems.ANNOTATOR_MISSING: _(
        "The file does not say whose answer this is. Name the annotator for the import."
    ),
    problems.ANNOTATOR_TOO_LONG: _("The annotator’s name has more than %(limit)s characters."),
    problems.SPAN_CROSSES_LINES: _(
        "Span %(span)s reaches over the end of a line. Annotations are made line by line."
    ),
    problems.SPAN_VANISHES: _("Nothing is left of span %(span)s after cleaning."),
    problems.ANNOTATIONS_DIFFER: _(
        "The same text came before with other annotations, and only answers may differ."
    ),
    problems.ANSWERED_TWICE: _("The annotator answered twice on the same text: the later counts."),
    problems.ANNOTATIONS_OF_KNOWN: _(
        "The corpus already has other annotations on this document, or reads it in another way: "
        "these were left out."
    ),
}

# --- Formats: what a reader finds, and what a writer cannot keep ------------------------------------
FORMAT_WORDS: dict[str, "_StrOrPromise"] = {
    problems.BAD_ENCODING: _(
        "This cannot be read as %(encoding)s. Choose the encoding the file was saved in."
    ),
    problems.RECORD_TOO_LONG: _("A record of more than %(limit)s MB is not read."),
    problems.FILE_CUT_OFF: _("The file ends in the middle of a record. Export it again."),
    problems.EMPTY_FILE: _("The file is empty."),
    problems.BAD_JSON: _("This is not valid JSON."),
    problems.JSON_TOO_DEEP: _("The JSON is nested too deep."),
    problems.NOT_AN_OBJECT: _("A record has to be a JSON object: {…}."),
    problems.LONE_SURROGATE: _("A character is cut in half (a lone surrogate)."),
    problems.MISSING_FIELD: _(
        "“%(field)s” is missing. Say where the text is, if it has another name."
    ),
    problems.WRONG_TYPE: _("“%(field)s” has to be %(expected)s."),
    problems.WRONG_VALUE: _("“%(field)s” has a value that is not known here."),
    problems.WRONG_COLUMNS: _("%(expected)s columns are expected here, and there are %(found)s."),
    problems.BAD_TABLE: _("The row cannot be read. Is there a quotation mark too many?"),
    problems.BAD_LINE: _("The line is not written as the format wants it."),
    problems.BAD_TAG: _(
        "The tag is none: O, B-LABEL and I-LABEL are, and those of BILOU and IOBES."
    ),
    problems.NOT_WEBANNO: _("The file does not begin like WebAnno TSV 3."),
    problems.NOT_DOCBIN: _("The file is no DocBin of spaCy 3, or it is damaged."),
    problems.TEXT_DIFFERS_FROM_TOKENS: _("The tokens are not those of the text beside them."),
    problems.ANNOTATIONS_WITHOUT_TEXT: _("The text that belongs to these annotations is missing."),
    problems.SPAN_NOT_NUMBERS: _("Span %(span)s: start and end have to be whole numbers."),
    problems.SPAN_EMPTY: _("Span %(span)s is empty (%(start)s–%(end)s)."),
    problems.SPAN_OUTSIDE: _(
        "Span %(span)s (%(start)s–%(end)s) is outside the text, which ends at %(length)s."
    ),
    problems.SPAN_INSIDE_CHARACTER: _(
        "Span %(span)s begins or ends inside a character. Are the offsets counted in another way?"
    ),
    problems.SPAN_DISCONTINUOUS: _(
        "Span %(span)s is in several pieces, which is not possible here."
    ),
    problems.SPAN_ACROSS_SENTENCES: _(
        "A span goes on from the sentence before, and the sentences are read one by one."
    ),
    problems.SPANS_OVERLAP: _("Spans %(other)s and %(span)s overlap."),
    problems.LABEL_MISSING: _("Span %(span)s has no label."),
    problems.LABEL_NOT_TEXT: _("Span %(span)s has a number or the like in place of a label."),
    problems.LABEL_TOO_LONG: _("Span %(span)s has a label of more than %(limit)s characters."),
    problems.LABEL_UNPRINTABLE: _("Span %(span)s has a label with control characters."),
    problems.QUOTE_DIFFERS: _(
        "Span %(span)s: the text quoted beside the offsets is another; the offsets count."
    ),
    problems.ANNOTATIONS_NOT_READ: _("Not read, only spans are: %(kind)s (%(count)s)."),
    problems.SPAN_NOT_KEPT: _(
        "Record %(record)s: the span %(start)s–%(end)s cannot be kept, since it %(reason)s."
    ),
    problems.SPAN_SHORTENED: _(
        "Record %(record)s: the span %(start)s–%(end)s loses the blanks at its edges."
    ),
    problems.LABEL_NOT_KEPT: _(
        "Record %(record)s: a label has control characters; its spans cannot be kept."
    ),
    problems.FIELDS_NOT_KEPT: _("Record %(record)s: the format has no place for %(fields)s."),
    problems.RECORD_NOT_KEPT: _("Record %(record)s cannot be written in this format."),
}
# Details that are words themselves.
DETAIL_WORDS: dict[tuple[str, object], "_StrOrPromise"] = {
    ("expected", "text"): _("a text"),
    ("expected", "list"): _("a list"),
    ("expected", "object"): _("an object"),
    ("reason", "overlap"): _("overlaps another"),
    ("reason", "blank"): _("covers only blanks"),
    ("kind", "relations"): _("relations"),
    ("kind", "relation"): _("relations"),
    ("kind", "events"): _("events"),
    ("kind", "attributes"): _("attributes"),
    ("kind", "normalizations"): _("normalizations"),
    ("kind", "notes"): _("notes"),
    ("kind", "layers"): _("other layers"),
    ("kind", "chains"): _("chains"),
    ("kind", "other"): _("annotations of an unknown kind"),
}

WORDS: dict[str, "_StrOrPromise"] = {**IMPORT_WORDS, **FORMAT_WORDS}

# --- What a person asked for and cannot have ------------------------------------------------------
REFUSALS: dict[type[exceptions_errors.Refusal], "_StrOrPromise"] = {
    exceptions_errors.CorpusNameTaken: _("Another corpus has this name."),
    exceptions_errors.CorpusHasDocuments: _(
        "Rules and paths are fixed once there are documents, since they were read with them."
    ),
    exceptions_errors.CorpusInUse: _("A corpus that holds documents cannot be deleted."),
    exceptions_errors.LastKeeper: _("Somebody must be able to use the corpus."),
    exceptions_errors.ImportUnderWay: _(
        "Another import is under way. Take it or discard it first."
    ),
    exceptions.ImportBusy: _("The import is still being stopped. Try again in a moment."),
    exceptions.WrongImportState: _("The import has moved on in the meantime. Load the page again."),
    exceptions.ImportHasNoFiles: _("There is no file to read yet."),
    exceptions.ImportHasErrors: _(
        "There are errors. Correct the files, or import only what is valid."
    ),
    exceptions.UnknownOption: _("This choice is not offered."),
    exceptions.UnsafeFileName: _("A file cannot have this name here: %(name)s"),
    exceptions.TooManyFiles: _(
        "One import does not take so many files. Make a zip archive of them."
    ),
    exceptions.ImportTooLarge: _("One import does not take so much. Divide it into several."),
    exceptions.FileReplaced: _("The same file was sent once more; the newer one is kept."),
}
PATH_REFUSALS: dict[str, "_StrOrPromise"] = {
    xml_paths.NOT_XPATH: _("This is no valid XPath expression."),
    xml_paths.TOO_COSTLY: _(
        "This path would search the whole document again for every element. Make it simpler."
    ),
}


def explain(problem: ExplainableProblem) -> str:
    """Return what is wrong, and what to do about it."""
    details = {name: _in_words(name, value) for name, value in problem.details.items()}
    return str(WORDS[problem.code]) % details


def _in_words(name: str, value: object) -> object:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return DETAIL_WORDS.get((name, value), value) if isinstance(value, str) else value


def refusal(error: exceptions_errors.Refusal) -> str:
    """Return why something cannot be done."""
    if isinstance(error, exceptions_errors.UnusablePath):
        return str(PATH_REFUSALS[error.reason])
    if isinstance(error, exceptions.UnsafeFileName):
        shown = error.name.encode("ascii", "backslashreplace").decode()
        return str(REFUSALS[type(error)]) % {"name": shown}
    return str(REFUSALS[type(error)])
