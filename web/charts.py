"""Figures as plotly.js reads them, and the same values as a table. Colours are the page's business."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import cycle
from math import ceil, log10
from typing import TYPE_CHECKING, Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from web.axes import DAY_MS, time_axis, whole_numbers
from web.figures import figure
from web.streaming import table

if TYPE_CHECKING:
    # Commands and the scheduler load charts, and need no tables.
    import pandas as pd

Json = dict[str, Any]
Place = str | int | float | date | datetime
Row = tuple[Place | None, ...]
Point = TypeVar("Point")

# Groups of points differ in more than colour.
SYMBOLS = ("circle", "square", "diamond", "cross")
# More numbers than these cannot be read beside each other.
MOST_NUMBERS = 20
# Longer names are told in full on hover only.
MOST_LETTERS = 40
# A point on the edge of an axis is shown whole; in decades.
EDGE = 0.1


@dataclass(frozen=True)
class Series:
    """Values that belong together, under one name."""

    name: str
    x: Sequence[Place]
    y: Sequence[float | None]
    # As plotly.js calls it: "lines", "markers" or both.
    mode: str = "lines+markers"
    is_dashed: bool = False


def series_of(table: "pd.DataFrame") -> list[Series]:
    """Return the columns of a table as series along its rows; None where nothing is known.

    >>> import pandas as pd
    >>> series_of(pd.DataFrame({"ana": [1.5, None]}, index=["May", "June"]))
    [Series(name='ana', x=['May', 'June'], y=[1.5, None], mode='lines+markers', is_dashed=False)]
    """
    places = table.index.tolist()
    known = table.astype(object).where(table.notna(), None)
    return [Series(str(name), places, known[name].tolist()) for name in table.columns]


@dataclass(frozen=True)
class Estimate:
    """A value of a group, with the bounds of its interval where they are known."""

    name: str
    group: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Chart:
    """A figure, and what it shows as the rows of a table."""

    data: list[Json]
    layout: Json
    header: tuple[str, ...]
    rows: list[Row]

    def as_json(self) -> Json:
        """Return what plotly.js draws, with every word of it escaped."""
        return {"data": _escaped(self.data), "layout": _escaped(self.layout)}


# Ours alone, with line breaks in them: what people wrote comes in by the names of variables.
TEMPLATES = ("hovertemplate", "texttemplate")


def _escaped(figure: Any) -> Any:
    """Return a part of a figure without markup: plotly.js makes links and bold letters of it anywhere."""
    if isinstance(figure, str):
        return figure.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if isinstance(figure, dict):
        return {
            key: value if key in TEMPLATES else _escaped(value) for key, value in figure.items()
        }
    return [_escaped(each) for each in figure] if isinstance(figure, list | tuple) else figure


def lines(
    series: Iterable[Series],
    *,
    x: str,
    y: str,
    percent: bool = False,
    ranks: bool = False,
    ratios: bool = False,
) -> Chart:
    """Return lines over time or over runs; of `ranks` the first is on top, of `ratios` all is shown.

    >>> chart = lines([Series("ana", [1, 2], [0.5, None])], x="run", y="quality", percent=True)
    >>> chart.data[0]["mode"], chart.layout["yaxis"]["tickformat"], chart.rows
    ('lines+markers', '.0%', [('ana', 1, 0.5), ('ana', 2, None)])
    """
    drawn = list(series)
    yaxis: Json = {"title": {"text": y}} | whole_numbers(
        value for each in drawn for value in each.y
    )
    if percent:
        yaxis["tickformat"] = ".0%"
    if ratios:
        # A little more than what there is, or points at its ends would be cut.
        yaxis["range"] = [-0.02, 1.02]
    if ranks:
        yaxis |= {"autorange": "reversed", "dtick": 1}
    return Chart(
        [
            {"type": "scatter", "mode": each.mode, "name": each.name, "connectgaps": False}
            | {"x": _written(each.x), "y": list(each.y)}
            | ({"line": {"dash": "dash"}} if each.is_dashed else {})
            for each in drawn
        ],
        {
            "xaxis": {"title": {"text": x}}
            | time_axis([place for each in drawn for place in each.x]),
            "yaxis": yaxis,
        },
        ("", x, y),
        [(each.name, *point) for each in drawn for point in zip(each.x, each.y, strict=True)],
    )


def logarithmic(series: Iterable[Series], *, x: str, y: str, values: Sequence[float]) -> Chart:
    """Return lines over many names, on a logarithmic axis with room for `values`.

    Names are numbered below the axis and told on hover; a line goes on over what is not known.

    >>> chart = logarithmic([Series("got", ["A", "B"], [3, None])], x="", y="", values=[3, 400])
    >>> chart.data[0]["x"], chart.data[0]["text"], chart.layout["yaxis"]["range"]
    ([1, 2], ['A', 'B'], [-0.1, 3.1])
    """
    chart = lines(series, x=x, y=y)
    for drawn in chart.data:
        hover = "%{text}: %{y}<br>%{fullData.name}<extra></extra>"
        drawn |= {"text": drawn["x"], "hovertemplate": hover, "connectgaps": True}
        drawn["x"] = [place + 1 for place in range(len(drawn["x"]))]
    longest = max((len(drawn["x"]) for drawn in chart.data), default=0)
    every = ceil(longest / MOST_NUMBERS) or 1
    chart.layout["xaxis"] |= {"tick0": 1, "dtick": every, "zeroline": False}
    decades = (log10(min([1, *values])), max(1, ceil(log10(max([1, *values])))))
    bounds = [decades[0] - EDGE, decades[1] + EDGE]
    chart.layout["yaxis"] |= {"type": "log", "dtick": 1, "range": bounds}
    return chart


def whiskers(estimates: Sequence[Estimate], *, x: str, same: float | None = None) -> Chart:
    """Return points with their intervals, one below the other, and the line of 0 and of `same`.

    >>> chart = whiskers([Estimate("a", "control", 2, 1, 4), Estimate("b", "new", None)], x="mean")
    >>> chart.data[0]["error_x"]["array"], chart.data[0]["error_x"]["arrayminus"]
    ([2], [1])
    >>> chart.layout["annotations"][0]["text"], chart.rows
    ('a', [('control', 'a', 2, 1, 4), ('new', 'b', None, None, None)])
    """
    groups = list(dict.fromkeys(each.group for each in estimates))
    return Chart(
        [
            _points(group, estimates) | {"marker": {"size": 10, "symbol": symbol}}
            for group, symbol in zip(groups, cycle(SYMBOLS), strict=False)
        ],
        {
            "xaxis": {"title": {"text": x}, "rangemode": "tozero"},
            "yaxis": {
                "dtick": 1,
                "zeroline": False,
                "showticklabels": False,
                "range": [len(estimates) - 0.5, -1],
            },
            "annotations": [_name_above(each, place) for place, each in enumerate(estimates)],
            "shapes": [] if same is None else [_line_at(same)],
            "margin": {"l": 16, "r": 16, "t": 16, "b": 40},
            "showlegend": len(groups) > 1,
        },
        ("", "", x, _("lower bound"), _("upper bound")),
        [(each.group, each.name, each.value, each.low, each.high) for each in estimates],
    )


def _points(group: str, estimates: Sequence[Estimate]) -> Json:
    """Return the points of a group, each in its line; plotly.js wants the distance of bounds."""
    places, own = zip(
        *((place, each) for place, each in enumerate(estimates) if each.group == group),
        strict=True,
    )
    bounds = " (%{customdata[0]:.3~f} … %{customdata[1]:.3~f})"
    return {
        "type": "scatter",
        "mode": "markers",
        "name": group,
        "cliponaxis": False,
        "x": [each.value for each in own],
        "y": list(places),
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [_distance(each.value, each.high) for each in own],
            "arrayminus": [_distance(each.low, each.value) for each in own],
        },
        "text": [each.name for each in own],
        "customdata": [(each.low, each.high) for each in own],
        "hovertemplate": [
            f"%{{text}}<br>%{{x:.3~f}}{'' if each.low is None else bounds}<extra></extra>"
            for each in own
        ],
    }


def _name_above(estimate: Estimate, place: int) -> Json:
    """Return the name of a point's line, above it: there it may be long."""
    name = Truncator(estimate.name).chars(MOST_LETTERS)
    text = f"{name} – " + _("no values") if estimate.value is None else name
    where = {"xref": "paper", "x": 0, "xanchor": "left", "y": place, "yanchor": "bottom"}
    return where | {"text": text, "showarrow": False}


