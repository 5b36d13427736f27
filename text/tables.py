"""Tables as CSV in which no cell is a formula to a spreadsheet program.

A cell that begins with what begins a formula gets an apostrophe before it. So does one that has
apostrophes there already, so that taking one away again always gives what was written.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

# The full-width signs are formulas to East Asian versions; a number alone is a formula to none.
_FORMULA = re.compile(r"(?!-?\d+(\.\d+)?(e-?\d+)?\Z)'*[=+\-@\t\r\n＝＋－＠]", re.IGNORECASE)


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[bytes]:
    """Yield each row as a line of UTF-8; None is an empty cell."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow([guarded(cell) for cell in row])
        yield line.getvalue().encode()


def guarded(cell: object) -> str:
    """Return what to write for a cell so that a spreadsheet computes nothing.

    >>> [guarded(cell) for cell in ("=1+1", "-5+1", "'-5", "Marie", -5, None)]
    ["'=1+1", "'-5+1", "''-5", 'Marie', '-5', '']
    """
    written = "" if cell is None else str(cell)
    return f"'{written}" if _FORMULA.match(written) else written


def unguarded(cell: str) -> str:
    """Return what was guarded.

    >>> [unguarded(cell) for cell in ("'=1+1", "''-5", "Marie", "'Marie'")]
    ['=1+1', "'-5", 'Marie', "'Marie'"]
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
