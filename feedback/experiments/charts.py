"""Where things stand in the small charts of an experiment; whole numbers, for an SVG of 640 by n."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, LEFT, RIGHT = 640, 24, 24
# The name of a row stands above its point, so that it may be long and large.
ROW, TOP, FOOT = 48, 4, 30
CURVE_HEIGHT, CURVE_LEFT = 260, 56
# Between two marks of the axis, at least.
MOST_TICKS = 6


@dataclass(frozen=True)
class Row:
    """A value with its interval, to be drawn as a point with whiskers."""

    label: str
    tone: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Tick:
    place: int
    value: float


@dataclass(frozen=True)
class Mark:
    """A row in its place; x is None where there is no value."""

    row: Row
    y: int
    x: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True)
class Chart:
    """Points with whiskers, one below the other, over one axis."""

    height: int
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    digits: int
    # Where 0 stands.
    zero: int
    width: int = WIDTH
    left: int = LEFT

    @property
    def right(self) -> int:
        return self.width - RIGHT

    @property
    def bottom(self) -> int:
        return self.height - FOOT

    @property
    def baseline(self) -> int:
        return self.height - 8


@dataclass(frozen=True)
class Curve:
    """A line that grows from left to right, with a level and a place to look at."""

    points: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    level: int
    needed: int | None
    width: int = WIDTH
    height: int = CURVE_HEIGHT
    left: int = CURVE_LEFT

    @property
    def right(self) -> int:
        return self.width - RIGHT

    @property
    def bottom(self) -> int:
        return self.height - FOOT

    @property
    def baseline(self) -> int:
        return self.height - 8


def whiskers(rows: Sequence[Row]) -> Chart | None:
    """Place rows over an axis that holds them all and 0; None where no row has a value."""
    known = [bound for row in rows for bound in (row.value, row.low, row.high) if bound is not None]
    if not known:
        return None
    step, low, high = _axis(min(0.0, *known), max(0.0, *known))
    scale = _scale(low, high, LEFT, WIDTH - RIGHT)
    return Chart(
        height=TOP + ROW * len(rows) + FOOT,
        marks=tuple(_mark(number, row, scale) for number, row in enumerate(rows)),
        ticks=tuple(_ticks(step, low, high, scale)),
        digits=max(0, -floor(log10(step))),
        zero=scale(0),
    )


def _mark(number: int, row: Row, scale: Callable[[float], int]) -> Mark:
    places = [None if bound is None else scale(bound) for bound in (row.value, row.low, row.high)]
    return Mark(row, TOP + ROW * number + 3 * ROW // 4, *places)


def power_curve(
    points: Sequence[tuple[int, float]], *, level: float, needed: int | None
) -> Curve | None:
    """Draw power against the number of tasks; None without points."""
    if not points:
        return None
    step, low, high = _axis(0.0, float(points[-1][0]))
    x = _scale(low, max(high, 1.0), CURVE_LEFT, WIDTH - RIGHT)
    y = _scale(0.0, 1.0, CURVE_HEIGHT - FOOT, TOP)
    return Curve(
        points=" ".join(f"{x(tasks)},{y(power)}" for tasks, power in points),
        x_ticks=tuple(_ticks(step, low, high, x)),
        y_ticks=tuple(Tick(y(share / 4), 25 * share) for share in range(5)),
        level=y(level),
        needed=None if needed is None or needed > high else x(needed),
    )


def _axis(low: float, high: float) -> tuple[float, float, float]:
    """Return a round step, and the multiples of it that enclose both ends."""
    reach = (high - low) or 1.0
    power = 10.0 ** floor(log10(reach / MOST_TICKS))
    step = next(power * each for each in (1, 2, 5, 10, 20) if reach / (power * each) <= MOST_TICKS)
    return step, step * floor(low / step), step * (ceil(high / step) or 1)


def _scale(low: float, high: float, first: int, last: int) -> Callable[[float], int]:
    return lambda value: round(first + (value - low) / (high - low) * (last - first))


def _ticks(step: float, low: float, high: float, scale: Callable[[float], int]) -> list[Tick]:
    count = round((high - low) / step)
    return [Tick(scale(low + step * each), low + step * each) for each in range(count + 1)]
