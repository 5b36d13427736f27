"""The examples in docs/formats.md are what is written, and are read back as the same record."""

import re
from pathlib import Path

import pytest

from formats import FORMATS
from tests.formats.files import Folder, read_one, write

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
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


def test_every_format_has_its_section():
    assert all(f"| [{name}](#" in PAGE for name in FORMATS)
    assert EXAMPLES.keys() == FORMATS.keys() - {"docbin"}
