"""An export as a zip archive: the files of a format, their list, checksums, cards and what was aligned.

Nothing in it depends on when, where or how often it is made, so the same release gives the same bytes.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO, Protocol

from formats import FORMATS
from formats.format import CreateFile
from formats.records import BILOU, IOB2, Problem, Record, WriteOptions
from gold.exports.domain.archives import Archive, Bounds, Listing, Misaligned, WrittenFile, align
from text.spans import Span

# What is not said here is spaCy's default; `spacy init fill-config` writes all of it down.
_TEMPLATE = """\
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
    """Return the configuration of a named entity recogniser on these parts, each with its path.

    >>> "train = null" in training_config({"fold-1": "fold-1.spacy"}, language="fr")
    True
    """
    train = paths.get("train") or paths.get("all")
    if train is None:
        return _TEMPLATE.format(remark=_FOLDS, train="null", dev="null", language=language)
    dev = paths.get("validation")
    return _TEMPLATE.format(
        remark=_WITH_VALIDATION if dev else _WITHOUT_VALIDATION,
        train=f'"{train}"',
        dev=f'"{dev or train}"',
        language=language,
    )


DOCBIN, HUGGINGFACE = "docbin", "huggingface"
# What people choose from, and the format and tags behind it.
CHOICES: Mapping[str, tuple[str, str]] = {
    DOCBIN: ("docbin", IOB2),
    "conll": ("conll", IOB2),
    "bilou": ("conll", BILOU),
    "jsonl": ("jsonl", IOB2),
    "prodigy": ("prodigy", IOB2),
    "doccano": ("doccano", IOB2),
    "labelstudio": ("labelstudio", IOB2),
    "brat": ("brat", IOB2),
    "webanno": ("webanno", IOB2),
    "csv": ("csv", IOB2),
    HUGGINGFACE: ("jsonl", IOB2),
}
# Those that can say more of a text than its spans.
RICH = frozenset({DOCBIN, "jsonl", "prodigy", "csv", HUGGINGFACE})
# spaCy holds a DocBin as a whole: a part with more texts is a folder of them.
DOCBIN_TEXTS = 20_000


@dataclass(frozen=True)
class ExportText:
    """A text on its way into an export."""

    id: str
    text: str
    spans: Sequence[Span]
    tokens: Bounds
    # What else is known of it: gamma, annotators, …
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ExportPlan:
    """What is written: the format, and how spans that do not fall on tokens are treated."""

    choice: str
    policy: str
    language: str
    # What the manifest says of where it comes from.
    origin: Mapping[str, Any]
    # Data cards by their file names.
    cards: Mapping[str, str]


@dataclass(frozen=True)
class Packed:
    """What became of an export."""

    texts: int
    misaligned: int
    problems: int


