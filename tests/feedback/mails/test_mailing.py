"""Reports by mail, to a real mail server: each at most once, and what became of it is known."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.disputes import services as disputes
from agreement.runs.models import AnnotatorTally
from contests.contest.models import Contest
from contests.people.services.members import add_member
from feedback.mails import services as mailing
from feedback.mails.errors import MailNotRepeatable, NothingToReport
from feedback.mails.models import FeedbackMail
from feedback.mails.tasks import send_due_reports, send_reports
from feedback.reports.services import choose_mail
from jobs.errors import LeaseLost
from jobs.execution import run_job
from jobs.models import Job
from jobs.runs import JobRun
from jobs.services import claim_job
from tests.conftest import create_person
from tests.feedback.results import publish_run, tally
from tests.services import free_port

pytestmark = pytest.mark.django_db
# Words of the text that ana's disagreement stands in, and of the place itself.
CLINICAL = ("Durand", "14h30", "Vu par")


@pytest.fixture
def send(contest, carl, left_out):
    """Let carl write to everyone, and a worker send it."""

    def send() -> Job:
        mailing.plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)
        return work(contest)

    return send


def work(contest) -> Job:
    job = mailing.create_mail_job(contest_id=contest.pk)
    run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    return job


def mail_to(member) -> FeedbackMail:
    return FeedbackMail.objects.get(annotator=member)


def bodies(message) -> list[str]:
    return [message.get_body((part,)).get_content() for part in ("plain", "html")]


def test_everyone_gets_their_figures_once_per_run(mailbox, send, contest, run):
    job = send()
    assert (job.state, job.result) == ("succeeded", {"sent": 2})
    assert [message["To"] for message in mailbox.messages] == ["ana@example.org", "bob@example.org"]
    for body in bodies(mailbox.messages[0]):
        assert "linguine" in body
        assert f"/contests/{contest.pk}/feedback/" in body
        assert "90.0" in body
    send()
    assert len(mailbox.messages) == 2


def test_who_has_answered_no_task_gets_no_report_also_when_a_manager_asks(
    mailbox, send, contest, run, eve
):
    late = add_member(contest=contest, user=eve, role="annotator", alias="farro")
    idle = add_member(contest=contest, user=create_person("otto"), role="annotator", alias="orzo 2")
    AnnotatorTally.objects.create(run=run, annotator=idle)
    assert send().result == {"sent": 2}
    assert [(mail_to(each).state, mail_to(each).reason) for each in (late, idle)] == [
        ("skipped", "no-tasks")
    ] * 2


def test_the_next_run_brings_the_next_report(
    mailbox, send, contest, ana_in_contest, bob_in_contest
):
    send()
    tally(publish_run(contest), ana_in_contest, bob_in_contest)
    send()
    assert len(mailbox.messages) == 4


def test_people_are_written_to_in_their_language(mailbox, send, ana):
    ana.language = "fr"
    ana.save()
    send()
    to_ana, to_bob = mailbox.messages
    assert to_ana["Subject"].startswith("Palio : votre rapport du ")
    assert to_bob["Subject"].startswith("Palio: your report of ")
    assert all("Bonjour" in body for body in bodies(to_ana))


def test_by_default_no_word_of_the_text_is_in_a_mail(mailbox, send):
    send()
    for message in mailbox.messages:
        # Decoded, too: base64 or quoted-printable would hide them.
        raw = str(message) + "".join(bodies(message))
        assert [word for word in CLINICAL if word in raw] == []


def test_where_managers_allow_it_the_text_is_in_the_mail_and_that_is_written_down(
    mailbox, send, contest, left_out
):
    Contest.objects.filter(pk=contest.pk).update(clinical_text_in_mail=True)
    send()
    to_ana, to_bob = mailbox.messages
    assert all(word in body for word in CLINICAL for body in bodies(to_ana))
    assert not any(word in to_ana["Subject"] for word in CLINICAL)
    assert not any(word in str(to_bob) for word in CLINICAL)
    event = AuditEvent.objects.get(action="exported")
    assert event.details == {"inputs": [left_out.result.input_id]}


def test_mail_about_a_decided_dispute_has_none_of_its_words(
    mailbox, send, left_out, ana_in_contest, ana, carl
):
    dispute = disputes.object_to(
        place=left_out, member=ana_in_contest, comment="Mme Rochat", actor=Actor(ana)
    )
    disputes.refuse(disputes=[dispute], answer="Dr Durand.", manager=carl, actor=Actor(carl))
    send()
    to_ana = mailbox.messages[0]
    for body in bodies(to_ana):
        assert "1 of your disputes has an answer" in body
        assert "Rochat" not in body
        assert "Durand" not in body


def test_mail_programs_find_how_to_unsubscribe(mailbox, send, ana_in_contest):
    send()
    message = mailbox.messages[0]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message["List-Unsubscribe"].strip().strip("<>")
    assert all(link in body for body in bodies(message))
    assert message["Message-ID"] == mail_to(ana_in_contest).message_id


def test_who_wants_none_or_has_left_is_left_out(mailbox, send, ana_in_contest, bob):
    choose_mail(member=ana_in_contest, wants_reports=False)
    bob.is_active = False
    bob.save()
    send()
    assert mailbox.messages == []
    reasons = FeedbackMail.objects.order_by("annotator__alias").values_list("state", "reason")
    assert list(reasons) == [("skipped", "unsubscribed"), ("skipped", "left")]


def test_who_unsubscribes_while_it_waits_is_not_written_to(mailbox, contest, carl, left_out):
    mailing.plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)
    choose_mail(member=contest.memberships.get(alias="linguine"), wants_reports=False)
    work(contest)
    assert [message["To"] for message in mailbox.messages] == ["bob@example.org"]


def test_before_the_first_run_there_is_nothing_to_send(contest, carl):
    with pytest.raises(NothingToReport):
        mailing.plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)


def test_a_refused_address_is_shown_and_stops_nobody_else(mailbox, send, ana_in_contest):
    mailbox.to_address = "550 5.1.1 no such mailbox"
    job = send()
    assert (job.state, job.result) == ("succeeded", {"failed": 2})
    mail = mail_to(ana_in_contest)
    assert (mail.state, mail.reason, mail.reply_code) == ("failed", "refused", 550)
    assert mail.reply_words == "5.1.1 no such mailbox"


def test_a_server_that_asks_to_wait_is_asked_again_later_and_later(
    mailbox, send, contest, ana_in_contest
):
    mailbox.to_message = "451 later"
    send()
    mail = mail_to(ana_in_contest)
    assert (mail.state, mail.attempts, mail.reply_code) == ("planned", 1, 451)
    assert mail.due_at > timezone.now()
    pauses = []
    while mail.state == "planned":
        pauses.append(mail.due_at - mail.changed_at)
        FeedbackMail.objects.update(due_at=timezone.now())
        work(contest)
        mail.refresh_from_db()
    assert pauses == sorted(pauses)
    assert pauses[-1] > timedelta(hours=11)
    assert (mail.state, mail.reason, mail.attempts) == ("failed", "refused", len(pauses) + 1)


def test_what_was_put_off_arrives_once_the_server_is_willing(mailbox, send, contest):
    mailbox.to_message = "451 later"
    send()
    mailbox.to_message = ""
    FeedbackMail.objects.update(due_at=timezone.now())
    assert work(contest).result == {"sent": 2}
    assert len(mailbox.messages) == 2


def test_a_server_that_is_away_is_called_once_and_not_for_everyone(send, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    send()
    states = FeedbackMail.objects.order_by("pk").values_list("state", "reason", "attempts")
    assert list(states) == [("planned", "unreachable", 1), ("planned", "", 0)]


@pytest.mark.parametrize("word", ["DATA", "END"])
def test_a_server_that_hangs_up_after_the_first_word_leaves_us_unsure_and_nothing_is_sent_again(
    mailbox, send, contest, ana_in_contest, word
):
    mailbox.hangs_up_at = word
    send()
    mail = mail_to(ana_in_contest)
    assert (mail.state, mail.reason) == ("unsure", "no-answer")
    arrived = len(mailbox.messages)
    mailbox.hangs_up_at = ""
    send()
    assert len(mailbox.messages) == arrived


def test_managers_have_an_unsure_mail_sent_again(mailbox, send, contest, ana_in_contest, carl):
    mailbox.hangs_up_at = "DATA"
    send()
    mailbox.hangs_up_at = ""
    mailing.send_again(mail=mail_to(ana_in_contest), actor=Actor(carl))
    work(contest)
    [message] = mailbox.messages
    assert message["To"] == "ana@example.org"
    assert mail_to(ana_in_contest).state == "sent"
    with pytest.raises(MailNotRepeatable):
        mailing.send_again(mail=mail_to(ana_in_contest), actor=Actor(carl))


def test_a_run_that_lost_its_job_while_sending_cannot_say_that_it_was_sent(
    mailbox, contest, carl, left_out, ana_in_contest, monkeypatch
):
    mailing.plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)
    job = mailing.create_mail_job(contest_id=contest.pk)
    claimed = claim_job(job_id=job.pk, worker="host:1")

    def deliver_and_lose(message):
        Job.objects.filter(pk=job.pk).update(lease="another's")

    monkeypatch.setattr("feedback.mails.tasks.deliver", deliver_and_lose)
    with pytest.raises(LeaseLost):
        send_reports(JobRun.of(claimed))
    assert mail_to(ana_in_contest).state == "sending"


def test_what_a_dead_worker_left_is_unsure_to_the_next_one(mailbox, send, contest, ana_in_contest):
    mailing.plan_mails(contest=contest, actor=Actor())
    FeedbackMail.objects.filter(annotator=ana_in_contest).update(state="sending")
    assert work(contest).result == {"unsure": 1, "sent": 1}
    assert (mail_to(ana_in_contest).state, mail_to(ana_in_contest).reason) == ("unsure", "died")
    assert [message["To"] for message in mailbox.messages] == ["bob@example.org"]


# --- By the calendar ---


@pytest.fixture
def regular(contest, left_out):
    """A contest that writes every two days, three days after it began."""
    began = timezone.now() - timedelta(days=3)
    Contest.objects.filter(pk=contest.pk).update(feedback_every_days=2, starts_at=began)


@pytest.fixture
def queue(monkeypatch):
    """Run what is put into the queue at once."""
    run = lambda job: run_job(job_id=job.pk, worker="host:1")  # noqa: E731
    monkeypatch.setattr("feedback.mails.tasks.enqueue", run)


def test_every_so_many_days_everyone_is_written_to(mailbox, queue, regular, contest, run):
    send_due_reports()
    assert len(mailbox.messages) == 2
    send_due_reports()
    assert len(mailbox.messages) == 2
    assert not FeedbackMail.objects.exclude(asked_by=None).exists()


def test_not_before_the_days_have_passed(
    mailbox, queue, regular, contest, ana_in_contest, bob_in_contest
):
    send_due_reports()
    new = publish_run(contest)
    tally(new, ana_in_contest, quality=0.5)
    tally(new, bob_in_contest)
    send_due_reports()
    assert len(mailbox.messages) == 2
    FeedbackMail.objects.update(planned_at=timezone.now() - timedelta(days=2))
    send_due_reports()
    assert [message["To"] for message in mailbox.messages[2:]] == ["ana@example.org"]
    assert FeedbackMail.objects.get(annotator__alias="orzo", run=new).reason == "no-news"


@pytest.mark.parametrize(
    "change", [{"feedback_every_days": None}, {"state": "closed"}, {"feedback_every_days": 9}]
)
def test_the_calendar_is_silent_otherwise(mailbox, queue, regular, contest, change):
    Contest.objects.filter(pk=contest.pk).update(**change)
    send_due_reports()
    assert mailbox.messages == []


def test_what_waits_is_taken_up_again_unless_a_manager_stopped_it(
    mailbox, queue, contest, carl, left_out
):
    mailing.plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)
    job = mailing.create_mail_job(contest_id=contest.pk)
    send_due_reports()
    assert mailbox.messages == []
    Job.objects.filter(pk=job.pk).update(state="cancelled", finished_at=timezone.now())
    send_due_reports()
    assert mailbox.messages == []
    Job.objects.filter(pk=job.pk).update(state="failed")
    send_due_reports()
    assert len(mailbox.messages) == 2


def test_who_answered_nothing_gets_none_by_the_calendar(contest, regular, eve):
    add_member(contest=contest, user=eve, role="annotator", alias="penne")
    mailing.plan_mails(contest=contest, actor=Actor())
    assert FeedbackMail.objects.get(annotator__alias="penne").reason == "no-tasks"
