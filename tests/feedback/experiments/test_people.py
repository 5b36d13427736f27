"""Conclusions come from people: without an effect nothing is significant, however many tasks there are."""

from itertools import combinations
from statistics import fmean

import numpy as np
import pytest

from contests.teams.domain import TeamDesign
from feedback.experiments.domain.analysis import (
    NOT_SHOWN,
    OPPOSITE,
    SIGNIFICANT,
    SUPPORTED,
    analyse,
)
from feedback.experiments.domain.permutation import MOST_DIVISIONS, compare_people
from feedback.experiments.domain.welch import LESS, compare, holm
from tests.feedback.experiments.contests import observed

RETENTION = (
    TeamDesign("farfalle", 1, "experimental", 1.0),
    TeamDesign("gnocchi", 1, "control", 0.0),
)
NULLS, TASKS, PLACES = 300, 40, 20


def without_effect(rng):
    """Return seconds (person, task) and penalties (kind, place, person) that do not depend on the arm."""
    pace, care = rng.lognormal(np.log(7), 0.35, 16), rng.beta(2, 18, 16)
    seconds = rng.lognormal(np.log(pace)[:, None], 0.7, (16, TASKS))
    return seconds, rng.random((2, PLACES, 16)) < care


def as_observed(seconds, wrong):
    team = ["farfalle"] * 8 + ["gnocchi"] * 8
    tasks = [
        (team[person], person, number, float(value))
        for (person, number), value in np.ndenumerate(seconds)
    ]
    places = [
        (team[person], person, place, place, int(wrong[0, place, person]), int(missed))
        for (place, person), missed in np.ndenumerate(wrong[1])
    ]
    return observed(RETENTION, tasks, places)


def corrected_p(seconds, wrong):
    """Return the p-values of `analyse` for the three measures, without its tables."""
    people = [np.log(seconds).mean(axis=1), *wrong.mean(axis=1)]
    return holm([compare_people(values[:8], values[8:]).p for values in people])


def least_p_over_tasks(seconds, wrong):
    samples = [(seconds[:8].ravel(), seconds[8:].ravel())]
    samples += [(kind[:, :8].mean(axis=1), kind[:, 8:].mean(axis=1)) for kind in wrong]
    return min(compare(*pair, direction=LESS).p for pair in samples)


@pytest.mark.parametrize("seed", range(3))
def test_an_analysis_compares_means_of_people_and_corrects_for_its_tests(seed):
    drawn = without_effect(np.random.default_rng(seed))
    (pair,) = analyse(as_observed(*drawn)).pairs
    assert [test.corrected_p for test in pair.tests] == pytest.approx(corrected_p(*drawn))
    over_tasks = min(test.comparison.p for test in pair.tests)
    assert over_tasks == pytest.approx(least_p_over_tasks(*drawn))


def test_without_an_effect_a_badge_appears_in_about_five_of_a_hundred_contests():
    # Without tables: three hundred of them take half a minute.
    drawn = [without_effect(np.random.default_rng(seed)) for seed in range(NULLS)]
    badges = sum(min(corrected_p(*each)) < SIGNIFICANT for each in drawn)
    fooled = sum(3 * least_p_over_tasks(*each) < SIGNIFICANT for each in drawn)
    assert 0.03 <= badges / NULLS <= 0.07
    # What the t-test over tasks would have said.
    assert fooled / NULLS > 0.2


def person_by_person(*means, team, first=0):
    return [
        (team, first + person, number, mean)
        for person, mean in enumerate(means)
        for number in range(3)
    ]


@pytest.mark.parametrize(
    ("seconds", "outcome"),
    [
        ((4, 5, 6, 5, 4), SUPPORTED),
        ((24, 25, 26, 25, 24), OPPOSITE),
        ((8, 9, 13, 10, 11), NOT_SHOWN),
    ],
)
def test_the_badge_says_what_people_show(seconds, outcome):
    tasks = (
        *person_by_person(*seconds, team="farfalle"),
        *person_by_person(10, 11, 12, 9, 10, team="gnocchi", first=10),
    )
    (pair,) = analyse(observed(RETENTION, tasks)).pairs
    assert pair.tests[0].outcome == outcome


def test_times_are_a_ratio_with_the_interval_of_the_test():
    tasks = (
        *person_by_person(5, 6, 7, 5.5, 6.5, team="farfalle"),
        *person_by_person(10, 12, 14, 11, 13, team="gnocchi", first=10),
    )
    (pair,) = analyse(observed(RETENTION, tasks)).pairs
    duration = pair.tests[0]
    assert duration.estimate == pytest.approx(0.5)
    assert duration.estimate_interval.low < 0.5 < duration.estimate_interval.high < 1


def test_someone_with_many_tasks_counts_as_one_person():
    few = person_by_person(10, 10, team="gnocchi", first=10)
    many = [*few, *(("gnocchi", 10, 100 + number, 10.0) for number in range(500))]
    others = person_by_person(5, 6, team="farfalle")
    p_values = {
        analyse(observed(RETENTION, (*others, *control))).pairs[0].tests[0].people.p
        for control in (few, many)
    }
    assert len(p_values) == 1


def test_too_few_people_for_any_difference_are_said():
    tasks = (
        *person_by_person(1, 1.1, 1.2, team="farfalle"),
        *person_by_person(90, 95, 99, team="gnocchi", first=10),
    )
    (pair,) = analyse(observed(RETENTION, tasks)).pairs
    assert pair.tests[0].outcome == NOT_SHOWN
    assert pair.tests[0].estimate_interval is None
    assert "too-few-people" in {caution.code for caution in pair.cautions}


def test_every_division_is_counted_once():
    first, second = [1.0, 2.5, 4.0, 2.0], [3.0, 6.0, 5.5]
    everyone, real = first + second, abs(fmean(first) - fmean(second))
    differences = [
        abs(
            fmean(everyone[one] for one in chosen)
            - fmean(everyone[one] for one in set(range(7)) - set(chosen))
        )
        for chosen in combinations(range(7), 4)
    ]
    expected = fmean(difference >= real - 1e-9 for difference in differences)
    assert compare_people(first, second).p == pytest.approx(expected)


def test_the_interval_ends_where_the_test_rejects():
    rng = np.random.default_rng(4)
    first, second = list(rng.normal(0, 1, 6)), list(rng.normal(1, 1, 7))
    found = compare_people(first, second)
    for bound, sign in ((found.interval.low, -1), (found.interval.high, 1)):
        inside, outside = (
            compare_people([value - bound + sign * step for value in first], second).p
            for step in (1e-6, -1e-6)
        )
        assert outside < 0.05 <= inside


def test_of_many_people_divisions_are_drawn_always_the_same_ones():
    rng = np.random.default_rng(1)
    first, second = list(rng.normal(0, 1, 30)), list(rng.normal(0, 1, 30))
    found = compare_people(first, second)
    assert not found.is_exact
    assert found == compare_people(first, second)
    small = compare_people(first[:9], second[:9])
    assert small.is_exact
    assert 1 / small.least_p < MOST_DIVISIONS


def test_without_a_second_person_or_any_difference_nothing_is_claimed():
    assert compare_people([1.0], [2.0, 3.0]) is None
    same = compare_people([2.0, 2.0], [2.0, 2.0])
    assert (same.p, same.interval) == (1.0, None)
