"""Our own JSON lines: `{"id"?, "text", "spans": [{"start", "end", "label"}]}` and other members.

Offsets are code points. Without `spans`, or with null, the text is not annotated. Other members with a
meaning are id, type, annotator, answer, prediction, answered_at and duration_ms; all others pass through.
"""

from collections.abc import Iterable, Mapping

from formats.format import Format, Layout
from formats.json_objects import object_reader, object_writer
from formats.members import members_of, own_record


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
    reader=object_reader(lambda members, line, options: [own_record(members, line, options)]),
    writer=object_writer(lambda record, options: members_of(record)),
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
