"""A contributor adds a format: one module and one line, and it is everywhere."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = '''
"""A text and its spans in two lines, and nothing else."""

import json

from formats.checks import checked_span
from formats.format import Format
from formats.lines import Line, lines
from formats.records import Record
from text.errors import gettext_noop as _


def read(file, *, options, companion):
    for line in lines(file, options):
        if not isinstance(line, Line):
            yield line
            continue
        text, spans, name = json.loads(line.text)
        placed = [checked_span(*span, text=text, number=1) for span in spans]
        yield Record(text, tuple(placed), id=name, is_annotated=True, line=line.number)


def write(records, file, *, options):
    for record in records:
        spans = [[span.start, span.end, span.label] for span in record.spans]
        file.write(json.dumps([record.text, spans, record.id]).encode() + b"\\n")
    return iter(())


PAIRS = Format(
    name="pairs",
    title="Pairs of Lausanne",
    extensions=(".pairs",),
    reader=read,
    writer=write,
    cannot_hold=_("spans of the moon"),
)
'''
# Run in the copy: where people and programs meet the format.
LOOK = """
import sys, django, pathlib
django.setup()
from django.core.management import call_command
from django.utils.translation import override
from corpus.imports.forms import ImportForm
from formats import kinds
from gold.exports.forms import ExportForm
from tests.api_description import SchemaGenerator
from tests.gold.exports.test_packing import files_of, packed

assert ("pairs", "Pairs of Lausanne") in ImportForm.base_fields["format"].choices
assert "Pairs of Lausanne" in ImportForm().formats
choice = ExportForm.base_fields["choice"]
assert ("pairs", "Pairs of Lausanne") in choice.choices
assert "Pairs of Lausanne: spans of the moon" in str(choice.help_text)
assert "train.pairs" in files_of(packed("pairs"))
described = SchemaGenerator().get_schema(request=None, public=True)
assert "pairs" in described["components"]["schemas"]["FormatEnum"]["enum"]
assert kinds.format_of("a.pairs", b"", chosen="auto") == "pairs"
pathlib.Path("in.jsonl").write_text('{"text": "Dr Rey", "spans": [{"start": 3, "end": 6, "label": "NOM"}]}')
call_command("convert", "in.jsonl", "out.pairs", read_as="jsonl", write_as="pairs")
call_command("convert", "out.pairs", "out.csv", read_as="pairs", write_as="csv")
assert '""label"": ""NOM""' in pathlib.Path("out.csv").read_text()
"""


@pytest.fixture
def house(tmp_path):
    """A copy of the product and its tests, to which a format is added."""
    copy = tmp_path / "house"
    left_out = (".git", ".venv", "var", ".*_cache", "__pycache__", "images", "locale", "browser")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*left_out))
    (copy / "formats/pairs.py").write_text(MODULE.lstrip())
    registry = copy / "formats/__init__.py"
    found = registry.read_text()
    with_line = found.replace("WEBANNO, CSV)", "WEBANNO, CSV, PAIRS)")
    with_line = with_line.replace(
        "from formats.prodigy", "from formats.pairs import PAIRS\nfrom formats.prodigy"
    )
    assert with_line.count("PAIRS") == 2
    registry.write_text(with_line)
    return copy


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=house, capture_output=True, text=True, check=False
    )


def test_a_module_and_a_line_are_a_format_everywhere(house):
    looked = run(house, "-c", LOOK)
    assert looked.returncode == 0, looked.stderr
    round_trips = "tests/formats/test_round_trips.py"
    tested = run(house, "-m", "pytest", "-x", round_trips, "-k", "pairs and french")
    assert tested.returncode == 0, tested.stdout
    assert "12 passed" in tested.stdout
    # The one thing that is written by hand is what docs/ say of it, and a test says what is missing.
    told = run(house, "-m", "pytest", "tests/formats/test_documentation.py")
    assert "1 failed" in told.stdout
    assert (
        "docs/formats.md needs: | [pairs](#…) | `.pairs` | … | spans of the moon |" in told.stdout
    )
