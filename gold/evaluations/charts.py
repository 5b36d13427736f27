"""Ratios over versions as lines: a chart with axes, and one as small as a word.

The chart is drawn on a sheet of 640 by 260; names stand to the right of their lines.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor

LEFT, RIGHT, TOP, BOTTOM = 48, 520, 14, 222
SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN = 96, 24, 3
# Tenths that are shown at least, so that a small change does not look like a large one.
FEWEST_TENTHS = 2
MOST_TENTHS = 5
NAME_HEIGHT = 22

Values = Sequence[float | None]
Point = tuple[float, float]
Row = Sequence[Point | None]


@dataclass(frozen=True)
class Curve:
    """A line; where a value is missing it has a gap."""

    name: str
    strokes: Sequence[str]
    marks: Sequence[Point]
    # Where its name stands, moved apart from those of the others.
    name_y: float


@dataclass(frozen=True)
class LineChart:
    """Lines over versions, with what stands on the axes and where."""

    versions: Sequence[tuple[str, float]]
    ratios: Sequence[tuple[float, float]]
    curves: Sequence[Curve]


def line_chart(versions: Sequence[str], values: Mapping[str, Values]) -> LineChart:
    """Return ratios over versions, on an axis of the tenths between which they lie.

    >>> chart = line_chart(["1", "2"], {"F1": [0.81, 0.89]})
    >>> [ratio for ratio, _ in chart.ratios], chart.curves[0].strokes
    ([0.7, 0.8, 0.9], ['166.0,107.6 402.0,24.4'])
    """
    low, high = _tenths([value for row in values.values() for value in row if value is not None])
    places = _spread(len(versions), LEFT, RIGHT)

    def height(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value * 10 - low) / (high - low), 1)

    points = {name: _points(places, row, height) for name, row in values.items()}
    ends = {name: found[-1][1] for name, row in points.items() if (found := _known(row))}
    names = _apart(ends)
    return LineChart(
        versions=list(zip(versions, places, strict=True)),
        ratios=[(tenth / 10, height(tenth / 10)) for tenth in _ticks(low, high)],
        curves=[
            Curve(name, _strokes(points[name]), _known(points[name]), names[name]) for name in ends
        ],
    )


def sparkline(values: Values) -> list[str]:
    """Return a line as small as a word, between nothing and one.

    >>> sparkline([1.0, None, 0.0])
    []
    >>> sparkline([1.0, 0.0])
    ['3.0,3.0 93.0,21.0']
    """
    low, high = SPARK_HEIGHT - SPARK_MARGIN, SPARK_MARGIN
    places = _spread(len(values), SPARK_MARGIN, SPARK_WIDTH - SPARK_MARGIN, at_edges=True)
    return _strokes(_points(places, values, lambda value: round(low + (high - low) * value, 1)))


def _tenths(values: Sequence[float]) -> tuple[int, int]:
    # Rounded first: 0.3 is three tenths, though the computer's is a trifle more.
    low = floor(round(min(values, default=0.0) * 10, 6))
    high = ceil(round(max(values, default=1.0) * 10, 6))
    while high - low < FEWEST_TENTHS:
        low, high = max(low - 1, 0), high if low else high + 1
    return low, high


def _ticks(low: int, high: int) -> list[int]:
    """Return the tenths that are written at the axis: the uppermost, and as many as have room."""
    step = 1 if high - low <= MOST_TENTHS else 2
    return list(range(high, low - 1, -step))[::-1]


def _spread(count: int, left: float, right: float, *, at_edges: bool = False) -> list[float]:
    if at_edges:
        step = (right - left) / max(count - 1, 1)
        return [round(left + step * number, 1) for number in range(count)]
    step = (right - left) / max(count, 1)
    return [round(left + step * (number + 0.5), 1) for number in range(count)]


def _points(places: Sequence[float], values: Values, height: Callable[[float], float]) -> Row:
    return [
        None if value is None else (place, height(value))
        for place, value in zip(places, values, strict=True)
    ]


def _known(row: Row) -> list[Point]:
    return [point for point in row if point is not None]


def _strokes(row: Row) -> list[str]:
    """Return the stretches without a gap as SVG writes them; a point alone is none."""
    stretches = [
        list(points) for is_gap, points in groupby(row, lambda point: point is None) if not is_gap
    ]
    return [
        " ".join(f"{x},{y}" for x, y in _known(points)) for points in stretches if len(points) > 1
    ]


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Return heights for names that do not touch each other, near the ends of their lines."""
    places: dict[str, float] = {}
    last = 0.0
    for name, y in sorted(ends.items(), key=lambda end: end[1]):
        last = max(y, last + NAME_HEIGHT) if places else y
        places[name] = round(last, 1)
    below = max(0.0, last - BOTTOM)
    return {name: round(y - below, 1) for name, y in places.items()}
