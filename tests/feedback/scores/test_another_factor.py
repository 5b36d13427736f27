"""Another factor of the rank is one entry in the list; settings, ranks, pages, e-mails and API follow."""

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from feedback.mails.services import links_for, write_report
from feedback.scores.domain import COUNT, FACTORS, Factor
from feedback.scores.tasks import score_runs
from tests.api_description import description
from tests.contests.setup.test_setup_pages import SCORING
from tests.feedback.scores.publishing import publish
from tests.pages import squeezed
from tests.programs import program_of

WORK = {"accepted": 12, "timed": 10, "timed_ms": 60_000, "quality": 0.9}


@pytest.fixture
def scored(contest, ana_in_contest, bob_in_contest):
    """A contest that was set up and scored before there was another factor: linguine is first."""
    publish(
        contest,
        linguine={**WORK, "annotations": 30, "answered": 1020},
        orzo={**WORK, "annotations": 20, "answered": 13},
    )
    return contest


@pytest.fixture
def slips(scored):
    factor = Factor(
        "slips",
        "Slips",
        "Tasks that were not accepted.",
        lambda tally: tally.answered - tally.accepted,
        COUNT,
        is_less_better=True,
    )
    FACTORS.append(factor)
    # It is kept for all tests, and tells of this factor now.
    description.cache_clear()
    yield factor
    FACTORS.remove(factor)
    description.cache_clear()


@pytest.fixture
def read(client, contest):
    def get(person, name):
        client.force_login(person)
        return squeezed(client.get(reverse(name, args=[contest.pk])))

    return get


@pytest.fixture
def weighed(client, carl, scored, slips):
    """Slips alone count now."""
    client.force_login(carl)
    weights = dict.fromkeys((name for name in SCORING if name.endswith("_weight")), "0")
    path = reverse("contests:setup_scoring", args=[scored.pk])
    client.post(path, SCORING | weights | {"slips_weight": "100"})
    scored.refresh_from_db()
    score_runs()
    return scored


def test_a_contest_that_knows_nothing_of_it_stays_as_it_is(read, ana, slips):
    assert "Slips" not in read(ana, "feedback:scoreboard")
    assert "Slips" not in read(ana, "feedback:report")


def test_the_setting_up_asks_what_it_weighs(read, carl, slips):
    page = read(carl, "contests:setup_scoring")
    assert "Slips" in page
    assert 'name="slips_weight" value="0"' in page


def test_saving_other_settings_does_not_bring_it_in(client, carl, scored, slips):
    client.force_login(carl)
    client.post(
        reverse("contests:setup_scoring", args=[scored.pk]), SCORING | {"slips_weight": "0"}
    )
    scored.refresh_from_db()
    assert "slips" not in scored.weights


def test_runs_are_ranked_by_it_again(weighed):
    orzo, linguine = weighed.runs.get().annotator_scores.order_by("rank")
    assert (orzo.values["slips"], orzo.ranks["slips"]) == (1, 1)
    assert (linguine.values["slips"], linguine.ranks["slips"], linguine.total) == (1008, 2, 2)


def test_the_scoreboard_and_the_big_screen_show_and_explain_it(read, ana, weighed):
    board = read(ana, "feedback:scoreboard")
    assert '<a href="?sort=slips">Slips</a>' in board
    assert "1,008" in board
    assert "Tasks that were not accepted." in board
    assert "Slips 100 %." in board.replace("&nbsp;", " ")
    assert "teams/slips" in board
    assert "1,008" in read(ana, "feedback:scoreboard_screen")


def test_a_line_tells_how_it_went(client, ana, weighed):
    client.force_login(ana)
    address = reverse("feedback:score_history", args=[weighed.pk, "people", "slips"])
    assert client.get(address).json()["data"][0]["y"] == [1008]


def test_the_report_and_the_mail_have_it_with_its_weight_and_rank(
    read, ana, ana_in_contest, weighed
):
    report = strip_tags(read(ana, "feedback:report").replace("&nbsp;", " "))
    assert "Slips" in report
    assert "1,008" in report
    links = links_for(ana_in_contest)
    letter = write_report(ana_in_contest, links=links, language="en").letter
    assert "Slips: 1,008\n" in letter.text
    assert "[100 %] Slips: 2/2\n" in letter.text
    assert "1,008" in letter.html


def test_programs_get_it_too(ana, weighed):
    told = program_of(ana).get(f"/api/contests/{weighed.pk}/scoreboard/").json()
    row = next(row for row in told["people"] if row["is_own"])
    assert (row["slips"], row["slips_rank"], row["tasks"]) == (1008, 2, 12)