def _line_at(x: float) -> Json:
    ends = {"x0": x, "x1": x, "yref": "paper", "y0": 0, "y1": 1}
    return {"type": "line", "layer": "below", "line": {"width": 1, "dash": "dot"}} | ends


def _distance(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else high - low


def bars(
    series: Iterable[Series],
    *,
    x: str,
    y: str,
    stacked: bool = False,
    lying: bool = False,
) -> Chart:
    """Return bars, side by side or on top of each other; `lying` ones leave room for long names.

    >>> bars([Series("", ["AGE"], [3])], x="category", y="units", lying=True).data[0]["orientation"]
    'h'
    """
    drawn = list(series)
    shared: Json = {"type": "bar"} | ({"orientation": "h"} if lying else {})
    values, names = ("x", "y") if lying else ("y", "x")
    category_axis: Json = {"title": {"text": "" if lying else x}} | time_axis(
        [place for each in drawn for place in each.x]
    )
    if category_axis.get("dtick"):
        # Of one bar alone plotly.js takes a millisecond for its width.
        shared["width"] = 0.8 * DAY_MS
    totals = _totals(drawn) if stacked else [value for each in drawn for value in each.y]
    if lying:
        category_axis["autorange"] = "reversed"
    return Chart(
        [
            shared | {"name": each.name, names: _written(each.x), values: list(each.y)}
            for each in drawn
        ],
        {
            f"{names}axis": category_axis,
            f"{values}axis": {"title": {"text": y}, "rangemode": "tozero"} | whole_numbers(totals),
            "barmode": "stack" if stacked else "group",
            "showlegend": len(drawn) > 1,
        },
        ("", x, y),
        [(each.name, *point) for each in drawn for point in zip(each.x, each.y, strict=True)],
    )


def heat(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[int]],
    *,
    row: str,
    column: str,
) -> Chart:
    """Return a table of counts by colour; each row is shaded by its share, and tells its count.

    >>> heat(["A"], ["A", "B"], [[3, 1]], row="said", column="is").data[0]["z"]
    [[0.75, 0.25]]
    """
    shares = [[value / (sum(line) or 1) for value in line] for line in values]
    return Chart(
        [
            {
                "type": "heatmap",
                "x": list(columns),
                "y": list(rows),
                "z": shares,
                "text": [[str(value) if value else "" for value in line] for line in values],
                "texttemplate": "%{text}",
                "hovertemplate": f"{row}: %{{y}}<br>{column}: %{{x}}<br>%{{text}}<extra></extra>",
                "showscale": False,
                "xgap": 1,
                "ygap": 1,
            }
        ],
        {
            "xaxis": {"title": {"text": column}, "tickangle": -45, "side": "top", "dtick": 1},
            "yaxis": {"title": {"text": row}, "autorange": "reversed", "dtick": 1},
        },
        (row, column, ""),
        [
            (name, other, value)
            for name, line in zip(rows, values, strict=True)
            for other, value in zip(columns, line, strict=True)
        ],
    )


