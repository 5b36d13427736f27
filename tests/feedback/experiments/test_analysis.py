"""The tables of an experiment: what counts, what is compared, what to be careful about."""

import pytest

from contests.teams.domain import TeamDesign
from feedback.experiments.domain.analysis import analyse
from tests.feedback.experiments.contests import observed

EXPERIMENTAL = TeamDesign("farfalle", 1, "experimental", 1.0)
CONTROL = TeamDesign("gnocchi", 1, "control", 0.0)
RETENTION = (EXPERIMENTAL, CONTROL)
PERTURBATION = (
    TeamDesign("farfalle", 1, "experimental", 0.8, 0.4),
    TeamDesign("gnocchi", 1, "control", 0.8),
)


def timed(team, *seconds, annotator=1):
    return [(team, annotator, number, value) for number, value in enumerate(seconds)]


def aligned(place, **penalties):
    """Return the rows of a place from 'xo-' per team: penalised, not penalised, no reference."""
    values = {"x": 1, "o": 0, "-": None}
    return [
        (team, sum(map(ord, team)) + number, 1, place, values[mark], values[mark])
        for team, marks in penalties.items()
        for number, mark in enumerate(marks)
    ]


def only_pair(teams=RETENTION, **rows):
    (pair,) = analyse(observed(teams, **rows)).pairs
    return pair


def codes(found):
    return {caution.code for caution in found}


def test_breaks_and_unknown_durations_are_left_out():
    pair = only_pair(
        tasks=(*timed("farfalle", 10, 20, 300, 300.001, None), *timed("gnocchi", 30, 60))
    )
    team = pair.experimental
    assert (team.duration.n, team.breaks, team.unknown) == (3, 1, 1)
    assert team.duration.mean == pytest.approx(110)
    assert team.per_minute == pytest.approx(3 / (330 / 60))


def test_quality_counts_alignments_with_the_same_number_in_both_teams_and_at_least_two():
    pair = only_pair(
        alignments=(
            *aligned(0, farfalle="xo", gnocchi="xx"),
            *aligned(1, farfalle="oo", gnocchi="xo"),
            *aligned(2, farfalle="xxx", gnocchi="xx"),
            *aligned(3, farfalle="x", gnocchi="x"),
            *aligned(4, farfalle="--", gnocchi="--"),
            *aligned(5, farfalle="xx"),
        )
    )
    for team, mean in ((pair.experimental, 0.25), (pair.control, 0.75)):
        for average in (team.segment, team.category):
            assert (average.n, average.people) == (2, 2)
            assert average.mean == pytest.approx(mean)


def test_segments_and_categories_are_counted_apart():
    rows = [(team, person, 1, 0, 0, None) for team in ("farfalle", "gnocchi") for person in (1, 2)]
    pair = only_pair(alignments=rows)
    assert (pair.experimental.segment.n, pair.experimental.category.n) == (1, 0)
    assert pair.experimental.category.mean is None


def test_in_a_retention_experiment_the_experimental_team_is_expected_to_be_faster():
    tasks = (*timed("farfalle", 4, 5, 6, 5), *timed("gnocchi", 8, 9, 10, 9))
    duration = only_pair(tasks=tasks).tests[0]
    assert (duration.measure, duration.direction) == ("duration", "less")
    assert duration.comparison.p < 0.01
    assert duration.comparison.effect < 0


def test_in_a_perturbation_experiment_it_is_expected_to_be_slower():
    tasks = (*timed("farfalle", 4, 5, 6, 5), *timed("gnocchi", 8, 9, 10, 9))
    duration = only_pair(teams=PERTURBATION, tasks=tasks).tests[0]
    assert duration.direction == "greater"
    assert duration.comparison.p > 0.99


def test_each_experimental_team_is_compared_with_the_control_of_its_own_group():
    teams = (
        *RETENTION,
        TeamDesign("linguine", 1, "experimental", 0.5),
        TeamDesign("orzo", 2, "experimental", 1.0),
        TeamDesign("penne", 2, "control", 0.0),
        TeamDesign("ziti", 3, "experimental", 1.0),
    )
    pairs = analyse(observed(teams)).pairs
    assert [
        (pair.group, pair.experimental.design.name, pair.control.design.name) for pair in pairs
    ] == [(1, "farfalle", "gnocchi"), (1, "linguine", "gnocchi"), (2, "orzo", "penne")]


