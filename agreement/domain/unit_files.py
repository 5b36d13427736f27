"""Files of units as pygamma writes them: annotator,category,start,end on each line, no heading."""

import csv
import math
from collections.abc import Iterable
from typing import cast

from agreement.domain.continuum import Continuum
from agreement.exceptions import InvalidUnitsFile
from corpus.domain.spans import Span
from corpus.exceptions import InvalidSpan


def read_units(lines: Iterable[str]) -> Continuum:
    """Return the continuum of a file; an annotator without units is a line with the name alone.

    >>> read_units(["ana,DATE,0,4", "bob"]).units
    ((Span(start=0, end=4, label='DATE'),), ())
    """
    units_of: dict[str, list[Span]] = {}
    rows = csv.reader(lines)
    try:
        for row in rows:
            if not any(field.strip() for field in row):
                continue
            spans = units_of.setdefault(row[0], [])
            if any(field.strip() for field in row[1:]):
                spans.append(_span(row))
    except (csv.Error, ValueError) as error:
        raise InvalidUnitsFile(f"line {rows.line_num}: {error}") from None
    return Continuum.of(units_of)


def _span(row: list[str]) -> Span:
    if len(row) != 4:
        raise InvalidUnitsFile("annotator,category,start,end is needed, or an annotator alone")
    start, end = _offset(row[2]), _offset(row[3])
    try:
        return Span(start, end, row[1])
    except InvalidSpan as error:
        raise InvalidUnitsFile(str(error)) from None


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