def _totals(series: Sequence[Series]) -> list[float]:
    return [
        sum(value or 0 for value in column)
        for column in zip(*(each.y for each in series), strict=True)
    ]


def pairs(names: Sequence[str], values: Sequence[Sequence[float | None]], *, x: str) -> Chart:
    """Return what each two have in common as a table of shares by colour, out of 100.

    >>> chart = pairs(["ana", "bob"], [[None, 0.5], [0.5, None]], x="annotators")
    >>> chart.data[0]["text"], chart.rows
    ([['', '50'], ['50', '']], [('ana', 'bob', 0.5)])
    """
    known = [value for line in values for value in line if value is not None]
    return Chart(
        [
            {
                "type": "heatmap",
                "x": list(names),
                "y": list(names),
                "z": [list(line) for line in values],
                # From the lowest there is: differences between 80 and 95 are what is looked for.
                "zmin": min(known, default=0),
                "zmax": 1,
                "text": [
                    ["" if value is None else figure(100 * value, 0) for value in line]
                    for line in values
                ],
                "texttemplate": "%{text}",
                "hovertemplate": "%{y} – %{x}<br>%{text}<extra></extra>",
                "hoverongaps": False,
                "showscale": False,
                "xgap": 1,
                "ygap": 1,
            }
        ],
        {
            "xaxis": {"type": "category", "tickangle": -45, "side": "top", "dtick": 1},
            "yaxis": {"type": "category", "autorange": "reversed", "dtick": 1},
        },
        (x, x, ""),
        [
            (name, other, value)
            for at, name in enumerate(names)
            for other, value in zip(names[at + 1 :], values[at][at + 1 :], strict=True)
        ],
    )


def _written(places: Iterable[Place]) -> list[Place]:
    return [place.isoformat() if isinstance(place, date) else place for place in places]


# More points than this nobody sees in a line.
MOST_POINTS = 120


def thinned(points: Iterable[Point]) -> list[Point]:
    """Return at most so many points, evenly, the last one always."""
    every = list(points)
    step = -(-len(every) // MOST_POINTS) or 1
    return every[::-1][::step][::-1]


def chart_response(request: HttpRequest, chart: Chart, *, name: str) -> HttpResponse:
    """Return the figure as JSON; its values as CSV where the address asks for that."""
    if request.GET.get("format") != "csv":
        return JsonResponse(chart.as_json())
    return table(chart.header, chart.rows, name=f"{name}.csv")
