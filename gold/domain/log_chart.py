"""A split drawn like the thesis's figure 5.2: examples of each category, on a logarithmic axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 56, 628, 12, 216


@dataclass(frozen=True)
class Tick:
    """A power of ten on the axis."""

    value: int
    place: float


@dataclass(frozen=True)
class Panel:
    """One subset: where the targets and the numbers that were got stand."""

    name: str
    ticks: Sequence[Tick]
    # The targets as the points of a line, and what was got as points.
    targets: str
    got: Sequence[tuple[float, float]]


def panels(chart: Mapping[str, Any]) -> list[Panel]:
    """Return the drawing of `Report.chart()`; values of None are left out.

    >>> chart = {"categories": ["A"], "panels": {"test": {"target": [10], "got": [1]}}}
    >>> panels(chart)[0].got
    [(342.0, 216.0)]
    """
    names = chart["categories"]
    values = [v for panel in chart["panels"].values() for row in panel.values() for v in row if v]
    decades = max(1, ceil(log10(max(values, default=10))))
    ticks = [Tick(10**power, _y(10**power, decades)) for power in range(decades + 1)]
    return [
        Panel(
            name,
            ticks,
            " ".join(f"{x},{y}" for x, y in _points(panel["target"], len(names), decades)),
            _points(panel["got"], len(names), decades),
        )
        for name, panel in chart["panels"].items()
    ]


def _points(values: Sequence[float | None], count: int, decades: int) -> list[tuple[float, float]]:
    step = (RIGHT - LEFT) / max(count, 1)
    return [
        (round(LEFT + step * (place + 0.5), 1), _y(value, decades))
        for place, value in enumerate(values)
        if value
    ]


def _y(value: float, decades: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * max(0.0, log10(value)) / decades, 1)