class Texts(Protocol):
    """The texts of a part: how many, and one after the other."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[ExportText]: ...


def pack(parts: Mapping[str, Texts], plan: ExportPlan, sink: BinaryIO) -> Packed:
    """Write the archive of these parts (train, test, …), each with its texts in order.

    Texts are read once, and none is held when the next one is read, but by a format that is written as
    a whole: then by the file.
    """
    packing = _Packing(plan, Archive(sink))
    for name, texts in parts.items():
        packing.write_part(name, texts)
    counts = {name: len(texts) for name, texts in parts.items()}
    packing.write_rest(counts)
    return Packed(sum(counts.values()), packing.misaligned.count, packing.problems.count)


class _Packing:
    """An archive on its way, and what is listed in it."""

    def __init__(self, plan: ExportPlan, archive: Archive) -> None:
        self._plan = plan
        self._archive = archive
        self.misaligned, self.problems = Listing(), Listing()

    def write_part(self, name: str, texts: Texts) -> None:
        records = (self._record(each, name) for each in texts)
        written = FORMATS[CHOICES[self._plan.choice][0]]
        if written.is_folder:
            self._note(name, written.write_folder(records, self._in(name), options=self._options))
        elif self._plan.choice == DOCBIN and len(texts) > DOCBIN_TEXTS:
            for number in range(1, 1 + -(-len(texts) // DOCBIN_TEXTS)):
                some = islice(records, DOCBIN_TEXTS)
                self._write_file(f"{name}/{number:04}", name, some)
        else:
            folder = "data/" if self._plan.choice == HUGGINGFACE else ""
            self._write_file(f"{folder}{name}", name, records)

    @property
    def _options(self) -> WriteOptions:
        scheme = CHOICES[self._plan.choice][1]
        return WriteOptions(language=self._plan.language, scheme=scheme)

    def _in(self, folder: str) -> CreateFile:
        return lambda name: self._archive.create(f"{folder}/{name}")

    def _write_file(self, stem: str, part: str, records: Iterable[Record]) -> None:
        written = FORMATS[CHOICES[self._plan.choice][0]]
        with self._archive.create(f"{stem}{written.extensions[0]}") as file:
            self._note(part, written.write(records, file, options=self._options))

    def _record(self, each: ExportText, part: str) -> Record:
        spans, misaligned = align(each.spans, each.tokens, policy=self._plan.policy)
        for one in misaligned:
            self.misaligned.add(_listed(each.id, part, one))
        fields = {"id": each.id, "text": each.text, "spans": None}
        if self._plan.choice in RICH:
            fields |= dict(each.fields)
        return Record(each.text, spans, id=each.id, is_annotated=True, fields=fields)

    def _note(self, part: str, problems: Iterable[Problem]) -> None:
        for problem in problems:
            place = {"part": part, "code": problem.code, "line": problem.line}
            self.problems.add(place | {"details": dict(problem.details)})

    def write_rest(self, counts: Mapping[str, int]) -> None:
        """Write what goes with the parts, and close the archive."""
        plan, archive = self._plan, self._archive
        for name, card in plan.cards.items():
            archive.add(name, card)
        if plan.choice == DOCBIN:
            archive.add("config.cfg", _training_config(counts, plan))
        if plan.choice == HUGGINGFACE:
            archive.add("README.md", _front_matter(counts, plan) + plan.cards["DATACARD.en.md"])
        with archive.create("alignment.json") as file:
            file.write(f'{{\n  "policy": {json.dumps(plan.policy)},\n  "misaligned": '.encode())
            self.misaligned.write(file)
            file.write(b',\n  "problems": ')
            self.problems.write(file)
            file.write(b"\n}\n")
        archive.add("manifest.json", _json(_manifest(plan, counts, archive.files)))
        sums = [f"{each.checksum}  {each.name}\n" for each in archive.files]
        archive.add("SHA256SUMS", "".join(sums))
        archive.close()


def _listed(text_id: str, part: str, one: Misaligned) -> dict[str, Any]:
    became = None if one.became is None else [one.became.start, one.became.end]
    span = one.span
    return {
        "id": text_id, "part": part, "label": span.label, "span": [span.start, span.end],
        "became": became,
    }  # fmt: skip


def _training_config(counts: Mapping[str, int], plan: ExportPlan) -> str:
    paths = {
        name: f"{name}.spacy" if count <= DOCBIN_TEXTS else name for name, count in counts.items()
    }
    return training_config(paths, language=plan.language)


def _manifest(
    plan: ExportPlan, counts: Mapping[str, int], files: Iterable[WrittenFile]
) -> dict[str, Any]:
    return {
        **plan.origin,
        "format": plan.choice,
        "policy": plan.policy,
        "language": plan.language,
        "texts": dict(counts),
        "files": [
            {"name": each.name, "bytes": each.size, "sha256": each.checksum} for each in files
        ],
    }


def _front_matter(parts: Iterable[str], plan: ExportPlan) -> str:
    """Return what the Hub and `datasets` read at the beginning of a dataset card."""
    columns = [("id", "string"), ("text", "string"), ("gamma", "float64"), ("annotators", "int64")]
    lines = ["---", "language:", f"- {plan.language}", "task_categories:", "- token-classification"]
    lines += ["dataset_info:", "  features:"]
    for name, kind in columns[:2]:
        lines += [f"  - name: {name}", f"    dtype: {kind}"]
    lines += ["  - name: spans", "    list:"]
    for name, kind in (("start", "int64"), ("end", "int64"), ("label", "string")):
        lines += [f"    - name: {name}", f"      dtype: {kind}"]
    for name, kind in [*columns[2:], ("complete", "bool")]:
        lines += [f"  - name: {name}", f"    dtype: {kind}"]
    lines += ["configs:", "- config_name: default", "  data_files:"]
    for name in parts:
        # `datasets` takes letters, digits and underscores.
        split = "train" if name == "all" else name.replace("-", "_")
        lines += [f"  - split: {split}", f"    path: data/{name}.jsonl"]
    return "\n".join([*lines, "---", "", ""])


def _json(members: Mapping[str, Any]) -> str:
    return f"{json.dumps(members, ensure_ascii=False, indent=2)}\n"
