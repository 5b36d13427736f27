"""Sending report e-mails one after the other, each at most once.

One step marks an e-mail as being sent, then it goes to the server outside any step, and another step records
the outcome. If a job ends between the two steps, the outcome is unknown and the e-mail becomes unsure.
"""

import structlog
from celery import shared_task
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.audit import Actor
from feedback.mails import selectors
from feedback.mails import services as mailing
from feedback.mails.models import FeedbackMail
from feedback.mails.services import links_for
from jobs.models import Job
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.tasks import enqueue
from web.mail import DeliveryError, deliver

log = structlog.get_logger("palio.feedback")
SENDING = gettext_noop("Sending e-mails")


@handler(mailing.MAIL_KIND, title=_("Reports by e-mail"))
def send_reports(run: JobRun) -> None:
    """Send every report of a contest that is due now."""
    contest_id = run.params["contest"]
    with run.step(label=SENDING) as step:
        lost = mailing.mark_interrupted(contest_id=contest_id)
        step.checkpoint = _counted(run, FeedbackMail.State.UNSURE, lost)
    while (mail := selectors.next_due(contest_id, now=timezone.now())) is not None:
        if not _send(run, mail):
            break
    with run.step(result=run.checkpoint):
        pass


def _send(run: JobRun, mail: FeedbackMail) -> bool:
    """Send one report; return False if the mail server is unreachable."""
    # Write the report before marking it as being sent: if writing fails, nothing was sent.
    links = links_for(mail.annotator)
    report = mailing.write_report(mail.annotator, links=links)
    message = mailing.address(report, mail, links=links)
    with run.step(label=SENDING):
        may_send = mailing.begin(mail=mail, inputs=report.inputs)
    if not may_send:
        return True
    try:
        deliver(message)
    except DeliveryError as error:
        with run.step() as step:
            state = mailing.note_failure(mail=mail, error=error)
            step.checkpoint = _counted(run, state)
        log.warning("report not sent", mail_id=mail.pk, state=state, code=error.code)
        # If the server does not answer, it will not answer for the next e-mail either.
        return error.code is not None or state != FeedbackMail.State.PLANNED
    with run.step() as step:
        step.checkpoint = _counted(run, mailing.note_sent(mail=mail))
    return True


def _counted(run: JobRun, state: str, number: int = 1) -> dict[str, int]:
    return run.checkpoint | ({state: run.checkpoint.get(state, 0) + number} if number else {})


@shared_task(name="feedback.send_due_reports")
def send_due_reports() -> None:
    """Plan the regular reports that are due, and start jobs for planned e-mails."""
    for contest in selectors.contests_due(now=timezone.now()):
        mailing.plan_mails(contest=contest, actor=Actor())
    for contest_id in selectors.contests_with_work(now=timezone.now()):
        if not _is_busy_or_cancelled(contest_id):
            enqueue(mailing.create_mail_job(contest_id=contest_id))


def _is_busy_or_cancelled(contest_id: int) -> bool:
    """Return whether a job is already sending, or a manager cancelled the last one."""
    last = Job.objects.filter(kind=mailing.MAIL_KIND, contest_id=contest_id).first()
    return last is not None and (not last.is_final or last.state == Job.State.CANCELLED)
