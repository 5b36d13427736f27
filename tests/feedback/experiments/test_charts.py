"""Small charts: everything is inside, and places keep the order of values."""

from hypothesis import given
from hypothesis import strategies as st

from feedback.experiments.charts import Row, power_curve, whiskers

numbers = st.floats(-1000, 1000).map(lambda value: round(value, 4))


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=8))
def test_points_and_whiskers_lie_on_the_axis_in_the_order_of_their_values(triples):
    rows = [Row("a", "control", value, low, high) for low, value, high in map(sorted, triples)]
    chart = whiskers(rows)
    for mark in chart.marks:
        assert chart.left <= mark.low <= mark.x <= mark.high <= chart.right
        assert 0 < mark.y < chart.bottom
    assert chart.left <= chart.zero <= chart.right
    assert 2 <= len(chart.ticks) <= 9


def test_a_row_without_a_value_keeps_its_line():
    chart = whiskers([Row("a", "control", None), Row("b", "control", 3.0)])
    assert [mark.x is None for mark in chart.marks] == [True, False]


def test_without_any_value_there_is_no_chart():
    assert whiskers([Row("a", "control", None)]) is None
    assert power_curve([], level=0.8, needed=None) is None


def test_only_zeros_have_an_axis_too():
    assert whiskers([Row("a", "control", 0.0, 0.0, 0.0)]).ticks


def test_the_number_needed_is_marked_on_the_curve():
    points = [(2, 0.1), (50, 0.8), (100, 0.99)]
    curve = power_curve(points, level=0.8, needed=50)
    assert f"{curve.needed},{curve.level}" in curve.points.split()
    assert power_curve(points, level=0.8, needed=5000).needed is None
