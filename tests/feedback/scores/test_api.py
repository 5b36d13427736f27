"""The scoreboard for programs: what the page shows, for those who see the page."""

import pytest
from django.test import Client

from tests.contests.proposals.test_arms_stay_hidden import TELLING
from tests.feedback.scores.publishing import publish
from tests.programs import program_of

GOOD = {"accepted": 12, "annotations": 30, "timed": 10, "timed_ms": 120_000, "quality": 0.9}
POOR = {"accepted": 20, "annotations": 10, "timed": 10, "timed_ms": 60_000, "quality": 0.4}
PATHS = ["scoreboard/", "scoreboard/history/"]


@pytest.fixture
def scored(contest, ana_in_contest, bob_in_contest):
    publish(contest, linguine=GOOD, orzo=POOR)
    return contest


def ask(person, contest, path="scoreboard/"):
    return program_of(person).get(f"/api/contests/{contest.pk}/{path}")


def test_people_and_teams_come_in_order_with_ones_own_row_marked(scored, ana):
    told = ask(ana, scored).json()
    people = [(row["rank"], row["name"], row["team"], row["is_own"]) for row in told["people"]]
    assert people == [(1, "linguine", "farfalle", True), (2, "orzo", "gnocchi", False)]
    assert [(row["name"], row["is_own"]) for row in told["teams"]] == [
        ("farfalle", True),
        ("gnocchi", False),
    ]
    assert (told["people"][0]["tasks"], told["people"][0]["quality"]) == (12, 0.9)
    assert (told["run"], told["is_final"]) == (1, False)


def test_before_the_first_run_there_are_no_scores(contest, ana, ana_in_contest):
    told = ask(ana, contest).json()
    assert (told["run"], told["people"], told["teams"]) == (None, [], [])


def test_the_history_tells_what_was_after_each_run(scored, ana):
    publish(scored, linguine=POOR, orzo=GOOD)
    told = ask(ana, scored, "scoreboard/history/?size=1").json()
    assert (told["count"], told["results"][0]["run"]) == (2, 1)
    (after,) = ask(ana, scored, "scoreboard/history/?size=1&page=2").json()["results"]
    assert [row["name"] for row in after["people"]] == ["orzo", "linguine"]


@pytest.mark.parametrize("path", PATHS)
def test_nothing_tells_of_arms_or_of_who_is_behind_an_alias(scored, ana, path):
    told = ask(ana, scored, path).content.decode()
    assert TELLING.findall(told) == []
    assert "bob" not in told.casefold()


@pytest.mark.parametrize("path", PATHS)
def test_managers_see_it_and_strangers_do_not(scored, carl, eve, path):
    assert ask(carl, scored, path).status_code == 200
    assert ask(eve, scored, path).status_code == 404
    assert Client().get(f"/api/contests/{scored.pk}/{path}").status_code == 403
