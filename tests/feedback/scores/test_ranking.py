"""Ranks follow the four factors; what is not available comes last."""

import doctest

import pytest

from feedback.scores import domain as ranking
from feedback.scores.domain import Candidate, Member, Weights, rank, team_of


def candidate(name, tasks=10, annotations=10, throughput=5.0, quality=0.9):
    return Candidate(name, tasks, annotations, throughput, quality)


def names(candidates, weights=None):
    return [each.candidate.name for each in rank(candidates, weights or Weights())]


def test_examples_in_the_documentation_hold():
    assert doctest.testmod(ranking).failed == 0


def test_equal_values_share_the_better_rank_and_the_next_is_as_far_behind():
    standings = rank(
        [candidate("ana", tasks=30), candidate("bob", tasks=30), candidate("cid", tasks=10)],
        Weights(),
    )
    assert {each.candidate.name: each.tasks for each in standings} == {"ana": 1, "bob": 1, "cid": 3}


def test_what_is_not_available_comes_last():
    standings = rank([candidate("ana", quality=None), candidate("bob", quality=0.0)], Weights())
    assert {each.candidate.name: each.quality for each in standings} == {"bob": 1, "ana": 2}


def test_the_total_is_the_weighted_sum_of_the_ranks():
    [first, second] = rank(
        [candidate("ana", tasks=5, quality=0.95), candidate("bob", tasks=9, quality=0.5)], Weights()
    )
    assert (first.candidate.name, first.total) == ("ana", pytest.approx(0.2 * 2 + 0.2 + 0.2 + 0.4))
    assert second.total == pytest.approx(0.2 + 0.2 + 0.2 + 0.4 * 2)


def test_the_weights_are_the_contests():
    pair = [candidate("ana", tasks=5, quality=0.95), candidate("bob", tasks=9, quality=0.5)]
    assert names(pair, Weights(tasks=1, annotations=0, throughput=0, quality=0)) == ["bob", "ana"]


def test_equal_totals_go_to_the_higher_quality_then_to_the_alias():
    level = Weights(tasks=0.5, annotations=0, throughput=0, quality=0.5)
    swapped = [candidate("ana", tasks=9, quality=0.8), candidate("bob", tasks=5, quality=0.9)]
    assert names(swapped, level) == ["bob", "ana"]
    assert names([candidate("bob"), candidate("ana")], level) == ["ana", "bob"]


def test_in_a_tie_the_lowest_quality_is_more_than_none_at_all():
    level = Weights(tasks=0.5, annotations=0, throughput=0, quality=0.5)
    tied = [candidate("ana", tasks=9, quality=None), candidate("bob", tasks=5, quality=0.0)]
    assert names(tied, level) == ["bob", "ana"]


def test_a_team_is_the_sum_of_its_work_and_the_mean_of_its_skill():
    team = team_of("penne", [Member(10, 4, 6.0, 0.8), Member(30, 2, None, 0.6)])
    assert (team.tasks, team.annotations, team.throughput) == (40, 6, 6.0)
    assert team.quality == pytest.approx(0.7)


def test_nobody_makes_no_order():
    assert rank([], Weights()) == []
