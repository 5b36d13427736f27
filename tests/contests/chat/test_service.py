"""Messages are stored once, in order, under an alias; managers announce, pin and remove."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.chat import selectors
from contests.chat.errors import (
    ChatReadOnly,
    LinkUnknown,
    MessageEmpty,
    MessageGone,
    MessageIdTaken,
    MessageTooLong,
    TooManyMessages,
    TooManyPinned,
)
from contests.chat.models import ChatMessage, ChatReading
from contests.chat.selectors import Reader, reader_of
from contests.chat.services import Draft, note_reading, pin_message, remove_message, send_message
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.people.errors import AliasDue
from contests.people.services.joining import remove_member
from contests.people.services.members import refuse_alias
from tests.contests.chat.writing import answer_all, say
from tests.factories import publish_guidelines

pytestmark = pytest.mark.django_db


def shown(contest, person):
    messages = selectors.messages_before(contest, None, count=50)
    return selectors.shown_to(reader_of(person, contest), messages)


def test_messages_have_consecutive_numbers(contest, ana_in_contest, bob_in_contest):
    numbers = [say(member, "Salut").number for member in (ana_in_contest, bob_in_contest) * 2]
    assert numbers == [1, 2, 3, 4]
    assert selectors.latest_change(contest) == 4


def test_a_message_sent_twice_is_one(ana_in_contest):
    made = uuid4()
    assert say(ana_in_contest, "Salut", id=made) == say(ana_in_contest, "Salut", id=made)
    assert ChatMessage.objects.count() == 1


def test_nobody_takes_the_id_of_someone_elses_message(ana_in_contest, bob_in_contest):
    taken = say(ana_in_contest, "Salut").pk
    with pytest.raises(MessageIdTaken):
        say(bob_in_contest, "Salut", id=taken)


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u0007"])
def test_an_empty_message_is_refused(ana_in_contest, text):
    with pytest.raises(MessageEmpty):
        say(ana_in_contest, text)


def test_a_message_has_at_most_2000_characters(ana_in_contest):
    say(ana_in_contest, "é" * 2000)
    with pytest.raises(MessageTooLong):
        say(ana_in_contest, "é" * 2001)


def test_what_nobody_sees_is_left_out(ana_in_contest):
    assert say(ana_in_contest, " a\u202e\u0000b \r\n\n\n\nc ").text == "ab\n\nc"


def test_the_eleventh_message_within_a_minute_waits(ana_in_contest, bob_in_contest):
    for number in range(10):
        say(ana_in_contest, f"Message {number}")
    with pytest.raises(TooManyMessages) as refusal:
        say(ana_in_contest, "Encore un")
    assert 50 < refusal.value.seconds <= 60
    say(bob_in_contest, "Moi aussi")
    ChatMessage.objects.filter(number=1).update(sent_at=timezone.now() - timedelta(minutes=2))
    say(ana_in_contest, "Encore un")


def test_in_an_archived_contest_nobody_writes_or_pins_but_managers_still_remove(
    contest, carl_in_contest, carl
):
    news = say(carl_in_contest, "Résultats lundi.", is_announcement=True)
    Contest.objects.update(state="archived")
    actor = Actor(carl)
    with pytest.raises(ChatReadOnly):
        say(carl_in_contest, "Encore")
    with pytest.raises(ChatReadOnly):
        pin_message(contest=contest, message_id=news.pk, is_pinned=False, actor=actor)
    remove_message(contest=contest, message_id=news.pk, actor=actor)


def test_who_has_no_alias_chooses_one_first(ana_in_contest, carl):
    refuse_alias(member=ana_in_contest, reason="Non.", actor=Actor(carl))
    ana_in_contest.refresh_from_db()
    with pytest.raises(AliasDue):
        say(ana_in_contest, "Bonjour")


def test_annotators_are_known_by_their_alias_and_managers_by_name(
    contest, ana, ana_in_contest, carl_in_contest, bob, bob_in_contest
):
    say(ana_in_contest, "Bonjour")
    say(carl_in_contest, "Bonjour")
    assert [(each.author, each.by_manager) for each in shown(contest, bob)] == [
        ("linguine", False),
        ("Carl", True),
    ]
    assert ana.name not in str(shown(contest, bob))
    assert "@" not in str(shown(contest, bob))


def test_the_messages_of_someone_who_left_stay_with_their_alias(
    contest, carl, ana_in_contest, bob, bob_in_contest
):
    say(ana_in_contest, "Adieu")
    remove_member(member=ana_in_contest, actor=Actor(carl))
    assert [each.author for each in shown(contest, bob)] == ["linguine"]


def test_a_manager_who_annotates_later_is_no_longer_named(contest, bob, bob_in_contest):
    bob_in_contest.role, bob_in_contest.team = "manager", None
    bob_in_contest.save()
    say(bob_in_contest, "Je gère")
    bob_in_contest.role = "annotator"
    bob_in_contest.save()
    (message,) = shown(contest, bob)
    assert (message.author, message.by_manager) == ("Manager", True)


def test_only_managers_announce(ana_in_contest, carl_in_contest):
    with pytest.raises(NotPermitted):
        say(ana_in_contest, "Écoutez !", is_announcement=True)
    assert say(carl_in_contest, "Écoutez !", is_announcement=True).pinned_at is not None


def test_an_announcement_is_taken_down_and_put_up_again(contest, carl, carl_in_contest):
    news = say(carl_in_contest, "Nouvelles consignes", is_announcement=True)
    for is_pinned, numbers in ((False, []), (False, []), (True, [1])):
        pin_message(contest=contest, message_id=news.pk, is_pinned=is_pinned, actor=Actor(carl))
        assert [each.number for each in selectors.pinned_messages(contest)] == numbers
    assert selectors.latest_change(contest) == 3


def test_three_announcements_at_most_stay_on_top(contest, carl, carl_in_contest):
    first = say(carl_in_contest, "Une", is_announcement=True)
    for text in ("Deux", "Trois"):
        say(carl_in_contest, text, is_announcement=True)
    with pytest.raises(TooManyPinned):
        say(carl_in_contest, "Quatre", is_announcement=True)
    pin_message(contest=contest, message_id=first.pk, is_pinned=False, actor=Actor(carl))
    say(carl_in_contest, "Quatre", is_announcement=True)


def test_an_ordinary_message_is_not_pinned(contest, carl, ana_in_contest):
    message = say(ana_in_contest, "Bonjour")
    with pytest.raises(MessageGone):
        pin_message(contest=contest, message_id=message.pk, is_pinned=True, actor=Actor(carl))


def test_a_removed_message_shows_only_that_it_was_there_and_is_kept(
    contest, carl, bob, ana_in_contest, bob_in_contest
):
    category = contest.categories.first()
    message = say(ana_in_contest, "Une impolitesse", category=category.label)
    for _ in range(2):
        remove_message(contest=contest, message_id=message.pk, actor=Actor(carl))
    (seen,) = shown(contest, bob)
    assert (seen.is_removed, seen.text, seen.category, seen.change) == (True, "", None, 2)
    assert ChatMessage.objects.get().text == "Une impolitesse"
    event = AuditEvent.objects.filter(object_type="chat message", action="deleted").get()
    assert (event.actor, event.object_id) == (carl, str(message.pk))
    assert "impolitesse" not in str(event.details)


def test_what_changed_since_is_found_in_order(contest, carl, ana_in_contest):
    first, _second = say(ana_in_contest, "Un"), say(ana_in_contest, "Deux")
    remove_message(contest=contest, message_id=first.pk, actor=Actor(carl))
    say(ana_in_contest, "Trois")
    changed = selectors.messages_changed_after(contest, 1, count=10)
    assert [(each.number, each.change) for each in changed] == [(2, 2), (1, 3), (4, 4)]


def test_unread_are_those_of_others_since_one_has_looked(ana_in_contest, bob_in_contest):
    for member in (ana_in_contest, bob_in_contest, bob_in_contest):
        say(member, "Bonjour")
    assert selectors.unread_count(ana_in_contest) == 2
    note_reading(member=ana_in_contest, number=2)
    assert selectors.unread_count(ana_in_contest) == 1
    note_reading(member=ana_in_contest, number=1)
    assert selectors.unread_count(ana_in_contest) == 1


def test_nobody_has_read_what_is_not_written_yet(ana_in_contest, bob_in_contest):
    note_reading(member=ana_in_contest, number=500)
    assert ChatReading.objects.get().number == 0
    say(bob_in_contest, "Bonjour")
    assert selectors.unread_count(ana_in_contest) == 1


def test_who_comes_later_has_missed_nothing(ana_in_contest, bob_in_contest):
    say(ana_in_contest, "Bonjour")
    ChatMessage.objects.update(sent_at=bob_in_contest.joined_at - timedelta(hours=1))
    assert selectors.unread_count(bob_in_contest) == 0


def test_a_message_links_a_category_a_section_and_an_input(contest, ana, ana_in_contest):
    publish_guidelines(contest)
    answer_all(ana_in_contest)
    section = selectors.sections_of(contest, language="fr")[0]
    task = ana_in_contest.tasks.first()
    say(
        ana_in_contest,
        "Regardez",
        category="TEMPORAL:DATE",
        section=(section.anchor, "fr"),
        input_id=task.input_id,
    )
    (message,) = shown(contest, ana)
    assert message.category.label == "TEMPORAL:DATE"
    assert (message.section.anchor, message.section.title) == (section.anchor, section.title)
    assert message.has_input
    assert message.sees_input


@pytest.mark.parametrize(
    "link", [{"category": "NO:SUCH"}, {"section": ("nowhere", "fr")}, {"input_id": 10**9}]
)
def test_a_link_to_nothing_is_refused(ana_in_contest, link):
    with pytest.raises(LinkUnknown):
        say(ana_in_contest, "Regardez", **link)


def test_an_annotator_links_only_what_they_have_answered_and_a_manager_anything(
    contest, ana_in_contest, carl_in_contest
):
    item = contest.inputs.first()
    with pytest.raises(LinkUnknown):
        say(ana_in_contest, "Regardez", input_id=item.pk)
    say(carl_in_contest, "Regardez", input_id=item.pk)


def test_only_who_has_answered_an_input_sees_which_one_is_linked(
    contest, carl, ana, bob, ana_in_contest, bob_in_contest, carl_in_contest
):
    answer_all(ana_in_contest)
    say(carl_in_contest, "Regardez", input_id=contest.inputs.first().pk)
    seen = {person.name: shown(contest, person)[0].sees_input for person in (carl, ana, bob)}
    assert seen == {"Carl": True, "Ana": True, "Bob": False}
    assert shown(contest, bob)[0].has_input


def test_an_administrator_who_takes_no_part_reads_and_misses_nothing(contest, eve, ana_in_contest):
    eve.is_superuser = True
    eve.save()
    say(ana_in_contest, "Bonjour")
    assert reader_of(eve, contest) == Reader(None, is_managing=True)
    assert selectors.unread_of(eve, contest) == 0


def test_the_audit_log_names_messages_by_id_alone(ana_in_contest):
    message = say(ana_in_contest, "Une question délicate")
    event = AuditEvent.objects.get(object_type="chat message")
    assert (event.action, event.object_id, event.details) == ("created", str(message.pk), {})


@pytest.mark.parametrize(
    "change",
    [
        {"text": ""},
        {"is_announcement": True},
        {"pinned_at": "2026-01-01T00:00Z"},
    ],
)
def test_the_database_refuses_what_cannot_be(ana_in_contest, change):
    message = say(ana_in_contest, "Bonjour")
    with pytest.raises(IntegrityError), transaction.atomic():
        ChatMessage.objects.filter(pk=message.pk).update(**change)


def test_a_removed_category_leaves_the_message(contest, ana_in_contest):
    category = contest.categories.first()
    say(ana_in_contest, "Regardez", category=category.label)
    category.delete()
    assert ChatMessage.objects.get().category is None


def test_a_draft_is_sent_as_it_was_meant_even_if_the_author_has_become_a_manager(ana_in_contest):
    draft = Draft(uuid4(), "Bonjour")
    first = send_message(author=ana_in_contest, draft=draft, actor=Actor())
    ana_in_contest.role, ana_in_contest.team = "manager", None
    ana_in_contest.save()
    again = send_message(author=ana_in_contest, draft=draft, actor=Actor())
    assert (first.pk, again.by_manager) == (again.pk, False)
