"""The e-mails about new guidelines, to a real mail server."""

import pytest

from accounts.audit import Actor
from contests.guidelines import tasks as telling
from contests.guidelines.services import tell_everyone
from contests.people.services.members import add_member
from jobs.errors import LeaseLost
from jobs.execution import run_job
from jobs.models import Job
from jobs.runs import JobRun
from jobs.services import claim_job
from tests.conftest import create_person
from tests.mailbox import Mailbox, serve
from tests.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(publish, carl, ana_in_contest, bob_in_contest):
    """Guidelines that carl has published, and the job that tells everyone."""
    revision = publish("Les règles.")
    return tell_everyone(revision=revision, actor=Actor(carl))


def run(job: Job) -> Job:
    run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    return job


def test_everyone_who_takes_part_is_told_in_their_language(mailbox, told, ana, bob, contest):
    ana.language = "fr"
    ana.save()
    bob.is_active = False
    bob.save()
    gone = add_member(contest=contest, user=create_person("dora"), role="annotator", alias="d")
    gone.removed_at = gone.joined_at
    gone.save()
    job = run(told)
    assert (job.state, job.result) == ("succeeded", {"sent": 2, "refused": 0})
    to_carl, to_ana = mailbox.messages
    assert [to_carl["To"], to_ana["To"]] == ["carl@example.org", "ana@example.org"]
    assert to_carl["Subject"].strip() == "Palio: guidelines 1.0.0 of “Palio di prova”"
    for part in ("plain", "html"):
        body = to_carl.get_body((part,)).get_content()
        assert "Now: Les règles." in body
        assert f"/contests/{contest.pk}/guidelines/" in body
        assert "Hello," in body
        assert "Merci de la lire" in to_ana.get_body((part,)).get_content()


def test_a_run_goes_on_after_the_last_message_that_was_sent(mailbox, told, ana_in_contest):
    told.checkpoint = {"last": ana_in_contest.pk, "done": 2, "counts": {"sent": 2, "refused": 0}}
    told.save()
    job = run(told)
    assert [message["To"] for message in mailbox.messages] == ["bob@example.org"]
    assert (job.progress_done, job.progress_total) == (3, 3)
    assert job.result == {"sent": 3, "refused": 0}


def test_a_run_that_lost_its_job_sends_nothing_more(mailbox, told):
    claimed = claim_job(job_id=told.pk, worker="host:1")
    assert claimed is not None
    Job.objects.filter(pk=told.pk).update(lease="another's")
    with pytest.raises(LeaseLost):
        telling.tell_guidelines(JobRun.of(claimed))
    assert len(mailbox.messages) == 1


def test_without_a_mail_server_the_job_is_tried_again_later(told, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    job = run(told)
    assert (job.state, job.retries) == ("queued", 1)
    assert "The mail server did not take a message." in job.last_error


class Choosy(Mailbox):
    """A mail server that knows no ana, in one way or the other."""

    answer = "550 no such mailbox"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.startswith("ana@"):
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"


@pytest.fixture
def choosy(settings):
    yield from serve(Choosy(), settings)


def test_an_address_that_does_not_exist_keeps_nobody_else_from_being_told(choosy, told):
    job = run(told)
    assert (job.state, job.result) == ("succeeded", {"sent": 2, "refused": 1})
    assert [message["To"] for message in choosy.messages] == ["carl@example.org", "bob@example.org"]


def test_a_server_that_asks_to_wait_is_asked_again_and_nobody_is_told_twice(choosy, told):
    choosy.answer = "451 try again later"
    assert run(told).state == "queued"
    Job.objects.filter(pk=told.pk).update(due_at=told.created_at)
    choosy.answer = "550 gone"
    assert run(told).result == {"sent": 2, "refused": 1}
    assert [message["To"] for message in choosy.messages] == ["carl@example.org", "bob@example.org"]
