"""The chat over HTTP: who may call what, and what each reader is told."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from contests.chat.models import ChatMessage
from contests.chat.selectors import unread_count
from contests.chat.services import note_reading
from contests.contest.models import Contest
from tests.contests.chat.writing import PROTECTED, answer_all, say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """The room is told; what was said in which room is returned."""
    notices = []
    monkeypatch.setattr("contests.chat.api.tell_room", lambda *notice: notices.append(notice))
    return notices


def signed_in(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def post(client, url, **data):
    return client.post(url, json.dumps(data), content_type="application/json")


@pytest.fixture
def url(contest):
    return f"/api/contests/{contest.pk}/chat/"


def test_a_message_is_stored_told_and_read_by_others(
    url, contest, ana, bob, told, ana_in_contest, bob_in_contest
):
    sent = post(signed_in(ana), url, id=str(uuid4()), text="Bonjour <b>à tous</b>").json()
    assert sent["is_own"]
    assert told == [(contest.pk, 1)]
    (message,) = signed_in(bob).get(url).json()["messages"]
    assert (message["author"], message["text"], message["is_own"]) == (
        "linguine",
        "Bonjour <b>à tous</b>",
        False,
    )


def test_a_page_asks_on_from_its_cursor(url, ana, ana_in_contest, bob_in_contest):
    client = signed_in(ana)
    assert client.get(url).json()["cursor"] == 0
    say(bob_in_contest, "Un")
    news = client.get(f"{url}?after=0").json()
    assert ([each["text"] for each in news["messages"]], news["cursor"]) == (["Un"], 1)
    assert client.get(f"{url}?after=1").json()["messages"] == []


def test_older_messages_come_page_by_page(url, ana, ana_in_contest, monkeypatch):
    monkeypatch.setattr("contests.chat.api.PAGE_SIZE", 2)
    for text in ("Un", "Deux", "Trois"):
        say(ana_in_contest, text)
    client = signed_in(ana)
    latest = client.get(url).json()
    assert [each["text"] for each in latest["messages"]] == ["Deux", "Trois"]
    assert latest["has_more"]
    older = client.get(f"{url}?before=2").json()
    assert ([each["text"] for each in older["messages"]], older["has_more"]) == (["Un"], False)


def test_many_changes_come_page_by_page_and_none_is_left_out(url, ana, ana_in_contest, monkeypatch):
    monkeypatch.setattr("contests.chat.api.PAGE_SIZE", 2)
    for text in ("Un", "Deux", "Trois"):
        say(ana_in_contest, text)
    client = signed_in(ana)
    first = client.get(f"{url}?after=0").json()
    assert (first["cursor"], first["has_more"]) == (2, True)
    rest = client.get(f"{url}?after=2").json()
    assert ([each["text"] for each in rest["messages"]], rest["has_more"]) == (["Trois"], False)


def test_a_quotation_is_refused_with_a_reason_that_does_not_quote_it(
    url, ana, ana_in_contest, told
):
    answer = post(signed_in(ana), url, id=str(uuid4()), text=PROTECTED)
    assert (answer.status_code, answer.json()["code"]) == (409, "input-quoted")
    assert "still have to annotate" in answer.json()["reason"]
    assert "Durand" not in answer.json()["reason"]
    assert told == []


def test_who_writes_too_fast_is_told_when_to_go_on(url, ana, ana_in_contest):
    for number in range(10):
        say(ana_in_contest, f"Message {number}")
    answer = post(signed_in(ana), url, id=str(uuid4()), text="Encore")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer["Retry-After"] in answer.json()["reason"]


def test_a_hidden_input_has_no_address(
    url, contest, ana, bob, carl_in_contest, ana_in_contest, bob_in_contest
):
    answer_all(ana_in_contest)
    item = contest.inputs.first()
    message = say(carl_in_contest, "Regardez", input_id=item.pk)
    page = f"/contests/{contest.pk}/chat/{message.pk}/text/"
    assert signed_in(ana).get(url).json()["messages"][0]["input"] == {"url": page}
    hidden = signed_in(bob).get(url)
    assert hidden.json()["messages"][0]["input"] == {"url": None}
    assert item.text not in hidden.text
    assert signed_in(bob).get(page).status_code == 404
    assert item.text in signed_in(ana).get(page).text.replace("&#x27;", "'")


def test_links_lead_to_the_guidelines(url, contest, ana, ana_in_contest):
    say(ana_in_contest, "Regardez", category="DÉMOGRAPHIE:ÂGE")
    link = signed_in(ana).get(url).json()["messages"][0]["category"]
    assert link["title"] == "DÉMOGRAPHIE:ÂGE"
    assert link["url"] == f"/contests/{contest.pk}/guidelines/#demographie-age"


def test_managers_remove_and_pin_and_nobody_else_does(
    url, carl, ana, ana_in_contest, carl_in_contest, told
):
    message = say(carl_in_contest, "Écoutez", is_announcement=True)
    for call, data in (("pin", {"is_pinned": False}), ("remove", {})):
        address = f"{url}{message.pk}/{call}/"
        assert post(signed_in(ana), address, **data).status_code == 404
        assert post(signed_in(carl), address, **data).status_code == 204
    assert [latest for _contest, latest in told] == [2, 3]
    (seen,) = signed_in(ana).get(url).json()["messages"]
    assert (seen["is_removed"], seen["text"]) == (True, "")
    again = post(signed_in(carl), f"{url}{uuid4()}/remove/")
    assert (again.status_code, again.json()["code"]) == (409, "message-gone")


def test_reading_is_noted_and_counted(url, ana, ana_in_contest, bob_in_contest):
    say(bob_in_contest, "Bonjour")
    client = signed_in(ana)
    assert client.get(f"{url}reading/").json() == {"unread": 1}
    assert post(client, f"{url}reading/", number=1).status_code == 204
    assert client.get(f"{url}reading/").json() == {"unread": 0}
    assert unread_count(ana_in_contest) == 0


def test_strangers_get_404_and_the_signed_out_403(url, client, eve):
    draft = {"id": str(uuid4()), "text": "Bonjour"}
    assert client.get(url).status_code == 403
    assert post(client, url, **draft).status_code == 403
    stranger = signed_in(eve)
    assert [stranger.get(url).status_code, stranger.get(f"{url}reading/").status_code] == [404] * 2
    assert post(stranger, url, **draft).status_code == 404
    assert not ChatMessage.objects.exists()


def test_in_a_draft_only_managers_talk(url, carl, ana, ana_in_contest, contest):
    Contest.objects.update(state="draft")
    assert signed_in(ana).get(url).status_code == 404
    assert post(signed_in(carl), url, id=str(uuid4()), text="Moi d’abord").status_code == 200


def test_a_page_of_someone_else_sends_nothing(url, ana, bob, ana_in_contest, bob_in_contest):
    answer = signed_in(bob).post(
        url,
        json.dumps({"id": str(uuid4()), "text": "Bonjour"}),
        content_type="application/json",
        headers={"X-Palio-Person": str(ana.pk)},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "other-person")


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "no"},
        {"text": "x" * 20_001},
        {"text": "\ud800"},
        {"section": {"anchor": "x"}},
        {"input": 2**70},
        {"is_announcement": "perhaps"},
    ],
)
def test_what_is_no_message_is_refused(url, ana, ana_in_contest, wrong):
    draft = {"id": str(uuid4()), "text": "Bonjour"} | wrong
    assert post(signed_in(ana), url, **draft).status_code == 400


@pytest.mark.parametrize("query", ["after=-1", "after=x", "before=99999999999999999999"])
def test_an_impossible_cursor_is_refused(url, ana, ana_in_contest, query):
    assert signed_in(ana).get(f"{url}?{query}").status_code == 400


def test_reading_the_room_takes_the_same_number_of_queries_however_full_it_is(
    url, ana, ana_in_contest, bob_in_contest, carl_in_contest, django_assert_num_queries
):
    answer_all(ana_in_contest)
    client = signed_in(ana)
    task = ana_in_contest.tasks.first()
    say(carl_in_contest, "Un", category="TEMPORAL:DATE", input_id=task.input_id)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    for member in (ana_in_contest, bob_in_contest, carl_in_contest):
        say(member, "Encore un", category="NOM:PATIENT_E")
    note_reading(member=ana_in_contest, number=2)
    with django_assert_num_queries(len(few)):
        client.get(url)
