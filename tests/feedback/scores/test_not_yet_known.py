"""Where two people answer each input nobody's quality is known, and nothing is decided by it."""

import pytest
from django.urls import reverse

from agreement.runs.services.publish import weigh_votes
from contests.contest.models import Contest
from contests.setup.selectors import missing_steps
from feedback.scores.services import score_run
from gold.releases.selectors import believed_annotators
from tests.agreement.running import give, join, run_now

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
AGE = "Contrôle le [18#03#2022](DÉMOGRAPHIE:ÂGE)."
NAMED = "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS)."
UNNAMED = "Vu par le Dr Durand à [14h30](TEMPORAL:TEMPS)."


@pytest.fixture
def two(contest):
    """Ada and ben: one place alike, one with another category, one that ben left out."""
    ada, ben = join(contest, "ada", "ben")
    for member, *marked in ((ada, DATE, NAMED), (ben, AGE, UNNAMED)):
        for each in marked:
            give(member, each)
    return ada, ben


def test_of_two_votes_no_quality_is_known(contest, two):
    run = run_now(contest)
    assert {one.quality for one in run.tallies.all()} == {None}


def test_agreement_with_the_others_is_known_of_two(contest, two):
    # Segments agree in two of three places, categories in one.
    assert {one.agreement for one in run_now(contest).tallies.all()} == {0.5}


def test_nothing_is_decided_by_what_is_not_known(contest, two):
    run = run_now(contest)
    score_run(run_id=run.pk)
    assert {one.ranks["quality"] for one in run.annotator_scores.all()} == {1}
    assert len(set(weigh_votes(run).values())) == 1
    assert believed_annotators(run, 0.85) == frozenset()


def test_a_third_vote_makes_it_known(contest, two):
    (cid,) = join(contest, "cid")
    give(cid, DATE)
    tallies = {str(one.annotator): one for one in run_now(contest).tallies.all()}
    assert [tallies[name].category_quality for name in ("ada", "ben", "cid")] == [1, 0, 1]
    assert tallies["cid"].agreement == pytest.approx(3 / 4)


@pytest.mark.parametrize("page", ["feedback:scoreboard", "feedback:own_standing", "feedback:mails"])
def test_the_pages_say_that_it_is_not_yet_known(client, carl, contest, two, page):
    score_run(run_id=run_now(contest).pk)
    client.force_login(two[0].user if page == "feedback:own_standing" else carl)
    shown = client.get(reverse(page, args=[contest.pk])).content.decode()
    assert "not yet known" in shown
    assert "50.0" in shown


def test_the_report_says_so_too(client, contest, two):
    run_now(contest)
    client.force_login(two[0].user)
    shown = client.get(reverse("feedback:report", args=[contest.pk])).content.decode()
    assert "not yet known" in shown
    assert "Agreement with others" in shown


def test_the_setting_up_warns_of_two_per_input(contest):
    Contest.objects.filter(pk=contest.pk).update(routing="coverage", annotators_per_input=2)
    contest.refresh_from_db()
    assert "few-annotators" in {step.code for step in missing_steps(contest)}
    contest.annotators_per_input = 3
    assert "few-annotators" not in {step.code for step in missing_steps(contest)}
