"""A split drawn like the thesis's figure 5.2: examples of each category, on a logarithmic axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Any

# As many numbers as can be read beside each other.
MOST_NUMBERS = 20
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 56, 628, 12, 216


@dataclass(frozen=True)
class Tick:
    """A power of ten on the axis."""

    value: int
    place: float


@dataclass(frozen=True)
class Point:
    """A category: where its number stands, and which it is."""

    x: float
    y: float
    name: str
    value: float


@dataclass(frozen=True)
class Panel:
    """One subset: where the targets and the numbers that were got stand."""

    name: str
    ticks: Sequence[Tick]
    # The numbers of the categories below the axis, where they are not too many.
    numbers: Sequence[tuple[int, float]]
    # The targets as the points of a line, and what was got as points.
    targets: str
    got: Sequence[Point]


def panels(chart: Mapping[str, Any]) -> list[Panel]:
    """Return the drawing of `Report.chart()`; values of None are left out.

    >>> chart = {"categories": ["A"], "panels": {"test": {"target": [10], "got": [1]}}}
    >>> panels(chart)[0].got
    [Point(x=342.0, y=216.0, name='A', value=1)]
    """
    names = chart["categories"]
    values = [v for panel in chart["panels"].values() for row in panel.values() for v in row if v]
    decades = max(1, ceil(log10(max(values, default=10))))
    ticks = [Tick(10**power, _y(10**power, decades)) for power in range(decades + 1)]
    every = max(1, ceil(len(names) / MOST_NUMBERS))
    return [
        Panel(
            name,
            ticks,
            [(place + 1, _x(place, len(names))) for place in range(0, len(names), every)],
            " ".join(f"{at.x},{at.y}" for at in _points(panel["target"], names, decades)),
            _points(panel["got"], names, decades),
        )
        for name, panel in chart["panels"].items()
    ]


def _points(values: Sequence[float | None], names: Sequence[str], decades: int) -> list[Point]:
    return [
        Point(_x(place, len(names)), _y(value, decades), names[place], value)
        for place, value in enumerate(values)
        if value
    ]


def _x(place: int, count: int) -> float:
    return round(LEFT + (RIGHT - LEFT) / count * (place + 0.5), 1)


def _y(value: float, decades: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * max(0.0, log10(value)) / decades, 1)
