"""The examples in docs/formats.md are what is written, and are read back as the same record."""

import re
from pathlib import Path

import pytest

from formats import FORMATS
from tests.formats.files import Folder, read_one, write

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
IMPORTING = (Path(__file__).parents[2] / "docs" / "importing.md").read_text()
EXAMPLES = dict(re.findall(r"<!-- (\w+) -->\n```\n(.*?\n)```", PAGE, re.DOTALL))
RECORD = read_one("jsonl", EXAMPLES["jsonl"])


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - {"brat"}))
def test_an_example_is_what_is_written(name):
    written = write(name, [RECORD])[0].decode().replace("\r\n", "\n")
    assert written.rstrip("\n") == EXAMPLES[name].rstrip("\n")
    found = read_one(name, EXAMPLES[name])
    assert (found.id, found.text, found.spans) == (RECORD.id, RECORD.text, RECORD.spans)


def test_the_example_of_brat_is_what_is_written():
    folder = Folder()
    list(FORMATS["brat"].write_folder([RECORD], folder.create))
    assert folder["n-1.ann"].decode() == EXAMPLES["brat"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_row_and_its_section(name):
    each = FORMATS[name]
    row = next((line for line in PAGE.split("\n") if line.startswith(f"| [{name}](#")), "")
    files = f"`{each.extensions[0]}`"
    if each.is_folder:
        files = f"folder of {files} and `{each.companion_extension}`"
    assert row, (
        f"docs/formats.md needs: | [{name}](#…) | {files} | … | {each.cannot_hold or '–'} | … |"
    )
    _, found_files, _, cannot_hold, fields = row.strip("| ").split(" | ")
    assert (found_files, cannot_hold) == (files, each.cannot_hold or "–")
    assert fields.startswith("kept" if each.keeps_fields else "lost")
    assert name in EXAMPLES or name == "docbin", "docs/formats.md needs an example"
    assert not each.is_imported or each.title in IMPORTING, "docs/importing.md needs its title"
