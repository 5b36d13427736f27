"""The access log of the platform: for administrators, filtered, and as a table."""

import csv
import io

import pytest

from accounts.audit import CHANGED, CREATED, READ, Actor, record
from accounts.models import AuditEvent, User
from corpus.documents.models import Document
from tests.agreement.running import give, join
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
PATH = "/access-log/"


@pytest.fixture
def admin(client) -> User:
    person = User.objects.create_superuser("root@example.org", "x", name="Root", language="en")
    client.force_login(person)
    return person


def shown(client, **query) -> list[tuple[str, str]]:
    page = client.get(PATH, query).context["page"]
    return [(event.object_type, event.action) for event in page]


def test_it_has_what_belongs_to_no_contest(client, admin, carl):
    record(Actor(carl), READ, "document", 7, corpus=1)
    record(Actor(carl), CREATED, "import", 3, corpus=1)
    assert {("account", "signed-in"), ("document", "read"), ("import", "created")} <= set(
        shown(client)
    )


def test_it_can_be_narrowed(client, admin, carl, ana, contest):
    record(Actor(carl), READ, "document", 7, corpus=1)
    record(Actor(carl), READ, "document", 8, corpus=1)
    record(Actor(ana), CHANGED, "answer", 7, contest_id=contest.pk)
    document = ("document", "read")
    assert shown(client, thing="document", number="7") == [document]
    assert shown(client, thing="document") == [document] * 2
    assert shown(client, actor=ana.pk, action="changed") == [("answer", "changed")]
    assert ("answer", "changed") in shown(client, contest=contest.pk)
    assert document not in shown(client, contest=contest.pk)
    assert shown(client, until="2020-01-01") == []


def test_it_offers_only_what_is_there(client, admin, carl):
    record(Actor(carl), READ, "document", 7)
    form = client.get(PATH).context["form"]
    actions = [value for value, _ in form.fields["action"].choices]
    things = [value for value, _ in form.fields["thing"].choices]
    assert set(actions) == {"", "read", "signed-in"}
    assert set(things) == {"", "account", "audit log", "document"}


def test_a_contest_offers_no_action_that_it_does_not_have(client, carl, contest):
    client.force_login(carl)
    form = client.get(f"/contests/{contest.pk}/audit/").context["form"]
    actions = {value for value, _ in form.fields["action"].choices}
    assert "signed-in" not in actions
    assert {"", "read", "created"} <= actions


def test_it_says_who_read_a_document_and_who_was_given_its_lines(client, admin, contest, carl):
    document = Document.objects.get()
    client.get(f"/corpora/{document.corpus_id}/documents/{document.pk}/")
    (ida, _) = join(contest, "ida", "leo")
    give(ida, "Pas d'allergie connue.")
    page = client.get(PATH, {"thing": "document", "number": document.pk})
    text = squeezed(page.text)
    assert f"Access to document {document.pk}" in text
    assert [event.actor for event in page.context["page"]] == [admin]
    assert page.context["annotators"] == [ida]


def test_the_page_of_a_document_leads_there(client, admin, contest):
    document = Document.objects.get()
    page = client.get(f"/corpora/{document.corpus_id}/documents/{document.pk}/").text
    assert f"{PATH}?thing=document&amp;number={document.pk}" in page


@pytest.mark.parametrize("number", ["x", "9" * 30, "-1", "²"])
def test_a_number_that_is_none_finds_nothing(client, admin, carl, number):
    record(Actor(carl), READ, "document", 7)
    assert shown(client, thing="document", number=number) == []


def test_it_is_sent_as_a_table_of_what_is_left(client, admin, carl):
    record(Actor(carl), READ, "document", 7, corpus=1)
    record(Actor(carl), READ, "import", 3)
    answer = client.get(f"{PATH}access-log.csv", {"thing": "document"})
    content = b"".join(answer.streaming_content).decode()
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [(row["email"], row["object_id"], row["details"]) for row in rows] == [
        (carl.email, "7", '{"corpus": 1}')
    ]
    assert AuditEvent.objects.filter(action="exported", object_type="audit log").count() == 1


def test_only_administrators_see_it(client, carl, ana, contest):
    for person in (carl, ana):
        client.force_login(person)
        assert client.get(PATH).status_code == 404
        assert client.get(f"{PATH}access-log.csv").status_code == 404
        assert PATH not in client.get("/contests/").text