def test_the_correction_is_over_all_tests_that_were_done():
    second = (TeamDesign("orzo", 2, "experimental", 0.5), TeamDesign("penne", 2, "control", 0.0))
    seconds = {
        "farfalle": (4, 5, 6, 5),
        "gnocchi": (8, 9, 10, 9),
        "orzo": (4, 5, 6, 5),
        "penne": (5, 4, 7, 6),
    }
    tasks = tuple(
        (team, 10 * len(team) + person, 1, each)
        for team, values in seconds.items()
        for person, each in enumerate(values)
    )
    report = analyse(observed((*RETENTION, *second), tasks))
    first, other = (pair.tests[0] for pair in report.pairs)
    assert report.tests_done == 2
    assert first.corrected_p == pytest.approx(2 * first.people.p)
    assert other.corrected_p == pytest.approx(other.people.p)
    assert report.pairs[0].tests[1].corrected_p is None


def test_people_who_changed_team_are_left_out_and_said_so():
    tasks = (*timed("farfalle", 4, 5), *timed("farfalle", 100, 100, annotator=9))
    pair = only_pair(tasks=tasks, moved={"farfalle": frozenset({9})})
    assert pair.experimental.duration.mean == pytest.approx(4.5)
    (caution,) = [each for each in pair.cautions if each.code == "changed-team"]
    assert caution.details == {"people": 1}


def test_nobody_in_an_arm_is_said():
    pair = only_pair(tasks=tuple(timed("farfalle", 4, 5, 6)))
    assert codes(pair.cautions) == {"no-values"}
    assert pair.tests[0].comparison is None


def test_few_values_and_few_people_are_said():
    pair = only_pair(tasks=(*timed("farfalle", 4, 5, 6), *timed("gnocchi", 8, 9, 10)))
    assert codes(pair.tests[0].cautions) == {"few-values", "few-people"}


def test_no_spread_is_said():
    pair = only_pair(tasks=(*timed("farfalle", 4, 4, 4), *timed("gnocchi", 8, 8, 8)))
    assert "no-spread" in codes(pair.tests[0].cautions)
    pair = only_pair(tasks=(*timed("farfalle", 4, 4, 4), *timed("gnocchi", 8, 9, 8)))
    assert "one-without-spread" in codes(pair.tests[0].cautions)


def test_a_strong_skew_in_a_small_sample_is_said():
    skewed = timed("farfalle", *[1.0] * 30, 250.0)
    even = timed("gnocchi", *range(1, 32))
    assert "skewed" in codes(only_pair(tasks=(*skewed, *even)).tests[0].cautions)


def test_different_inputs_are_said():
    other = [("gnocchi", 2, 100 + number, 9.0) for number in range(4)]
    pair = only_pair(tasks=(*timed("farfalle", 4, 5, 6, 5), *other))
    assert "different-inputs" in codes(pair.cautions)


def test_much_left_out_is_said_of_its_team():
    pair = only_pair(tasks=(*timed("farfalle", 4, None, None), *timed("gnocchi", 8, 9, 10)))
    (caution,) = [each for each in pair.cautions if each.code == "much-left-out"]
    assert caution.details == {"team": "farfalle", "out": 2, "all": 3}


def test_inputs_in_another_order_are_said_once():
    report = analyse(observed(RETENTION, in_sequence=False))
    assert codes(report.cautions) == {"not-in-sequence"}
    assert analyse(observed((EXPERIMENTAL,), in_sequence=False)).cautions == ()


def test_a_difference_that_a_few_people_make_is_said():
    # One fast person among three does most tasks: many tasks, little evidence.
    tasks = [
        *timed("farfalle", *[4, 5] * 30, annotator=1),
        *timed("farfalle", 11, annotator=2),
        *timed("farfalle", 12, annotator=3),
        *timed("gnocchi", *[9, 11] * 10, annotator=4),
        *timed("gnocchi", *[9, 10] * 10, annotator=5),
        *timed("gnocchi", *[9, 11] * 10, annotator=6),
    ]
    test = only_pair(tasks=tuple(tasks)).tests[0]
    assert (test.comparison.p < 0.001, test.people.p > 0.05) == (True, True)
    assert "by-person-differs" in codes(test.cautions)


def test_what_holds_for_all_three_tests_is_said_once():
    alignments = [row for place in range(40) for row in aligned(place, farfalle="xo", gnocchi="xx")]
    tasks = [
        task
        for team in ("farfalle", "gnocchi")
        for person in (1, 2)
        for task in timed(team, *range(1, 31), annotator=person)
    ]
    pair = only_pair(tasks=tuple(tasks), alignments=alignments)
    assert "few-people" in codes(pair.cautions)
    assert all("few-people" not in codes(test.cautions) for test in pair.tests)
