"""Ranks follow the four factors; what is not available comes last."""

import doctest

import pytest

from feedback.scores import domain as ranking
from feedback.scores.domain import COUNT, Candidate, Factor, rank, team_of

WEIGHTS = {"tasks": 0.2, "annotations": 0.2, "throughput": 0.2, "quality": 0.4}


def values(tasks=10, annotations=10, throughput=5.0, quality=0.9):
    return {
        "tasks": tasks,
        "annotations": annotations,
        "throughput": throughput,
        "quality": quality,
    }


def candidate(name, **changes):
    return Candidate(name, values(**changes))


def names(candidates, weights=WEIGHTS):
    return [each.candidate.name for each in rank(candidates, weights)]


def test_examples_in_the_documentation_hold():
    assert doctest.testmod(ranking).failed == 0


def test_equal_values_share_the_better_rank_and_the_next_is_as_far_behind():
    standings = rank(
        [candidate("ana", tasks=30), candidate("bob", tasks=30), candidate("cid", tasks=10)],
        WEIGHTS,
    )
    assert {each.candidate.name: each.ranks["tasks"] for each in standings} == {
        "ana": 1,
        "bob": 1,
        "cid": 3,
    }


def test_what_is_not_available_comes_last():
    standings = rank([candidate("ana", quality=None), candidate("bob", quality=0.0)], WEIGHTS)
    assert {each.candidate.name: each.ranks["quality"] for each in standings} == {
        "bob": 1,
        "ana": 2,
    }


def test_the_total_is_the_weighted_sum_of_the_ranks():
    [first, second] = rank(
        [candidate("ana", tasks=5, quality=0.95), candidate("bob", tasks=9, quality=0.5)], WEIGHTS
    )
    assert (first.candidate.name, first.total) == ("ana", pytest.approx(0.2 * 2 + 0.2 + 0.2 + 0.4))
    assert second.total == pytest.approx(0.2 + 0.2 + 0.2 + 0.4 * 2)


def test_the_weights_are_the_contests():
    pair = [candidate("ana", tasks=5, quality=0.95), candidate("bob", tasks=9, quality=0.5)]
    assert names(pair, {"tasks": 1}) == ["bob", "ana"]


def test_equal_totals_go_to_the_higher_quality_then_to_the_alias():
    level = {"tasks": 0.5, "quality": 0.5}
    swapped = [candidate("ana", tasks=9, quality=0.8), candidate("bob", tasks=5, quality=0.9)]
    assert names(swapped, level) == ["bob", "ana"]
    assert names([candidate("bob"), candidate("ana")], level) == ["ana", "bob"]


def test_in_a_tie_the_lowest_quality_is_more_than_none_at_all():
    level = {"tasks": 0.5, "quality": 0.5}
    tied = [candidate("ana", tasks=9, quality=None), candidate("bob", tasks=5, quality=0.0)]
    assert names(tied, level) == ["bob", "ana"]


def test_a_team_is_the_sum_of_its_work_and_the_mean_of_its_skill():
    team = team_of("penne", [values(10, 4, 6.0, 0.8), values(30, 2, None, 0.6)])
    assert team.values == values(40, 6, 6.0, pytest.approx(0.7))


def test_of_some_factors_less_is_better(monkeypatch):
    slips = Factor("slips", "Slips", "", lambda tally: None, COUNT, is_less_better=True)
    monkeypatch.setattr(ranking, "FACTORS", [slips])
    many, few, none = (
        Candidate("ana", {"slips": 9}),
        Candidate("bob", {"slips": 2}),
        Candidate("cid", {}),
    )
    assert names([none, many, few], {"slips": 1}) == ["bob", "ana", "cid"]


def test_nobody_makes_no_order():
    assert rank([], WEIGHTS) == []
