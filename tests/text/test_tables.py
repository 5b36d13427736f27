"""No cell of a CSV file is a formula, and what was guarded is read as it was written."""

import csv

import pytest

from text.tables import csv_lines, unguarded

FORMULAS = [
    "=1+1",
    '=HYPERLINK("https://evil.test")',
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1",
]
APOSTROPHES = ["'=1+1", "''-5+1", "'Marie'", "l'IPP", "'"]
PLAIN = ["", "Marie", "a=b", "-5", "-0.25", "1e-05", "12.03.1956"]


def written(cell) -> str:
    ((cell,),) = csv.reader([line.decode() for line in csv_lines([[cell]])])
    return cell


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_written_as_text(cell):
    assert written(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", [*PLAIN, "'Marie'", "l'IPP"])
def test_words_and_numbers_are_written_as_they_are(cell):
    assert written(cell) == cell


@pytest.mark.parametrize("cell", [*FORMULAS, *APOSTROPHES, *PLAIN])
def test_what_was_written_can_be_read_again(cell):
    assert unguarded(written(cell)) == cell


@pytest.mark.parametrize(
    ("cell", "shown"), [(None, ""), (-0.25, "-0.25"), (3, "3"), (True, "True")]
)
def test_what_is_no_text_is_written_in_its_own_way(cell, shown):
    assert written(cell) == shown
