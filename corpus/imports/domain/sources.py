"""Read one file: yield its documents and its problems."""

from collections.abc import Callable, Iterator, Set
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import BufferedReader

from corpus.imports.domain.archives import folder_of
from formats import FORMATS, problems
from formats import kinds as file_kinds
from formats.encodings import AUTO, UTF_8, decode, encoding_of, fallback_of, recognise
from formats.format import Format
from formats.lines import Pulled, RecognisedStream
from formats.problems import UnreadableFile
from formats.records import MEGABYTE, Problem, ReadOptions, Record, in_one_line
from formats.xml import XmlPaths, XmlRecord, read_xml
from text.cleaning import Section

# The default name of the field with the patient number.
PATIENT = "patient"
# Names of doccano's files that are not an annotator's: exports of all annotators together.
_NOT_ANNOTATORS = ("all", "unknown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The options for reading the files of an import."""

    format: str = file_kinds.AUTO
    encoding: str = AUTO
    paths: XmlPaths = field(default_factory=XmlPaths)
    document_type: str = ""
    text_field: str = ""
    type_field: str = ""
    id_field: str = ""
    patient_field: str = ""
    annotator: str = ""
    offset_unit: str = AUTO
    # Allowed only if the spans are not imported.
    allows_overlaps: bool = False
    max_document_bytes: int = 20 * MEGABYTE


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document before cleaning."""

    source: str
    kind: str
    # Empty if the file has none.
    external_id: str = ""
    document_type: str = ""
    # The parts of an XML source that are text, if the corpus has a path to the text.
    sections: tuple[Section, ...] | None = None
    # The annotated record, for formats with annotations.
    record: Record | None = None
    # Its line in the file, from 1, and its position among the file's documents, 0 if it is the only one.
    line: int = 0
    number: int = 0
    # The patient number; empty if the file has none.
    patient: str = ""


@dataclass(frozen=True, slots=True)
class Folder:
    """Files of one archive or upload."""

    names: Set[str]
    open: Callable[[str], BufferedReader]


def read_documents(
    name: str, folder: Folder, *, reading: Reading
) -> Iterator[SourceDocument | Problem]:
    """Yield the documents and problems of one file; bad input raises nothing."""
    try:
        with folder.open(name) as file:
            yield from _read(name, file, folder, reading)
    except UnreadableFile as error:
        yield Problem.of(error, error.line)


def _read(
    name: str, file: BufferedReader, folder: Folder, reading: Reading
) -> Iterator[SourceDocument | Problem]:
    chosen = file_kinds.format_of(name, file.peek(), chosen=reading.format, siblings=folder.names)
    if file_kinds.is_archive(name):
        yield Problem(problems.ARCHIVE_IN_ARCHIVE)
    elif chosen is None:
        is_chosen = reading.format != file_kinds.AUTO
        code = problems.NOT_IN_THIS_FORMAT if is_chosen else problems.NOT_READ
        yield Problem.warn(code)
    elif chosen in file_kinds.WHOLE_FILES:
        yield from _whole_document(name, file, chosen, reading)
    elif file_kinds.is_companion(name, chosen):
        # A companion is read together with its text.
        if file_kinds.beside(name, FORMATS[chosen].extensions[0]) not in folder.names:
            yield Problem(problems.ANNOTATIONS_WITHOUT_TEXT)
    else:
        yield from _records(name, file, FORMATS[chosen], folder, reading)


def _whole_document(
    name: str, file: BufferedReader, kind: str, reading: Reading
) -> Iterator[SourceDocument | Problem]:
    content = file.read(reading.max_document_bytes + 1)
    if len(content) > reading.max_document_bytes:
        limit = reading.max_document_bytes // MEGABYTE
        yield Problem(problems.DOCUMENT_TOO_LARGE, details={"limit": limit})
        return
    source = decode(content, kind=kind, chosen=reading.encoding)
    recognised = recognise(content, kind=kind, chosen=reading.encoding)
    if recognised.is_guess:
        yield _note(recognised.encoding)
    found = read_xml(source, paths=reading.paths) if kind == file_kinds.XML else XmlRecord()
    document_type = found.document_type or reading.document_type or folder_of(name)
    yield SourceDocument(
        source, kind, found.id, document_type, found.sections, patient=found.patient
    )


def _note(encoding: str) -> Problem:
    code = problems.READ_AS_UTF8 if encoding == UTF_8 else problems.READ_AS_WINDOWS
    return Problem.warn(code)


def _records(
    name: str, file: BufferedReader, chosen: Format, folder: Folder, reading: Reading
) -> Iterator[SourceDocument | Problem]:
    encoding, stream, recognised = _recognised(file, reading)
    options = ReadOptions(
        text_field=reading.text_field,
        type_field=reading.type_field,
        id_field=reading.id_field,
        annotator=reading.annotator or _annotator_of(name, chosen),
        encoding=encoding,
        offset_unit=reading.offset_unit,
        # One document per file: neighbouring sentences must not become separate documents.
        joins_sentences=True,
        allows_overlaps=reading.allows_overlaps,
        max_record_bytes=reading.max_document_bytes,
    )
    fallback = reading.document_type or folder_of(name)
    # Documents are numbered only in files that may hold several.
    number, step = 0, 0 if chosen.is_folder else 1
    is_noted = False
    with ExitStack() as opened:
        companion = None
        beside = file_kinds.beside(name, chosen.companion_extension)
        if chosen.companion_extension and beside in folder.names:
            companion = opened.enter_context(folder.open(beside))
            if recognised is not None:
                # The two files may have different encodings.
                companion = _recognised(companion, reading)[1]
        for found in chosen.read(stream, options=options, companion=companion):
            if recognised is not None and recognised.is_guess and not is_noted:
                is_noted = True
                yield _note(recognised.encoding)
            if isinstance(found, Problem):
                yield found
                continue
            number += step
            patient = _patient_of(found, reading.patient_field or PATIENT)
            yield _document_of(found, number, fallback, patient)


def _recognised(
    file: BufferedReader, reading: Reading
) -> tuple[str, BufferedReader, RecognisedStream | None]:
    """Return the encoding of a file of records, its bytes, and the stream that detects the encoding if needed."""
    head = file.peek()
    encoding = encoding_of(head, chosen=reading.encoding)
    fallback = fallback_of(head, chosen=reading.encoding)
    is_wide = encoding.startswith("utf-16") and not fallback
    stream: BufferedReader = file
    if not is_wide:
        stream = BufferedReader(_NulGuard(file), file_kinds.HEAD_BYTES)
    if not fallback:
        return encoding, stream, None
    recognised = RecognisedStream(stream, fallback=fallback, chosen=reading.encoding)
    return UTF_8, BufferedReader(recognised, file_kinds.HEAD_BYTES), recognised


def _annotator_of(name: str, chosen: Format) -> str:
    """Return the annotator from the file's name, as in doccano's exports; empty if it names none."""
    stem = name.rpartition("/")[2].rpartition(".")[0]
    return stem if chosen.is_named_after_annotator and stem not in _NOT_ANNOTATORS else ""


def _patient_of(record: Record, field_name: str) -> str:
    value = record.fields.get(field_name)
    is_name = isinstance(value, str | int) and not isinstance(value, bool)
    return in_one_line(str(value)) if is_name else ""


def _document_of(record: Record, number: int, document_type: str, patient: str) -> SourceDocument:
    return SourceDocument(
        # The database cannot store NUL; the record keeps it because its offsets count it.
        record.text.replace("\0", ""),
        file_kinds.TEXT,
        in_one_line(record.id),
        in_one_line(record.document_type) or document_type,
        record=record,
        line=record.line,
        number=number,
        patient=patient,
    )


class _NulGuard(Pulled):
    """A stream that raises UnreadableFile at the first NUL: binary files have many, texts have none."""

    def __init__(self, file: BufferedReader) -> None:
        super().__init__()
        self._file = file
        self._line = 1

    def pull(self) -> bytes:
        data = self._file.read(file_kinds.HEAD_BYTES)
        nul = data.find(b"\0")
        if nul >= 0:
            line = self._line + data.count(b"\n", 0, nul)
            raise UnreadableFile(problems.LOOKS_BINARY, line=line)
        self._line += data.count(b"\n")
        return data
