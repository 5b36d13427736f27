"""docs/exports.md tells of every format, policy and file, and of nothing else."""

import json
import re
from pathlib import Path

import pytest

from formats import EXPORTS
from formats.docbin import MOST_TEXTS
from gold.exports.domain.archives import POLICIES
from tests.gold.exports.test_packing import files_of, packed

PAGE = (Path(__file__).parents[3] / "docs" / "exports.md").read_text(encoding="utf-8")


def rows(title: str) -> dict[str, list[str]]:
    """Return the rows of the table whose first column has this title, by their first cell."""
    table = PAGE.split(f"\n| {title} |", 1)[1].split("\n\n", 1)[0]
    cells = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    return {first: rest for first, *rest in cells}


def in_code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_form_is_documented_and_nothing_else():
    assert list(rows("choice")) == [layout.title for _, layout in EXPORTS.values()]


@pytest.mark.parametrize("choice", EXPORTS)
def test_the_documented_files_are_in_the_archive_and_no_others(choice):
    own = set(in_code(rows("choice")[EXPORTS[choice][1].title][0]))
    common = {
        name
        for cell in rows("file in the archive")
        for name in in_code(cell)
        if not name.endswith("…")
    }
    written = files_of(packed(choice)).keys()
    assert own | common <= written
    texts = {name for name in written if re.search(r"(train|test)[./]", name)}
    assert written - texts <= own | common


def test_every_policy_is_documented():
    assert [name.strip("`") for name in rows("policy")] == list(POLICIES)


def test_what_the_page_says_of_the_lists_is_true():
    files = files_of(packed("jsonl", policy="expand", lines=("Voir IPP[8003456](ID:IPP).",)))
    report = json.loads(files["alignment.json"])
    assert list(report) == ["policy", "misaligned", "problems"]
    members = set(in_code(PAGE.split("`alignment.json` lists each", 1)[1].split("Under", 1)[0]))
    assert members == {"misaligned", *report["misaligned"][0]}
    assert f"{MOST_TEXTS:,} texts" in PAGE


@pytest.mark.parametrize(
    "choice", [name for name, (_, layout) in EXPORTS.items() if layout.has_facts]
)
def test_what_is_known_of_a_text_goes_with_it(choice):
    files = files_of(packed(choice))
    name = next(name for name in files if re.search(r"(^|/)train\.", name))
    if choice == "docbin":
        from spacy.tokens import DocBin
        from spacy.vocab import Vocab

        document = next(iter(DocBin().from_bytes(files[name]).get_docs(Vocab())))
        content = document.user_data["record"]
    else:
        content = files[name].decode()
    assert all(word in content for word in ("gamma", "annotators", "complete"))
