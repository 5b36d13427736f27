"""200 simulated experiments: a planted effect is found as often as computed, none stays silent."""

import numpy as np
import pytest
from scipy import stats

from contests.teams.domain import TeamDesign
from feedback.experiments.domain.analysis import analyse
from feedback.experiments.domain.welch import (
    expect_durations,
    expect_penalties,
    power_at,
    tasks_needed,
)
from tests.feedback.experiments.contests import observed

SEEDS = range(200)
ALPHA = 0.05
PEOPLE = 4
RETENTION = (
    TeamDesign("farfalle", 1, "experimental", 1.0),
    TeamDesign("gnocchi", 1, "control", 0.0),
)
PERTURBATION = (
    TeamDesign("farfalle", 1, "experimental", 0.8, 0.4),
    TeamDesign("gnocchi", 1, "control", 0.8),
)
VARIATION = 0.6


def durations(rng, team, mean, tasks):
    """Return log-normal seconds with this mean, as many as tasks, over four people."""
    spread = np.sqrt(np.log(1 + VARIATION**2))
    seconds = rng.lognormal(np.log(mean) - spread**2 / 2, spread, tasks)
    return [
        (team, sum(map(ord, team)) + number % PEOPLE, number // PEOPLE, float(value))
        for number, value in enumerate(seconds)
    ]


def penalties(rng, ratios, places):
    """Return alignments of two people a team, who agree with each other: the widest spread."""
    wrong = {team: rng.random(places) < ratio for team, ratio in ratios.items()}
    return [
        (team, person, place, place, int(hit[place]), int(hit[place]))
        for place in range(places)
        for team, hit in wrong.items()
        for person in (1, 2)
    ]


def found_at(observe, measure):
    """Return how many of the seeds give a p-value below alpha."""
    count = 0
    for seed in SEEDS:
        (pair,) = analyse(observe(np.random.default_rng(seed))).pairs
        (test,) = [each for each in pair.tests if each.measure == measure]
        count += test.comparison.p < ALPHA
    return count


def is_about(count, rate):
    """Whether so many of the seeds are within the binomial's 99.99 %."""
    low, high = stats.binom.ppf([0.00005, 0.99995], len(SEEDS), rate)
    return low <= count <= high


@pytest.mark.parametrize(("teams", "ratio"), [(RETENTION, 0.8), (PERTURBATION, 1.25)])
def test_a_planted_difference_of_durations_is_found_at_the_computed_power(teams, ratio):
    expected = expect_durations(ratio=ratio, variation=VARIATION)
    tasks = tasks_needed(expected, alpha=ALPHA, power=0.8)

    def observe(rng):
        first = durations(rng, "farfalle", 9.0 * ratio, tasks)
        return observed(teams, (*first, *durations(rng, "gnocchi", 9.0, tasks)))

    assert is_about(found_at(observe, "duration"), power_at(expected, tasks, alpha=ALPHA))


def test_a_planted_difference_of_penalties_is_found_at_the_computed_power():
    expected = expect_penalties(control=0.3, difference=-0.15)
    places = tasks_needed(expected, alpha=ALPHA, power=0.8)

    def observe(rng):
        ratios = {"farfalle": 0.15, "gnocchi": 0.3}
        return observed(RETENTION, alignments=penalties(rng, ratios, places))

    assert is_about(found_at(observe, "segment"), power_at(expected, places, alpha=ALPHA))


@pytest.mark.parametrize("teams", [RETENTION, PERTURBATION])
def test_without_an_effect_durations_stay_silent_at_the_stated_rate(teams):
    def observe(rng):
        first = durations(rng, "farfalle", 9.0, 100)
        return observed(teams, (*first, *durations(rng, "gnocchi", 9.0, 100)))

    assert is_about(found_at(observe, "duration"), ALPHA)


def test_without_an_effect_penalties_stay_silent_at_the_stated_rate():
    def observe(rng):
        ratios = {"farfalle": 0.3, "gnocchi": 0.3}
        return observed(RETENTION, alignments=penalties(rng, ratios, 80))

    assert is_about(found_at(observe, "category"), ALPHA)


def test_an_effect_in_the_other_direction_is_never_taken_for_a_success():
    def observe(rng):
        first = durations(rng, "farfalle", 12.0, 100)
        return observed(RETENTION, (*first, *durations(rng, "gnocchi", 9.0, 100)))

    assert found_at(observe, "duration") == 0
