"""Designs of experiments: which arms of a group can be compared; and keeping teams even."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.teams.domain import (
    TeamDesign,
    TeamLoad,
    find_problems,
    group_designs,
    next_team,
)


def group(*arms, number=1):
    """Return the teams of a group from (arm, retention, perturbation)."""
    return [
        TeamDesign(f"t{place}", number, {"e": "experimental", "c": "control"}[arm], r, q)
        for place, (arm, r, q) in enumerate(arms)
    ]


@pytest.mark.parametrize(
    ("teams", "codes"),
    [
        ([], []),
        (group(("e", 1, 0)), []),
        (group(("e", 1, 0), ("e", 1, 0)), []),
        (group(("c", 0, 0), ("c", 0, 0)), []),
        # Retention: the control sees nothing.
        (group(("e", 1, 0), ("c", 0, 0)), []),
        (group(("e", 1, 0), ("e", 0.5, 0), ("c", 0, 0)), []),
        (group(("e", 1, 0), ("c", 0.5, 0)), ["control-sees"]),
        (group(("e", 1, 0), ("e", 0.5, 0)), ["no-control"]),
        (group(("c", 1, 0), ("c", 0.5, 0)), ["no-experimental"]),
        (group(("e", 0, 0), ("c", 0, 0)), ["arms-alike"]),
        # Perturbation: the same retention for all, and none of it for the control.
        (group(("e", 0.8, 0.3), ("c", 0.8, 0)), []),
        (group(("e", 0.8, 0.3), ("e", 0.8, 0.1), ("c", 0.8, 0)), []),
        (group(("e", 1, 0.3), ("c", 0.8, 0)), ["retention-differs"]),
        (group(("e", 0.8, 0.3)), ["no-control"]),
        (group(("e", 0, 0.3), ("c", 0, 0)), ["nothing-to-perturb"]),
    ],
)
def test_a_design_is_valid_or_says_what_is_wrong(teams, codes):
    assert [problem.code for problem in find_problems(teams, in_sequence=True)] == codes


def test_each_group_is_judged_on_its_own():
    teams = group(("e", 1, 0), ("c", 0, 0)) + group(("e", 1, 0), ("c", 0.2, 0), number=2)
    (problem,) = find_problems(teams, in_sequence=True)
    assert (problem.group, problem.team, problem.code) == (2, "t1", "control-sees")
    assert [each.kind for each in group_designs(teams)] == ["retention", "retention"]


def test_an_experiment_needs_the_same_order_for_its_teams():
    teams = group(("e", 1, 0), ("c", 0, 0))
    assert [each.code for each in find_problems(teams, in_sequence=False)] == ["not-in-sequence"]
    assert find_problems(group(("e", 1, 0)), in_sequence=False) == []


def load(key, members, arm="experimental", group=1, places=None):
    return TeamLoad(key, group, arm, members, places)


def test_the_smallest_team_comes_first_then_the_smaller_arm():
    assert next_team([load("a", 3), load("b", 2)]).key == "b"
    teams = [load("a", 2), load("b", 2, "control"), load("c", 3), load("d", 2, "control")]
    assert next_team(teams).arm == "control"


def test_a_full_team_takes_nobody():
    assert next_team([load("a", 1, places=1), load("b", 5)]).key == "b"
    assert next_team([load("a", 1, places=1)]) is None
    assert next_team([]) is None


@given(
    people=st.integers(0, 60),
    places=st.lists(st.none() | st.integers(1, 9), min_size=1, max_size=6),
)
def test_teams_stay_even_as_far_as_there_are_places(people, places):
    arms = ("experimental", "control")
    teams = [
        load(str(number), 0, arms[number % 2], group=number // 2, places=limit)
        for number, limit in enumerate(places)
    ]
    for _ in range(people):
        chosen = next_team(teams)
        if chosen is None:
            break
        teams[int(chosen.key)] = load(
            chosen.key, chosen.members + 1, chosen.arm, chosen.group, chosen.places
        )
    assert all(team.places is None or team.members <= team.places for team in teams)
    free = [team.members for team in teams if not team.is_full]
    assert not free or max(free) - min(free) <= 1
