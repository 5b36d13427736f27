"""What people named does not become markup in any chart, and a long time does not become a long chart."""

import json
from datetime import date

import pytest

from web.charts import Estimate, Series, bars, heat, lines, logarithmic, whiskers

LINK = '<a href="https://evil.test">Win</a> & <b>'
NAMED = [Series(LINK, [LINK, "b"], [1, 2])]
FIGURES = {
    "lines": lines(NAMED, x=LINK, y="tasks"),
    "logarithmic": logarithmic(NAMED, x="", y=LINK, values=[1, 2]),
    "bars": bars(NAMED, x=LINK, y="tasks"),
    "lying bars": bars(NAMED, x=LINK, y="tasks", lying=True),
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


def test_days_are_still_days():
    drawn = lines([Series("ana", [date(2026, 3, 2)], [1])], x="day", y="tasks").as_json()
    assert drawn["data"][0]["x"] == ["2026-03-02"]
