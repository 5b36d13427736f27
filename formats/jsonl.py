"""Our own JSON lines: `{"id"?, "text", "spans": [{"start", "end", "label"}]}` and other members.

Offsets are code points. Without `spans`, or with null, the text is not annotated. Other members with a
meaning are id, type, annotator, answer, prediction, answered_at and duration_ms; all others pass through.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from formats.format import Format, Layout, Read
from formats.json_objects import Members, read_objects, write_objects
from formats.members import SPANS, members_of, read_spans, record_of, text_of
from formats.records import Problem, ReadOptions, Record, WriteOptions


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield one record per line or element of an array."""
    return read_objects(file, options, _build)


def _build(members: Members, line: int, options: ReadOptions) -> Iterator[Record]:
    spans = read_spans(members.get(SPANS), text_of(members, options), options)
    is_annotated = members.get(SPANS) is not None
    yield record_of(members, spans, line=line, options=options, is_annotated=is_annotated)


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write one record per line, with its members in their order."""
    return write_objects(records, file, members_of)


def _front_matter(parts: Iterable[str], language: str) -> str:
    """Return the front matter of a dataset card for the Hub and `datasets`."""
    columns = [("id", "string"), ("text", "string"), ("gamma", "float64"), ("annotators", "int64")]
    lines = ["---", "language:", f"- {language}", "task_categories:", "- token-classification"]
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
        # `datasets` accepts only letters, digits and underscores.
        split = "train" if name == "all" else name.replace("-", "_")
        lines += [f"  - split: {split}", f"    path: data/{name}.jsonl"]
    return "\n".join([*lines, "---", "", ""])


def _card_of(
    counts: Mapping[str, int], language: str, cards: Mapping[str, str]
) -> Mapping[str, str]:
    return {"README.md": _front_matter(counts, language) + cards["DATACARD.en.md"]}


JSONL = Format(
    name="jsonl",
    title="JSONL",
    extensions=(".jsonl", ".ndjson", ".json"),
    reader=read,
    writer=write,
    layouts=(
        Layout(has_facts=True),
        Layout(
            name="huggingface",
            title="Hugging Face datasets",
            has_facts=True,
            has_sources=False,
            folder="data/",
            files_beside=_card_of,
        ),
    ),
)
