"""spaCy's DocBin: tokens with entities, for training; the whole file is read at once, as spaCy does.

Spans are stored as entities or, if they overlap, in the span group `sc`, which spaCy's span categoriser
reads. The other fields of a record are in the user data, as JSON under `record`. Offsets are code points.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from formats import problems
from formats.checks import checked_label, checked_object, require_no_overlap
from formats.format import Format, Layout, Read
from formats.json_objects import parse_json
from formats.lines import too_long
from formats.members import SPANS, TEXT, members_of, record_of
from formats.problems import RecordRefused
from formats.records import MEGABYTE, Problem, ReadOptions, Record, WriteOptions
from formats.tags import cut_everything
from text.spans import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_GROUP = "sc"
_RECORD = "record"
_ATTRIBUTES = ("ENT_IOB", "ENT_TYPE")
_MAX_BYTES = 500 * MEGABYTE
# A larger file is refused as a decompression bomb.
_MAX_UNPACKED_BYTES = 2048 * MEGABYTE
# The exceptions that spaCy raises on invalid bytes.
_BROKEN = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    TypeError,
    ValueError,
)


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield a record per document; `line` is the document's number."""
    raw = file.read(_MAX_BYTES + 1)
    if len(raw) > _MAX_BYTES:
        yield Problem.of(too_long(_MAX_BYTES))
        return
    try:
        for number, document in enumerate(_documents(raw), 1):
            yield from _found(document, number, options)
    except RecordRefused as refused:
        yield Problem.of(refused)


def _documents(raw: bytes) -> Iterator["Doc"]:
    # Imported here: it takes a second, and most processes read no DocBin.
    from spacy.tokens import DocBin  # noqa: PLC0415
    from spacy.vocab import Vocab  # noqa: PLC0415
    from srsly.msgpack.exceptions import UnpackException  # noqa: PLC0415

    try:
        _require_bounded(raw)
        yield from DocBin().from_bytes(raw).get_docs(Vocab())
    except (*_BROKEN, UnpackException) as error:
        raise RecordRefused(problems.NOT_DOCBIN) from error


def _require_bounded(raw: bytes) -> None:
    unpacking, size = zlib.decompressobj(), 0
    try:
        while raw and size <= _MAX_UNPACKED_BYTES:
            size += len(unpacking.decompress(raw, MEGABYTE))
            raw = unpacking.unconsumed_tail
    except zlib.error as error:
        raise RecordRefused(problems.NOT_DOCBIN) from error
    if size > _MAX_UNPACKED_BYTES:
        raise too_long(_MAX_UNPACKED_BYTES)


def _found(document: "Doc", number: int, options: ReadOptions) -> Iterator[Record | Problem]:
    try:
        yield _record(document, number, options)
    except RecordRefused as refused:
        yield Problem.of(refused, number)
    except _BROKEN:
        yield Problem(problems.NOT_DOCBIN, line=number)


def _record(document: "Doc", number: int, options: ReadOptions) -> Record:
    carried = document.user_data.get(_RECORD)
    if isinstance(carried, str):
        members = checked_object(parse_json(carried), _RECORD)
    else:
        members = {TEXT: None, SPANS: None}
    group = document.spans.get(_GROUP, ())
    spans = [
        Span(s.start_char, s.end_char, checked_label(s.label_, number=n, options=options))
        for n, s in enumerate(group or document.ents, 1)
    ]
    members[TEXT] = document.text
    options = replace(options, text_field="")
    return record_of(members, spans, line=number, options=options, is_annotated=SPANS in members)


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write all records at once, because spaCy compresses a DocBin as a whole."""
    from spacy.tokens import DocBin  # noqa: PLC0415
    from spacy.vocab import Vocab  # noqa: PLC0415

    documents = DocBin(attrs=_ATTRIBUTES, store_user_data=True)
    vocab = Vocab()
    for number, record in enumerate(records, 1):
        try:
            documents.add(_document(record, vocab, options))
        except (ValueError, RecursionError):
            yield Problem(problems.RECORD_NOT_KEPT, line=record.line, details={"record": number})
    file.write(documents.to_bytes())


def _document(record: Record, vocab: "Vocab", options: WriteOptions) -> "Doc":
    from spacy.tokens import Doc  # noqa: PLC0415
    from spacy.tokens import Span as TokenSpan  # noqa: PLC0415

    text = record.text
    places = [*cut_everything(text, record.spans, language=options.language)]
    following = [start for start, _ in [*places, (len(text), 0)][1:]]
    words = [text[start:end] for start, end in places]
    spaces = [after > end for (_, end), after in zip(places, following, strict=True)]
    document = Doc(vocab, words=words, spaces=spaces)
    first = {start: index for index, (start, _) in enumerate(places)}
    after = {end: index + 1 for index, (_, end) in enumerate(places)}
    spans = [TokenSpan(document, first[s.start], after[s.end], s.label) for s in record.spans]
    if _overlap(record.spans):
        document.spans[_GROUP] = spans
    else:
        document.ents = spans
    # The document holds text and spans; here the names only keep the order of the members.
    members = {k: None if k in (TEXT, SPANS) else v for k, v in members_of(record).items()}
    document.user_data[_RECORD] = json.dumps(members, allow_nan=False)
    return document


def _overlap(spans: Sequence[Span]) -> bool:
    try:
        require_no_overlap(spans)
    except RecordRefused:
        return True
    return False


# Everything else is spaCy's default; `spacy init fill-config` completes the file.
_CONFIG = """\
# Run in this folder: spacy train config.cfg --output model
# {remark}

[paths]
train = {train}
dev = {dev}

[system]
seed = 0
gpu_allocator = null

[nlp]
lang = "{language}"
pipeline = ["ner"]

[components]

[components.ner]
factory = "ner"

[training]
seed = ${{system.seed}}
gpu_allocator = ${{system.gpu_allocator}}
max_steps = 5000
patience = 1000
eval_frequency = 100

[training.score_weights]
ents_f = 1.0
ents_p = 0.0
ents_r = 0.0
"""
_WITH_VALIDATION = "The best model on validation is kept; test is not looked at."
_WITHOUT_VALIDATION = (
    "There is no validation: the model that knows its training texts best is kept."
)
_FOLDS = "Of folds, say which: --paths.train FOLDER --paths.dev fold-1.spacy"


def training_config(paths: Mapping[str, str], *, language: str) -> str:
    """Return the training configuration of a named entity recogniser for these parts and their paths.

    >>> "train = null" in training_config({"fold-1": "fold-1.spacy"}, language="fr")
    True
    """
    train = paths.get("train") or paths.get("all")
    if train is None:
        return _CONFIG.format(remark=_FOLDS, train="null", dev="null", language=language)
    dev = paths.get("validation")
    return _CONFIG.format(
        remark=_WITH_VALIDATION if dev else _WITHOUT_VALIDATION,
        train=f'"{train}"',
        dev=f'"{dev or train}"',
        language=language,
    )


# spaCy loads whole DocBins: a part with more texts becomes a folder of files.
MOST_TEXTS = 20_000


def _config_of(
    counts: Mapping[str, int], language: str, _cards: Mapping[str, str]
) -> Mapping[str, str]:
    paths = {
        name: f"{name}.spacy" if count <= MOST_TEXTS else name for name, count in counts.items()
    }
    return {"config.cfg": training_config(paths, language=language)}


DOCBIN = Format(
    name="docbin",
    title="spaCy DocBin",
    extensions=(".spacy",),
    reader=read,
    writer=write,
    is_imported=False,
    layouts=(Layout(has_facts=True, most_texts=MOST_TEXTS, files_beside=_config_of),),
)
