"""Planning report e-mails and recording their outcome; `feedback.mails.tasks` sends them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, EXPORTED, Actor, record
from accounts.models import User
from agreement.disputes.models import Dispute
from agreement.runs.models import AnnotatorTally, ProcessingRun
from agreement.runs.selectors import latest_run
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.mails.errors import MailNotRepeatable, NothingToReport
from feedback.mails.models import FeedbackMail
from feedback.reports import selectors as reports
from feedback.reports.selectors import unread_of, wants_reports
from jobs.models import Job
from jobs.services import create_job
from web.mail import (
    AddressUnfit,
    DeliveryError,
    DeliveryRefused,
    DeliveryUnsure,
    Letter,
    public_link,
    write_letter,
)

# After each temporary refusal: greylisting ends after minutes, an outage after hours.
PAUSES_MINUTES = (1, 5, 15, 60, 240, 720)


def next_attempt(attempts: int, now: datetime) -> datetime | None:
    """Return when to try again after this many attempts; None to give up."""
    if attempts > len(PAUSES_MINUTES):
        return None
    return now + timedelta(minutes=PAUSES_MINUTES[attempts - 1])


MAIL_KIND = "feedback.mail"
State, Reason = FeedbackMail.State, FeedbackMail.Reason
# A person has no news if these sums have not changed.
_SUMS = ("answered", "accepted", "annotations", "penalties", "quality")


@transaction.atomic
def plan_mails(
    *,
    contest: Contest,
    actor: Actor,
    asked_by: User | None = None,
    only: Collection[int] | None = None,
) -> int:
    """Plan a report of the latest run for everyone, or for `only`, who has none of this run yet.

    Return how many will be sent. Raise NothingToReport before the first run.
    """
    run = latest_run(contest)
    if run is None:
        raise NothingToReport
    members = contest.memberships.present().annotators().select_related("user")
    members = members.exclude(feedback_mails__run=run)
    if only is not None:
        members = members.filter(pk__in=only)
    mails = [_plan(member, run, asked_by) for member in members]
    FeedbackMail.objects.bulk_create(mails, ignore_conflicts=True)
    planned = sum(mail.state == State.PLANNED for mail in mails)
    if mails:
        record(
            actor, CREATED, "feedback mail", contest_id=contest.pk, run=run.number, mails=planned
        )
    return planned


def _plan(member: Membership, run: ProcessingRun, asked_by: User | None) -> FeedbackMail:
    reason = reason_to_skip(member)
    if not reason and not AnnotatorTally.objects.filter(run=run, annotator=member, answered__gt=0):
        reason = Reason.NO_TASKS
    elif not reason and asked_by is None and not _has_news(member, run):
        reason = Reason.NO_NEWS
    return FeedbackMail(
        annotator=member,
        run=run,
        state=State.SKIPPED if reason else State.PLANNED,
        reason=reason,
        asked_by=asked_by,
        message_id=make_msgid(domain=urlsplit(settings.BASE_URL).hostname),
    )


def reason_to_skip(member: Membership) -> str:
    """Return why this person receives no e-mails; an empty reason if they do."""
    if member.removed_at is not None or not member.user.is_active:
        return Reason.LEFT
    return Reason.NONE if wants_reports(member) else Reason.UNSUBSCRIBED


def _has_news(member: Membership, run: ProcessingRun) -> bool:
    """Return whether anything has changed since the last report."""
    if Dispute.objects.with_news().filter(annotator=member).exists():
        return True
    last = member.feedback_mails.filter(state=State.SENT).order_by("-run__number").first()
    return _sums(member, run.pk) != (_sums(member, last.run_id) if last else None)


def _sums(member: Membership, run_id: int) -> tuple[object, ...] | None:
    tallies = AnnotatorTally.objects.filter(run=run_id, annotator=member)
    return tallies.values_list(*_SUMS).first()


def create_mail_job(*, contest_id: int, created_by: User | None = None) -> Job:
    """Return the live job that sends the planned e-mails, or create it. The caller enqueues it."""
    key = f"{MAIL_KIND}:{contest_id}"
    return create_job(MAIL_KIND, {"contest": contest_id}, key=key, created_by=created_by)


def mark_interrupted(*, contest_id: int) -> int:
    """Mark e-mails as unsure whose sending was interrupted.

    Call only from the contest's e-mail job, so that nothing else is sending.
    """
    left = FeedbackMail.objects.of_contest(contest_id).under_way()
    ids = list(left.values_list("pk", flat=True))
    return FeedbackMail.objects.filter(pk__in=ids).update(
        state=State.UNSURE, reason=Reason.DIED, changed_at=timezone.now()
    )


@transaction.atomic
def begin(*, mail: FeedbackMail, inputs: Collection[int]) -> bool:
    """Mark an e-mail as being sent; return False if it must not be sent.

    `inputs` are those whose text it quotes: they are logged as exported.
    """
    fresh = FeedbackMail.objects.select_for_update(of=("self",)).get(pk=mail.pk)
    if fresh.state != State.PLANNED:
        return False
    member = Membership.objects.select_related("user").get(pk=mail.annotator_id)
    reason = reason_to_skip(member)
    if reason:
        _change(mail, state=State.SKIPPED, reason=reason)
        return False
    _change(mail, state=State.SENDING, reason="", attempts=fresh.attempts + 1)
    if inputs:
        contest_id = member.contest_id
        record(
            Actor(), EXPORTED, "feedback mail", mail.pk, contest_id=contest_id, inputs=list(inputs)
        )
    return True


def note_sent(*, mail: FeedbackMail) -> str:
    """Record that the mail server accepted the e-mail."""
    _change(mail, state=State.SENT, reply_code=None, reply_words="")
    return State.SENT


@transaction.atomic
def note_failure(*, mail: FeedbackMail, error: DeliveryError) -> str:
    """Record a failure (permanent, temporary or of unknown outcome); return the new state."""
    mail.refresh_from_db(fields=["attempts"])
    reply = {"reply_code": error.code, "reply_words": error.words}
    if isinstance(error, DeliveryUnsure):
        return _change(mail, state=State.UNSURE, reason=Reason.NO_ANSWER, **reply)
    if isinstance(error, AddressUnfit):
        return _change(mail, state=State.FAILED, reason=Reason.ADDRESS, **reply)
    reason = Reason.UNREACHABLE if error.code is None else Reason.REFUSED
    again = next_attempt(mail.attempts, timezone.now())
    if isinstance(error, DeliveryRefused) or again is None:
        return _change(mail, state=State.FAILED, reason=reason, **reply)
    return _change(mail, state=State.PLANNED, reason=reason, due_at=again, **reply)


@transaction.atomic
def send_again(*, mail: FeedbackMail, actor: Actor) -> FeedbackMail:
    """Plan a failed or unsure e-mail again; raise MailNotRepeatable for others."""
    fresh = FeedbackMail.objects.select_for_update(of=("self",)).get(pk=mail.pk)
    if not fresh.can_be_sent_again:
        raise MailNotRepeatable
    before = fresh.state
    _change(fresh, state=State.PLANNED, reason="", attempts=0, due_at=timezone.now())
    contest_id = mail.annotator.contest_id
    record(actor, CHANGED, "feedback mail", mail.pk, contest_id=contest_id, before=before)
    return fresh


def _change(mail: FeedbackMail, *, state: str, **values: object) -> str:
    FeedbackMail.objects.filter(pk=mail.pk).update(state=state, changed_at=timezone.now(), **values)
    return state


_signer = Signer(salt="feedback.unsubscribe")


def token_of(member: Membership) -> str:
    """Return the signed token of a person's unsubscribe link; it never expires."""
    return _signer.sign(str(member.pk))


