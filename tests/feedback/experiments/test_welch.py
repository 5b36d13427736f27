"""Two samples: the test, the difference, the effect size and the correction."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from feedback.experiments.domain.welch import GREATER, LESS, compare, holm, mean_interval

FAST = [4.0, 5.5, 6.1, 5.0, 7.2, 4.4]
SLOW = [8.0, 9.5, 12.0, 7.7, 10.1]
samples = st.lists(
    st.floats(0.1, 300).map(lambda value: round(value, 3)), min_size=3, max_size=30
).filter(lambda values: len(set(values)) > 1)


@given(samples, samples, st.sampled_from([LESS, GREATER]))
def test_p_value_and_interval_are_those_of_scipy(first, second, direction):
    found = compare(first, second, direction=direction)
    expected = stats.ttest_ind(first, second, equal_var=False, alternative=direction)
    both = stats.ttest_ind(first, second, equal_var=False).confidence_interval()
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)
    assert found.t == pytest.approx(expected.statistic, rel=1e-6, abs=1e-9)
    assert found.difference_interval.low == pytest.approx(both.low, rel=1e-6, abs=1e-6)
    assert found.difference_interval.high == pytest.approx(both.high, rel=1e-6, abs=1e-6)


def test_the_direction_decides_which_tail_counts():
    assert compare(FAST, SLOW, direction=LESS).p < 0.01
    assert compare(FAST, SLOW, direction=GREATER).p > 0.99


def test_the_effect_size_is_hedges_g_on_the_mean_of_the_variances():
    found = compare(FAST, SLOW, direction=LESS)
    spread = np.sqrt((np.var(FAST, ddof=1) + np.var(SLOW, ddof=1)) / 2)
    d = (np.mean(FAST) - np.mean(SLOW)) / spread
    assert d < found.effect < 0.85 * d
    assert found.effect_interval.low < found.effect < found.effect_interval.high


def test_the_interval_of_the_effect_size_holds_the_true_one_in_about_95_of_100():
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(600):
        found = compare(rng.normal(0, 1, 40), rng.normal(0.5, 2, 60), direction=LESS)
        true = -0.5 / np.sqrt((1 + 4) / 2)
        held += found.effect_interval.low <= true <= found.effect_interval.high
    assert stats.binom.ppf(0.00005, 600, 0.95) <= held <= stats.binom.ppf(0.99995, 600, 0.95)


@pytest.mark.parametrize(
    ("first", "second"), [([], []), ([1, 2], [1, 2, 3]), ([2, 2, 2], [2, 2, 2]), ([1] * 9, [3] * 9)]
)
def test_too_few_values_or_no_spread_give_no_result(first, second):
    assert compare(first, second, direction=LESS) is None


def test_one_side_without_spread_is_compared_all_the_same():
    assert compare([0, 0, 0], [0, 1, 1, 1], direction=LESS).p < 0.1


def test_holm_corrects_the_smallest_most_and_keeps_the_order():
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_a_corrected_p_value_is_never_smaller_and_keeps_the_ranking(raw):
    corrected = holm(raw)
    assert all(p <= better <= 1 for p, better in zip(raw, corrected, strict=True))
    ordered = [better for _, better in sorted(zip(raw, corrected, strict=True))]
    assert ordered == sorted(ordered)


def test_a_mean_of_one_value_has_no_interval():
    assert mean_interval([3.0]) is None
    interval = mean_interval([3.0, 5.0])
    assert (interval.low + interval.high) / 2 == pytest.approx(4)
