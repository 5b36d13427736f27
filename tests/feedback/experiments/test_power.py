"""How many tasks an effect needs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback.experiments.domain.welch import (
    Expected,
    detectable,
    expect_durations,
    expect_penalties,
    power_at,
    tasks_needed,
)


def test_a_medium_effect_needs_the_numbers_that_tables_give():
    # Cohen 1988, table 2.4.1: d = 0.5, one-tailed 5 %, power 80 %.
    assert tasks_needed(Expected(0.5, 1, 1), alpha=0.05, power=0.8) == 51
    assert tasks_needed(Expected(0.2, 1, 1), alpha=0.05, power=0.8) == 310


@given(st.floats(0.05, 0.95), st.floats(0.2, 2), st.sampled_from([0.8, 0.9, 0.95]))
def test_the_number_needed_suffices_and_one_less_does_not(ratio, variation, power):
    expected = expect_durations(ratio=ratio, variation=variation)
    needed = tasks_needed(expected, alpha=0.05, power=power)
    assert power_at(expected, needed, alpha=0.05) >= power
    assert needed == 2 or power_at(expected, needed - 1, alpha=0.05) < power


def test_power_grows_with_the_number_of_tasks():
    expected = expect_penalties(control=0.09, difference=-0.027)
    powers = [power_at(expected, tasks, alpha=0.05) for tasks in (50, 200, 800, 3200)]
    assert powers == sorted(powers)
    assert (powers[0] < 0.2, powers[-1] > 0.95) == (True, True)


def test_no_effect_is_found_as_often_as_alpha_says_and_never_needed_in_finite_numbers():
    nothing = expect_durations(ratio=1, variation=1)
    assert power_at(nothing, 1000, alpha=0.05) == 0.05
    assert tasks_needed(nothing, alpha=0.05, power=0.8) is None


def test_no_spread_needs_two_tasks():
    assert tasks_needed(expect_penalties(control=1, difference=-1), alpha=0.05, power=0.8) == 2


def test_huge_numbers_stay_finite():
    assert power_at(expect_durations(ratio=0.5, variation=1), 10**6, alpha=0.05) == 1
    small = expect_durations(ratio=0.999, variation=1)
    assert power_at(small, 2_000_000, alpha=0.05) == pytest.approx(0.2597, abs=0.001)


def test_the_reverse_gives_back_the_effect():
    def expect(saving):
        return expect_durations(ratio=1 - saving, variation=1)

    needed = tasks_needed(expect(0.3), alpha=0.05, power=0.8)
    found = detectable(expect, 0.99, needed, alpha=0.05, power=0.8)
    assert found == pytest.approx(0.3, abs=0.005)
    assert detectable(expect, 0.99, 2, alpha=0.05, power=0.8) is None
