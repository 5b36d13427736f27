"""Files of units in pygamma's form: annotator,category,start,end on each line.

When reading, a heading with just these words is skipped, and spaces around a field do not count.
"""

import csv
import math
from collections.abc import Iterable, Iterator
from typing import cast

from gamma.continuum import Continuum
from gamma.errors import InvalidContinuum, InvalidUnitsFile
from text.errors import InvalidSpan
from text.spans import Span
from text.tables import csv_lines, unguarded

HEADING = ["annotator", "category", "start", "end"]
# Follows the name of an annotator without units: pygamma skips such a line, but stops at a name alone.
NO_UNIT = ["", "0", "0"]


def write_units(continuum: Continuum) -> str:
    """Return the file of a continuum: pygamma reads it, and `read_units` returns the same continuum.

    >>> write_units(Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": []})).splitlines()
    ['ana,DATE,0,4', 'bob,,0,0']
    """
    rows = [
        row
        for name, spans in zip(continuum.annotators, continuum.units, strict=True)
        for row in [[name, one.label, one.start, one.end] for one in spans] or [[name, *NO_UNIT]]
    ]
    return b"".join(csv_lines(rows)).decode()


def read_units(lines: Iterable[str]) -> Continuum:
    """Return the continuum of a file; an annotator without units is a line with the name alone.

    >>> read_units(["ana,DATE,0,4", "bob"]).units
    ((Span(start=0, end=4, label='DATE'),), ())
    >>> read_units(["ana,DATE,0,4", "bob,DATE,4", "bob,DATE,7,4"])
    Traceback (most recent call last):
    gamma.errors.InvalidUnitsFile: line 2: annotator,category,start,end is needed, or an \
annotator alone; line 3: A span needs 0 <= start < end, not 7-4.
    """
    units_of: dict[str, list[Span]] = {}
    problems: list[str] = []
    for number, fields in _rows(lines):
        try:
            spans = units_of.setdefault(_name(fields), [])
            if fields[1:] not in ([], NO_UNIT):
                spans.append(_span(fields))
        except (InvalidUnitsFile, InvalidSpan) as error:
            problems.append(f"line {number}: {error}")
    if problems:
        raise InvalidUnitsFile(*problems)
    try:
        return Continuum.of(units_of)
    except InvalidContinuum as error:
        raise InvalidUnitsFile(str(error)) from error


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each line that has some, without empty ones at its end, and its number."""
    rows = csv.reader(_without_mark(lines), strict=True)
    while True:
        number = rows.line_num + 1
        try:
            fields = [unguarded(field.strip()) for field in next(rows)]
        except StopIteration:
            return
        except csv.Error as error:
            raise InvalidUnitsFile(f"line {number}: {error}") from error
        while fields and not fields[-1]:
            fields.pop()
        if fields and [field.lower() for field in fields] != HEADING:
            yield number, fields


def _without_mark(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines without the mark that some programs put before the first."""
    for number, line in enumerate(lines):
        yield line.removeprefix("\ufeff") if number == 0 else line


def _name(fields: list[str]) -> str:
    if not fields[0]:
        raise InvalidUnitsFile("the annotator is missing")
    return fields[0]


def _span(fields: list[str]) -> Span:
    if len(fields) != len(HEADING):
        raise InvalidUnitsFile("annotator,category,start,end is needed, or an annotator alone")
    return Span(_offset(fields[2]), _offset(fields[3]), fields[1])


def _offset(text: str) -> int:
    """Return a place; files of pygamma may hold seconds, and a span orders decimals as well."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidUnitsFile("start and end must be numbers")
    return int(number) if number.is_integer() else cast(int, number)
