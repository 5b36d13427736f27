"""What people named does not become markup in any chart, and a long time does not become a long chart."""

import json
from datetime import UTC, date, datetime

import pytest

from web.charts import Estimate, Series, bars, heat, lines, logarithmic, pairs, whiskers

LINK = '<a href="https://evil.test">Win</a> & <b>'
NAMED = [Series(LINK, [LINK, "b"], [1, 2])]
FIGURES = {
    "lines": lines(NAMED, x=LINK, y="tasks"),
    "logarithmic": logarithmic(NAMED, x="", y=LINK, values=[1, 2]),
    "bars": bars(NAMED, x=LINK, y="tasks"),
    "lying bars": bars(NAMED, x=LINK, y="tasks", lying=True),
    "pairs": pairs([LINK], [[0.5]], x=LINK),
    "heat": heat([LINK], [LINK], [[3]], row="said", column="is"),
    "whiskers": whiskers([Estimate(LINK, LINK, 2, 1, 3), Estimate(LINK, LINK, None)], x=LINK),
}


@pytest.mark.parametrize("name", FIGURES)
def test_no_name_reaches_a_chart_as_markup(name):
    drawn = json.dumps(FIGURES[name].as_json())
    assert "<a" not in drawn
    assert "&lt;a href" in drawn
    assert "&amp; &lt;b&gt;" in drawn or "…" in drawn


def test_the_table_of_a_chart_has_the_names_as_they_are():
    assert FIGURES["lines"].rows[0] == (LINK, LINK, 1)


def test_what_a_chart_itself_writes_keeps_its_line_breaks():
    assert "<br>" in FIGURES["heat"].as_json()["data"][0]["hovertemplate"]


def day(number):
    return date(2026, 3, number)


def test_a_single_day_is_a_day_wide():
    chart = bars([Series("accepted", [day(2)], [4])], x="day", y="tasks", stacked=True)
    axis = chart.layout["xaxis"]
    assert (axis["tick0"], axis["dtick"]) == ("2026-03-02", 86_400_000)
    assert axis["range"] == ["2026-03-01T12:00:00", "2026-03-02T12:00:00"]
    assert chart.data[0]["width"] < axis["dtick"]


def test_many_days_are_named_by_whole_days():
    days = [day(number) for number in range(1, 31)]
    axis = lines([Series("ana", days, [1.5] * 30)], x="day", y="").layout["xaxis"]
    assert axis["dtick"] == 3 * 86_400_000


def test_a_single_moment_has_an_hour_around_it():
    moment = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
    axis = lines([Series("ana", [moment], [0.5])], x="", y="").layout["xaxis"]
    assert axis["range"] == ["2026-03-02T08:45:00+00:00", "2026-03-02T09:45:00+00:00"]


def test_a_few_things_are_counted_one_by_one():
    few = bars([Series("", ["0", "1"], [2, 3])], x="annotators", y="inputs")
    assert few.layout["yaxis"]["dtick"] == 1
    stacked = [Series("a", ["0"], [4]), Series("b", ["0"], [4])]
    assert "dtick" not in bars(stacked, x="", y="", stacked=True).layout["yaxis"]
    assert "dtick" not in lines([Series("", [1], [0.5])], x="", y="").layout["yaxis"]


def test_days_are_still_days():
    drawn = lines([Series("ana", [date(2026, 3, 2)], [1])], x="day", y="tasks").as_json()
    assert drawn["data"][0]["x"] == ["2026-03-02"]
