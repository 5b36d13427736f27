"""Three short letters: the training begins, the contest opens, the contest closes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from contests.contest.models import Contest
from contests.setup.services import announce_due
from contests.setup.tasks import close_ended_contests
from jobs.execution import run_job
from tests.agreement.running import drain


@pytest.fixture
def told(contest, ana_in_contest, bob_in_contest, bob, mailbox):
    """Return what announces, and gives the letters that went out since the last time."""
    bob.language = "fr"
    bob.save()

    def announce(**changes):
        Contest.objects.filter(pk=contest.pk).update(**changes)
        mailbox.messages.clear()
        # What the scheduler sends every minute.
        close_ended_contests()
        drain()
        return {message["To"]: message for message in mailbox.messages}

    return announce


def words(message):
    return message.get_body(("plain",)).get_content()


def test_everyone_is_told_once_of_each_state_in_their_language(told, contest):
    letters = told(state="training", starts_at="2031-05-06T10:00Z")
    assert set(letters) == {"carl@example.org", "ana@example.org", "bob@example.org"}
    assert "has begun: read the guidelines" in words(letters["ana@example.org"])
    assert "6 May 2031" in words(letters["ana@example.org"])
    assert "6 mai 2031" in words(letters["bob@example.org"])
    assert f"/contests/{contest.pk}/" in words(letters["bob@example.org"])
    assert told() == {}
    letters = told(state="open", starts_at=None, ends_at="2031-06-07T10:00Z")
    assert "is open" in letters["ana@example.org"]["Subject"]
    assert "7 June 2031" in words(letters["ana@example.org"])
    letters = told(state="closed", closed_at=timezone.now())
    assert "is closed" in letters["ana@example.org"]["Subject"]
    assert told(state="archived") == {}
    assert told(state="closed") == {}


def test_a_first_and_a_last_day_that_come_by_themselves_are_told(told):
    now = timezone.now()
    assert told(state="open", starts_at=now + timedelta(days=1)) == {}
    letters = told(starts_at=now - timedelta(days=2))
    assert "is open" in letters["ana@example.org"]["Subject"]
    letters = told(ends_at=now - timedelta(hours=1))
    assert "is closed" in letters["ana@example.org"]["Subject"]


def test_before_its_first_day_an_open_contest_is_a_training(told):
    letters = told(
        state="open", starts_at=timezone.now() + timedelta(days=1), requires_training=True
    )
    assert "training" in letters["ana@example.org"]["Subject"]


def test_nobody_is_told_of_a_draft_or_of_training_that_begins_again(told):
    assert told(state="draft") == {}
    assert len(told(state="training")) == 3
    assert told(state="draft") == {}
    assert told(state="training") == {}


def test_who_left_and_the_invented_people_of_a_demo_get_no_letter(told, ana_in_contest, bob):
    ana_in_contest.removed_at = timezone.now()
    ana_in_contest.save()
    User.objects.filter(pk=bob.pk).update(is_demo=True)
    assert set(told(state="open")) == {"carl@example.org"}


def test_a_letter_that_is_no_longer_true_is_not_sent(contest, ana_in_contest, mailbox):
    (opened,) = announce_due()
    Contest.objects.filter(pk=contest.pk).update(state="closed", closed_at=timezone.now())
    (closed,) = announce_due()
    for job in (opened, closed):
        run_job(job_id=job.pk, worker="host:1")
    assert {message["Subject"] for message in mailbox.messages} == {
        "Palio: “Palio di prova” is closed"
    }