def member_of(token: str) -> Membership | None:
    """Return the person of an unsubscribe link; None if the token is invalid or they were deleted."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return Membership.objects.select_related("contest", "user").filter(pk=pk).first()


@dataclass(frozen=True)
class Links:
    """The addresses of the report, the disputes and the unsubscribe page."""

    report: str
    disputes: str
    unsubscribe: str


def links_for(member: Membership) -> Links:
    """Return the addresses for one person."""
    contest = [member.contest_id]
    return Links(
        report=public_link(reverse("feedback:report", args=contest)),
        disputes=public_link(reverse("feedback:objections", args=contest)),
        unsubscribe=public_link(reverse("feedback:unsubscribe", args=[token_of(member)])),
    )


# The number of disagreements quoted in an e-mail; the page has all.
MOST_SHOWN = 20


@dataclass(frozen=True)
class Report:
    """A letter, and the inputs whose text it quotes."""

    letter: Letter
    inputs: tuple[int, ...]


def write_report(member: Membership, *, links: Links, language: str | None = None) -> Report:
    """Return the report of the latest run, by default in the person's language."""
    header = reports.header_of(member)
    if header is None:
        raise NothingToReport
    shown = []
    if member.contest.clinical_text_in_mail:
        shown = reports.describe(member, list(reports.find_disagreements(member)[:MOST_SHOWN]))
    context = {
        "contest": member.contest,
        "member": member,
        "header": header,
        "unread": unread_of(member),
        "disagreements": shown,
        "link": links.report,
        "links": links,
    }
    letter = write_letter("feedback", context, language=language or member.user.language)
    return Report(letter, tuple(each.place.result.input_id for each in shown))


def address(report: Report, mail: FeedbackMail, *, links: Links) -> EmailMessage:
    """Return the letter as a message with headers for one-click unsubscription."""
    return report.letter.to(
        mail.annotator.user.email,
        headers={
            "Message-ID": mail.message_id,
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{links.unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
