"""The chat's page and its traces on others."""

import pytest

from accounts.models import AuditEvent
from contests.contest.models import Contest
from tests.contests.chat.writing import answer_all, say
from tests.factories import publish_guidelines

pytestmark = pytest.mark.django_db


def page(client, person, path):
    client.force_login(person)
    return client.get(path)


@pytest.fixture
def path(contest):
    return f"/contests/{contest.pk}/chat/"


@pytest.mark.parametrize(("language", "words"), [("en", "Your message"), ("fr", "Votre message")])
def test_the_room_opens_for_everyone_in_the_contest(
    client, path, carl, ana, ana_in_contest, language, words
):
    for person in (ana, carl):
        person.language = language
        person.save()
        answer = page(client, person, path)
        assert words in answer.text
        assert ("announcement" in answer.text.partition('<form class="chat__composer')[2]) == (
            person == carl
        )


@pytest.mark.parametrize("more", ["", "links/"])
def test_a_stranger_gets_404(client, path, eve, more):
    assert page(client, eve, path + more).status_code == 404


def test_in_an_archived_contest_the_room_is_read_only(client, path, ana, ana_in_contest):
    Contest.objects.update(state="archived")
    assert "its chat is read-only" in page(client, ana, path).text


def test_the_tab_and_the_home_say_how_much_is_unread(
    client, contest, ana, ana_in_contest, carl_in_contest
):
    home = f"/contests/{contest.pk}/"
    assert "unread message" not in page(client, ana, home).text
    say(carl_in_contest, "Consignes 1.1.0 publiées", is_announcement=True)
    say(carl_in_contest, "Lisez-les")
    text = page(client, ana, home).text
    assert "<span data-unread-count>2</span>" in text
    assert "2 unread messages in the chat" in text
    assert "Consignes 1.1.0 publiées" in text
    assert "Lisez-les" not in text


def test_what_people_write_is_escaped_on_the_home(
    client, contest, ana, ana_in_contest, carl_in_contest
):
    say(carl_in_contest, "<script>alert(1)</script>", is_announcement=True)
    text = page(client, ana, f"/contests/{contest.pk}/").text
    assert "&lt;script&gt;alert(1)" in text


def test_an_annotator_chooses_among_categories_sections_and_own_texts(
    client, path, contest, ana, ana_in_contest
):
    publish_guidelines(contest)
    answer_all(ana_in_contest)
    text = page(client, ana, f"{path}links/").text
    assert 'data-label="TEMPORAL:DATE"' in text
    assert 'data-link="section"' in text
    assert text.count('data-link="input"') == 4
    read = AuditEvent.objects.filter(action="read", object_type="input", actor=ana).first()
    assert len(read.details["inputs"]) == 4


def test_a_manager_links_an_input_by_its_number(client, path, carl, contest):
    text = page(client, carl, f"{path}links/").text
    assert 'id="link-number"' in text
    assert 'data-link="input"' not in text


def test_opening_a_linked_input_is_in_the_audit_log(client, path, contest, ana, ana_in_contest):
    answer_all(ana_in_contest)
    task = ana_in_contest.tasks.select_related("input").first()
    message = say(ana_in_contest, "Celui-ci", input_id=task.input_id)
    assert page(client, ana, f"{path}{message.pk}/text/").status_code == 200
    event = AuditEvent.objects.filter(action="read", actor=ana).first()
    assert event.details == {"inputs": [task.input_id]}
