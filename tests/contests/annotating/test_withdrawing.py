"""History, withdrawal, timing and flags: what stands around an answer."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError

from contests.annotating.models import AnnotationTask, Answer
from tests.contests.annotating.test_api import answer, post


@pytest.fixture
def ana_client(client, ana, ana_in_contest):
    client.force_login(ana)
    return client


@pytest.fixture
def tasks(ana_client, contest):
    given = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": 3}).json()["tasks"]
    # Before the answers of these tests.
    AnnotationTask.objects.update(handed_out_at=datetime(2026, 3, 1, tzinfo=UTC))
    return given


def send(client, contest, *answers):
    body = {"answers": list(answers)}
    return post(client, f"/api/contests/{contest.pk}/answers/", body).json()


def history(client, contest, query=""):
    return client.get(f"/api/contests/{contest.pk}/history/{query}").json()["answers"]


def withdraw(client, contest, answer_id):
    return post(client, f"/api/contests/{contest.pk}/answers/{answer_id}/withdraw/", {})


def test_tasks_come_with_the_progress_of_everyone(ana_client, contest, tasks):
    sent = send(ana_client, contest, answer(tasks[0]), answer(tasks[1], verdict="reject", units=[]))
    assert sent["accepted"] == 1
    progress = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {}).json()["progress"]
    assert progress == {"accepted": 1, "goal": 10, "together": 1, "together_goal": 10}


def test_the_history_has_the_live_answers_latest_first_with_their_texts(ana_client, contest, tasks):
    old = answer(tasks[0], answered_at="2026-03-02T12:00:00Z")
    new = answer(tasks[0], answered_at="2026-03-02T13:00:00Z", verdict="reject", units=[])
    other = answer(tasks[1], answered_at="2026-03-02T12:30:00Z", is_flagged=True)
    send(ana_client, contest, old, new, other)
    rows = history(ana_client, contest)
    assert [row["id"] for row in rows] == [new["id"], other["id"]]
    assert rows[1]["task"]["text"] == tasks[1]["text"]
    assert rows[1]["units"] == other["units"]
    assert [row["is_flagged"] for row in rows] == [False, True]
    assert len(history(ana_client, contest, "?count=1")) == 1


def test_a_withdrawn_answer_stays_and_counts_no_more(ana_client, contest, tasks, ana_in_contest):
    sent = answer(tasks[0])
    send(ana_client, contest, sent)
    assert withdraw(ana_client, contest, sent["id"]).status_code == 204
    assert withdraw(ana_client, contest, sent["id"]).status_code == 204
    ana_in_contest.refresh_from_db()
    stored = Answer.objects.get()
    assert (stored.is_live, ana_in_contest.accepted_tasks) == (False, 0)
    assert AnnotationTask.objects.get(pk=tasks[0]["id"]).answered_at is None
    again = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": 1}).json()["tasks"]
    assert again[0]["id"] == tasks[0]["id"]
    send(ana_client, contest, answer(tasks[0], id=str(uuid4())))
    assert Answer.objects.get(is_live=True).version == 2


def test_only_the_answer_that_counts_can_be_withdrawn(ana_client, contest, tasks):
    old = answer(tasks[0], answered_at="2026-03-02T12:00:00Z")
    send(ana_client, contest, old, answer(tasks[0], answered_at="2026-03-02T13:00:00Z"))
    refused = withdraw(ana_client, contest, old["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "answer-superseded")


def test_nobody_withdraws_another_persons_answer(ana_client, contest, tasks, bob, bob_in_contest):
    sent = answer(tasks[0])
    send(ana_client, contest, sent)
    ana_client.force_login(bob)
    assert withdraw(ana_client, contest, sent["id"]).json()["code"] == "answer-not-found"
    assert Answer.objects.get().is_live


def test_after_the_end_nothing_is_withdrawn(ana_client, contest, tasks):
    sent = answer(tasks[0])
    send(ana_client, contest, sent)
    type(contest).objects.update(state="closed")
    assert withdraw(ana_client, contest, sent["id"]).json()["code"] == "contest-not-open"


def test_an_answer_stores_how_it_came_about(ana_client, contest, tasks):
    traces = {
        "shown_at": "2026-03-02T11:59:50Z",
        "first_edit_at": "2026-03-02T11:59:55Z",
        "keyboard_edits": 3,
        "mouse_edits": 1,
    }
    send(ana_client, contest, answer(tasks[0], **traces))
    stored = Answer.objects.get()
    moment = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert stored.shown_at == moment - timedelta(seconds=10)
    assert stored.first_edit_at == moment - timedelta(seconds=5)
    assert (stored.keyboard_edits, stored.mouse_edits) == (3, 1)


def test_a_clock_that_is_ahead_shifts_all_moments_together(ana_client, contest, tasks):
    ahead = answer(tasks[0], answered_at="2999-01-01T00:00:10Z", shown_at="2999-01-01T00:00:00Z")
    send(ana_client, contest, ahead)
    stored = Answer.objects.get()
    assert stored.answered_at - stored.shown_at == timedelta(seconds=10)


@pytest.mark.parametrize(
    ("shown", "edited"),
    [
        ("2026-03-02T12:00:01Z", None),
        ("2026-03-02T11:00:00Z", "2026-03-02T10:00:00Z"),
        ("0001-01-01T00:00:00Z", None),
    ],
)
def test_moments_that_cannot_be_right_are_left_out(ana_client, contest, tasks, shown, edited):
    (result,) = send(ana_client, contest, answer(tasks[0], shown_at=shown, first_edit_at=edited))[
        "results"
    ]
    assert result["status"] == "taken"
    assert Answer.objects.get().shown_at is None


def test_the_database_refuses_moments_out_of_order(ana_client, contest, tasks):
    send(ana_client, contest, answer(tasks[0]))
    stored = Answer.objects.get()
    with pytest.raises(IntegrityError):
        Answer.objects.update(shown_at=stored.answered_at + timedelta(seconds=1))


def test_a_page_that_someone_else_loaded_sends_nothing(ana_client, contest, tasks, ana, bob):
    url = f"/api/contests/{contest.pk}/answers/"
    body = {"answers": [answer(tasks[0])]}
    headers = {"X-Palio-Person": str(bob.pk)}
    refused = ana_client.post(url, body, content_type="application/json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "other-person")
    assert Answer.objects.count() == 0
    headers = {"X-Palio-Person": str(ana.pk)}
    taken = ana_client.post(url, body, content_type="application/json", headers=headers)
    assert taken.json()["results"][0]["status"] == "taken"


def test_a_contest_describes_itself_to_programs(ana_client, contest):
    contest.categories.filter(label="AUTRES").update(archived_at="2026-01-01T00:00Z")
    described = ana_client.get(f"/api/contests/{contest.pk}/").json()
    labels = [category["label"] for category in described["categories"]]
    assert described["name"] == contest.name
    assert "TEMPORAL:DATE" in labels
    assert "AUTRES" not in labels
