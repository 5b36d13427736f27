"""CSV tables in which no cell is a formula for spreadsheet programs.

A cell that begins like a formula gets an apostrophe before it. So does a cell that begins with
apostrophes and then like a formula, so that removing one apostrophe always restores the original.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

# East Asian versions read full-width signs as formulas; a number alone is not a formula.
_FORMULA = re.compile(r"(?!-?\d+(\.\d+)?(e-?\d+)?\Z)'*[=+\-@\t\r\n＝＋－＠]", re.IGNORECASE)


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[bytes]:
    """Yield each row as a line of UTF-8; None becomes an empty cell."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow([guarded(cell) for cell in row])
        yield line.getvalue().encode()


def guarded(cell: object) -> str:
    """Return the cell in a form that no spreadsheet program computes.

    >>> [guarded(cell) for cell in ("=1+1", "-5+1", "'-5", "Marie", -5, None)]
    ["'=1+1", "'-5+1", "''-5", 'Marie', '-5', '']
    """
    written = "" if cell is None else str(cell)
    return f"'{written}" if _FORMULA.match(written) else written


def unguarded(cell: str) -> str:
    """Return the original of a guarded cell.

    >>> [unguarded(cell) for cell in ("'=1+1", "''-5", "Marie", "'Marie'")]
    ['=1+1', "'-5", 'Marie', "'Marie'"]
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
