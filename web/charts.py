"""Figures as plotly.js reads them, and the same values as a table. Colours are the page's business."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse

Json = dict[str, Any]
Place = str | int | float | date | datetime
Row = tuple[Place | None, ...]
Point = TypeVar("Point")


@dataclass(frozen=True)
class Series:
    """Values that belong together, under one name."""

    name: str
    x: Sequence[Place]
    y: Sequence[float | None]


@dataclass(frozen=True)
class Chart:
    """A figure, and what it shows as the rows of a table."""

    data: list[Json]
    layout: Json
    header: tuple[str, ...]
    rows: list[Row]

    def as_json(self) -> Json:
        return {"data": self.data, "layout": self.layout}


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
    yaxis: Json = {"title": {"text": y}}
    if percent:
        yaxis["tickformat"] = ".0%"
    if ratios:
        # A little more than what there is, or points at its ends would be cut.
        yaxis["range"] = [-0.02, 1.02]
    if ranks:
        yaxis |= {"autorange": "reversed", "dtick": 1}
    return Chart(
        [
            {"type": "scatter", "mode": "lines+markers", "name": each.name, "connectgaps": False}
            | {"x": _written(each.x), "y": list(each.y)}
            for each in drawn
        ],
        {"xaxis": {"title": {"text": x}}, "yaxis": yaxis},
        ("", x, y),
        [(each.name, *point) for each in drawn for point in zip(each.x, each.y, strict=True)],
    )


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
    category_axis: Json = {"title": {"text": "" if lying else x}}
    if lying:
        category_axis["autorange"] = "reversed"
    return Chart(
        [
            shared | {"name": each.name, names: _written(each.x), values: list(each.y)}
            for each in drawn
        ],
        {
            f"{names}axis": category_axis,
            f"{values}axis": {"title": {"text": y}, "rangemode": "tozero"},
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
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(chart.header)
    writer.writerows(chart.rows)
    response = HttpResponse(table.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
