"""The scoreboard shows where people and teams stand after the latest run, and stays at the end."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.inputs.services import note_changes
from feedback.scores.errors import NotOver
from feedback.scores.models import AnnotatorScore, FinalResult, TeamScore
from feedback.scores.selectors import history, scoreboard
from feedback.scores.services import declare_final, score_run
from feedback.scores.tasks import score_runs
from tests.feedback.scores.publishing import publish
from tests.pages import squeezed

GOOD = {"accepted": 12, "annotations": 30, "timed": 10, "timed_ms": 120_000, "quality": 0.9}
POOR = {"accepted": 20, "annotations": 10, "timed": 10, "timed_ms": 60_000, "quality": 0.4}


@pytest.fixture
def scored(contest, ana_in_contest, bob_in_contest):
    publish(contest, linguine=GOOD, orzo=POOR)
    return contest


def page(client, user, contest, name="feedback:scoreboard", **query):
    client.force_login(user)
    return client.get(reverse(name, args=[contest.pk]), query)


def test_a_run_is_scored_once(scored):
    score_run(run_id=scored.runs.get().pk)
    assert (AnnotatorScore.objects.count(), TeamScore.objects.count()) == (2, 2)


def test_people_are_ranked_by_the_four_factors(scored):
    first, second = AnnotatorScore.objects.order_by("rank").select_related("annotator")
    assert first.annotator.alias == "linguine"
    assert (first.ranks["tasks"], first.ranks["quality"]) == (2, 1)
    assert (second.values["throughput"], second.ranks["throughput"]) == (10.0, 1)


def test_who_has_answered_nothing_stands_at_the_end(scored):
    publish(scored, orzo=POOR)
    assert [row.name for row in scoreboard(scored, None).people] == ["orzo", "linguine"]


def test_who_left_has_no_place(scored, bob_in_contest):
    type(bob_in_contest).objects.filter(pk=bob_in_contest.pk).update(removed_at=timezone.now())
    publish(scored, linguine=GOOD, orzo=POOR)
    assert [row.name for row in scoreboard(scored, None).people] == ["linguine"]


def test_ana_finds_her_own_row(client, scored, ana, ana_in_contest):
    rows = scoreboard(scored, ana_in_contest).people
    assert [(row.name, row.is_own) for row in rows] == [("linguine", True), ("orzo", False)]
    assert "you</span>" in squeezed(page(client, ana, scored))


@pytest.mark.parametrize(("sort", "first"), [("tasks", "orzo"), ("quality", "linguine")])
def test_the_table_is_ordered_as_asked(client, ana, scored, sort, first):
    board = page(client, ana, scored, sort=sort).context["board"]
    assert board.people[0].name == first


def test_an_unknown_order_is_that_of_the_places(client, ana, scored):
    assert page(client, ana, scored, sort="password").context["sort"] == "rank"


def test_before_the_first_run_the_page_says_what_will_come(client, contest, ana, ana_in_contest):
    assert "No scores yet" in page(client, ana, contest).content.decode()


def test_the_page_gets_no_news_while_the_run_is_the_same(client, scored, ana):
    assert page(client, ana, scored, "feedback:standings", run="1").status_code == 204
    publish(scored, linguine=GOOD, orzo=POOR)
    news = page(client, ana, scored, "feedback:standings", run="1")
    assert news["HX-Trigger-After-Settle"] == "palio:run"
    assert "Run 2" in news.content.decode()


@pytest.mark.parametrize("name", ["scoreboard", "scoreboard_screen"])
def test_prizes_and_days_left_are_there_while_the_contest_runs(client, scored, ana, name):
    end = timezone.now() + timedelta(days=6)
    Contest.objects.filter(pk=scored.pk).update(prizes="Un panettone", ends_at=end)
    told = squeezed(page(client, ana, scored, f"feedback:{name}"))
    assert "Un panettone" in told
    assert f"6 days left, until {date_format(timezone.localtime(end), 'DATE_FORMAT')}." in told


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "No last day is set."),
        ({"state": "closed", "closed_at": timedelta()}, "The contest is over."),
        ({"starts_at": timedelta(days=9), "state": "training"}, "from "),
    ],
)
def test_the_time_that_is_left_is_said_in_every_state(client, scored, ana, change, words):
    moments = {
        name: value if name == "state" else timezone.now() + value for name, value in change.items()
    }
    Contest.objects.filter(pk=scored.pk).update(**moments)
    assert words in squeezed(page(client, ana, scored))


def test_every_column_and_the_rule_for_ties_are_explained(client, scored, ana):
    weights = {"tasks": 0.125, "annotations": 0.2, "throughput": 0.2, "quality": 0.475}
    Contest.objects.update(weights=weights)
    told = squeezed(page(client, ana, scored, "feedback:standings")).replace("&nbsp;", " ")
    assert (
        "Accepted tasks 12.5 %, Annotations 20 %, Tasks per minute 20 %, Quality index 47.5 %."
        in told
    )
    assert "Equal totals are ranked by quality" in told
    assert told.count("<dt>") == 10


def test_the_home_has_the_teams_in_the_order_of_the_scoreboard(client, scored, ana):
    # The team with more tasks is the second one by total.
    board = [row.name for row in scoreboard(scored, None).teams]
    home = page(client, ana, scored, "feedback:own_standing")
    assert board == ["farfalle", "gnocchi"]
    assert [row.name for row in home.context["teams"]] == board
    assert squeezed(home).index("farfalle") < squeezed(home).index("gnocchi")
    assert "gnocchi" not in page(client, ana, scored, "contests:home").text


@pytest.mark.parametrize("name", ["scoreboard", "scoreboard_screen", "standings"])
def test_a_stranger_finds_no_scoreboard(client, scored, eve, name):
    assert page(client, eve, scored, f"feedback:{name}").status_code == 404


def test_arms_are_not_told(client, scored, ana):
    told = squeezed(page(client, ana, scored)).lower()
    assert not [word for word in ("experimental", "control", "retention") if word in told]


def test_a_line_tells_what_was_after_each_run(scored):
    publish(scored, linguine={**GOOD, "accepted": 15}, orzo=POOR)
    lines = {each.name: each.y for each in history(scored, of_teams=False, measure="tasks")}
    assert lines == {"linguine": [12, 15], "orzo": [20, 20]}


def test_a_chart_can_be_taken_as_a_table(client, ana, scored):
    client.force_login(ana)
    address = reverse("feedback:score_history", args=[scored.pk, "teams", "tasks"])
    assert client.get(address).json()["data"][0]["name"] == "farfalle"
    table = client.get(address, {"format": "csv"}).content.decode().splitlines()
    assert table[1].startswith("farfalle,")
    assert table[1].endswith(",12")


def close(contest):
    Contest.objects.filter(pk=contest.pk).update(state="closed", closed_at=timezone.now())
    contest.refresh_from_db()


def test_the_first_run_after_the_end_is_final(client, scored, ana):
    Contest.objects.filter(pk=scored.pk).update(prizes="Un panettone")
    close(scored)
    assert "not final yet" in squeezed(page(client, ana, scored))
    final = publish(scored, linguine=GOOD, orzo=POOR)
    publish(scored, linguine=POOR, orzo=GOOD)
    told = page(client, ana, scored)
    assert told.context["board"].run == final
    assert "Un panettone" in told.content.decode()


def test_where_all_was_processed_before_the_end_the_latest_run_is_final_within_a_minute(
    client, scored, ana
):
    close(scored)
    score_runs()
    final = FinalResult.objects.get()
    assert (final.run, final.declared_by) == (scored.runs.get(), None)
    client.cookies["django_language"] = "en"
    told = squeezed(page(client, ana, scored))
    assert "Final since " in told
    assert "not final yet" not in told


def test_what_is_archived_becomes_final_too(scored):
    close(scored)
    Contest.objects.filter(pk=scored.pk).update(state="archived")
    score_runs()
    assert FinalResult.objects.get().run == scored.runs.get()


def test_nothing_is_final_while_answers_wait_for_a_run(scored, ana_in_contest):
    close(scored)
    note_changes(contest_id=scored.pk, input_ids=[scored.inputs.first().pk])
    score_runs()
    assert not FinalResult.objects.exists()


def test_a_contest_that_was_opened_again_and_closed_gets_another_final_result(scored, carl):
    close(scored)
    score_runs()
    Contest.objects.filter(pk=scored.pk).update(state="open", closed_at=None)
    score_runs()
    assert scoreboard(scored, None).final is None
    close(scored)
    latest = publish(scored, linguine=POOR, orzo=GOOD)
    assert FinalResult.objects.get().run == latest


def test_a_run_after_corrections_does_not_replace_what_is_final(scored):
    close(scored)
    score_runs()
    publish(scored, linguine=POOR, orzo=GOOD)
    score_runs()
    assert FinalResult.objects.get().run.number == 1


def test_a_contest_without_any_run_is_not_said_to_be_counting(client, contest, ana, ana_in_contest):
    close(contest)
    score_runs()
    assert "not final yet" not in squeezed(page(client, ana, contest))


def test_a_manager_takes_the_latest_run_after_corrections(client, scored, carl):
    close(scored)
    publish(scored, linguine=GOOD, orzo=POOR)
    corrected = publish(scored, linguine=POOR, orzo=GOOD)
    client.force_login(carl)
    client.post(reverse("feedback:declare_final", args=[scored.pk]))
    assert FinalResult.objects.get().run == corrected


def test_nothing_is_final_while_the_contest_runs(scored, carl):
    with pytest.raises(NotOver):
        declare_final(contest=scored, actor=Actor(carl))


def test_a_contest_that_is_opened_again_has_no_final_result(scored):
    close(scored)
    publish(scored, linguine=GOOD)
    Contest.objects.filter(pk=scored.pk).update(state="open", closed_at=None)
    scored.refresh_from_db()
    latest = publish(scored, linguine=GOOD, orzo=POOR)
    assert scoreboard(scored, None).run == latest


def test_ana_cannot_declare_results(client, scored, ana):
    client.force_login(ana)
    assert client.post(reverse("feedback:declare_final", args=[scored.pk])).status_code == 404


def test_the_home_says_where_ana_stands(client, scored, ana):
    told = page(client, ana, scored, "feedback:own_standing")
    assert told.context["own"].score.rank == 1
    assert (
        reverse("feedback:own_standing", args=[scored.pk])
        in page(client, ana, scored, "contests:home").content.decode()
    )


def test_a_run_whose_message_got_lost_is_scored_later(scored):
    AnnotatorScore.objects.all().delete()
    TeamScore.objects.all().delete()
    score_runs()
    assert AnnotatorScore.objects.count() == 2


def let_tasks_alone_count():
    Contest.objects.update(weights={"tasks": 1, "annotations": 0, "throughput": 0, "quality": 0})


def test_other_weights_make_another_order_though_nobody_answers(scored):
    assert [row.name for row in scoreboard(scored, None).people] == ["linguine", "orzo"]
    let_tasks_alone_count()
    score_runs()
    assert [row.name for row in scoreboard(scored, None).people] == ["orzo", "linguine"]
    assert TeamScore.objects.count() == 2


def test_a_final_order_stays_whatever_weighs_more_afterwards(scored, carl):
    close(scored)
    declare_final(contest=scored, actor=Actor(carl))
    let_tasks_alone_count()
    score_runs()
    assert [row.name for row in scoreboard(scored, None).people] == ["linguine", "orzo"]
