"""The text of an input that someone still has to annotate is not to be quoted in the chat."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.audit import Actor
from contests.chat import services as recognising
from contests.chat.errors import InputQuoted, TextsUnrecognised
from contests.chat.models import ChatMessage, InputRun
from contests.contest.models import Contest
from contests.drawing.services.drawing import remove_batch
from contests.inputs.models import ContestInput
from contests.people.services.joining import remove_member
from contests.people.services.members import add_member
from contests.setup.services import copy_contest, copy_inputs
from tests.contests.chat.writing import PROTECTED, answer_all, say
from tests.factories import add_marked_inputs

pytestmark = pytest.mark.django_db


def test_a_quotation_is_refused_for_everyone_and_nothing_is_stored(ana_in_contest, carl_in_contest):
    for member in (ana_in_contest, carl_in_contest):
        with pytest.raises(InputQuoted):
            say(member, f"Que faire de « {PROTECTED} » ?")
    assert not ChatMessage.objects.exists()


def test_a_quotation_over_two_messages_is_refused_with_the_second(ana_in_contest, bob_in_contest):
    say(ana_in_contest, "On lit : vu par le")
    say(bob_in_contest, "Dr Durand n’est pas de mes amis")
    with pytest.raises(InputQuoted):
        say(ana_in_contest, "Dr Durand, non ?")


def test_who_has_answered_it_may_not_quote_it_while_others_have_it_ahead(
    ana_in_contest, bob_in_contest
):
    answer_all(ana_in_contest)
    with pytest.raises(InputQuoted):
        say(ana_in_contest, PROTECTED)
    answer_all(bob_in_contest)
    say(ana_in_contest, PROTECTED)


def test_nobody_waits_for_those_who_left(carl, ana_in_contest, bob_in_contest):
    answer_all(ana_in_contest)
    remove_member(member=bob_in_contest, actor=Actor(carl))
    say(ana_in_contest, PROTECTED)


def test_someone_who_joins_has_everything_ahead(contest, eve, ana_in_contest):
    answer_all(ana_in_contest)
    say(ana_in_contest, PROTECTED)
    add_member(contest=contest, user=eve, role="annotator", alias="penne")
    with pytest.raises(InputQuoted):
        say(ana_in_contest, PROTECTED)


def test_an_input_that_enough_people_have_answered_is_free(contest, ana_in_contest, bob_in_contest):
    Contest.objects.update(routing=Contest.Routing.COVERAGE, annotators_per_input=1)
    ana_in_contest.contest.refresh_from_db()
    answer_all(ana_in_contest)
    say(bob_in_contest, PROTECTED)
    Contest.objects.update(annotators_per_input=2)
    with pytest.raises(InputQuoted):
        say(bob_in_contest, PROTECTED)


@pytest.mark.parametrize("state", ["draft", "training", "open"])
def test_before_anyone_has_answered_everything_is_protected(contest, carl_in_contest, state):
    Contest.objects.update(state=state)
    with pytest.raises(InputQuoted):
        say(carl_in_contest, PROTECTED)


def test_after_the_end_everything_can_be_discussed(contest, ana_in_contest):
    Contest.objects.update(state="closed")
    say(ana_in_contest, PROTECTED)


def test_inputs_that_come_and_go_are_protected_as_long_as_they_are_there(contest, ana_in_contest):
    new = "Le chat du voisin dort encore."
    say(ana_in_contest, new)
    add_marked_inputs(contest, new)
    with pytest.raises(InputQuoted):
        say(ana_in_contest, f"{new} Vraiment ?")
    Contest.objects.update(state="draft")
    remove_batch(contest_id=contest.pk, inputs=contest.inputs.all())
    assert not InputRun.objects.exists()
    say(ana_in_contest, f"{new} Bien.")


def test_copied_inputs_are_protected_in_their_contest(contest, carl):
    copied = copy_contest(
        source=contest, name="Copie", with_inputs=False, manager=carl, actor=Actor(carl)
    ).contest
    copy_inputs(inputs=list(contest.inputs.all()), target_id=copied.pk)
    with pytest.raises(InputQuoted):
        say(copied.memberships.get(), PROTECTED)


def test_the_texts_of_another_contest_are_not_this_ones_business(contest, carl, ana_in_contest):
    other = copy_contest(
        source=contest, name="Autre", with_inputs=False, manager=carl, actor=Actor(carl)
    ).contest
    say(other.memberships.get(), PROTECTED)


def test_inputs_made_past_the_services_are_learnt_before_the_next_message(contest, ana_in_contest):
    InputRun.objects.all().delete()
    ContestInput.objects.update(is_recognised=False)
    with pytest.raises(InputQuoted):
        say(ana_in_contest, PROTECTED)
    assert not contest.inputs.filter(is_recognised=False).exists()


def test_while_many_inputs_are_to_be_learnt_messages_wait(contest, ana_in_contest, monkeypatch):
    monkeypatch.setattr(recognising, "AT_ONCE", 3)
    InputRun.objects.all().delete()
    ContestInput.objects.update(is_recognised=False)
    with pytest.raises(TextsUnrecognised):
        say(ana_in_contest, "Bonjour")
    say(ana_in_contest, "Bonjour")
    with pytest.raises(InputQuoted):
        say(ana_in_contest, PROTECTED)


def test_checking_a_message_costs_the_same_however_many_inputs_there_are(
    contest, ana_in_contest, django_assert_num_queries
):
    say(ana_in_contest, "Premier message")
    with CaptureQueriesContext(connection) as few:
        say(ana_in_contest, "Une phrase assez longue pour être regardée de près")
    add_marked_inputs(contest, *(f"Ligne {number} avec plus de cinq mots." for number in range(40)))
    with django_assert_num_queries(len(few)):
        say(ana_in_contest, "Une phrase assez longue pour être regardée de près")
