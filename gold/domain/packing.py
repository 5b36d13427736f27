"""An export as a zip archive: the files of a format, their list, checksums, cards and what was aligned.

Nothing in it depends on when, where or how often it is made, so the same release gives the same bytes.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, BinaryIO

from corpus.domain.formats import FORMATS, WriteOptions
from corpus.domain.formats.options import BILOU, IOB2
from corpus.domain.records import Problem, Record
from corpus.domain.spans import Span
from gold.domain.token_alignment import Bounds, Misaligned, align

HUGGINGFACE = "huggingface"
# What people choose from, and the format and tags behind it.
CHOICES: Mapping[str, tuple[str, str]] = {
    "docbin": ("docbin", IOB2),
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
RICH = frozenset({"docbin", "jsonl", "prodigy", HUGGINGFACE})
# The earliest that a zip archive can say.
_EPOCH = (1980, 1, 1, 0, 0, 0)


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


def pack(parts: Mapping[str, Sequence[ExportText]], plan: ExportPlan, sink: BinaryIO) -> Packed:
    """Write the archive of these parts (train, test, …), each with its texts in order."""
    files: dict[str, bytes] = {}
    report: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    for name, texts in parts.items():
        records = [_record(each, plan, name, report) for each in texts]
        for problem in _write(name, records, plan, files):
            details = {"part": name, "code": problem.code, "line": problem.line}
            problems.append(details | {"details": dict(problem.details)})
    files |= {name: text.encode() for name, text in plan.cards.items()}
    if plan.choice == HUGGINGFACE:
        files["README.md"] = (_front_matter(parts, plan) + plan.cards["DATACARD.en.md"]).encode()
    aligned = {"policy": plan.policy, "misaligned": report, "problems": problems}
    files["alignment.json"] = _json(aligned)
    counts = {name: len(texts) for name, texts in parts.items()}
    files["manifest.json"] = _json(_manifest(plan, counts, files))
    files["SHA256SUMS"] = "".join(
        f"{_digest(content)}  {name}\n" for name, content in sorted(files.items())
    ).encode()
    _zip(files, sink)
    return Packed(sum(counts.values()), len(report), len(problems))


def _record(each: ExportText, plan: ExportPlan, part: str, report: list[dict[str, Any]]) -> Record:
    spans, misaligned = align(each.spans, each.tokens, policy=plan.policy)
    report += [_listed(each.id, part, one) for one in misaligned]
    fields = {"id": each.id, "text": each.text, "spans": None}
    if plan.choice in RICH:
        fields |= dict(each.fields)
    return Record(each.text, spans, id=each.id, is_annotated=True, fields=fields)


def _listed(text_id: str, part: str, one: Misaligned) -> dict[str, Any]:
    became = None if one.became is None else [one.became.start, one.became.end]
    span = one.span
    return {
        "id": text_id, "part": part, "label": span.label, "span": [span.start, span.end],
        "became": became,
    }  # fmt: skip


def _write(
    name: str, records: Sequence[Record], plan: ExportPlan, files: dict[str, bytes]
) -> Iterator[Problem]:
    format_name, scheme = CHOICES[plan.choice]
    written = FORMATS[format_name]
    options = WriteOptions(language=plan.language, scheme=scheme)
    if written.is_folder:

        @contextmanager
        def create(file_name: str) -> Iterator[BinaryIO]:
            file = BytesIO()
            yield file
            files[f"{name}/{file_name}"] = file.getvalue()

        yield from written.write_folder(records, create, options=options)
        return
    file = BytesIO()
    yield from written.write(records, file, options=options)
    folder = "data/" if plan.choice == HUGGINGFACE else ""
    files[f"{folder}{name}{written.extensions[0]}"] = file.getvalue()


def _manifest(
    plan: ExportPlan, counts: Mapping[str, int], files: Mapping[str, bytes]
) -> dict[str, Any]:
    return {
        **plan.origin,
        "format": plan.choice,
        "policy": plan.policy,
        "language": plan.language,
        "texts": dict(counts),
        "files": [
            {"name": name, "bytes": len(content), "sha256": _digest(content)}
            for name, content in sorted(files.items())
        ],
    }


def _front_matter(parts: Mapping[str, Sequence[ExportText]], plan: ExportPlan) -> str:
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


def _json(members: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(members, ensure_ascii=False, indent=2)}\n".encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _zip(files: Mapping[str, bytes], sink: BinaryIO) -> None:
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content)
