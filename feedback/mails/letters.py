"""The report as a letter. Without the managers' leave it holds figures only."""

from dataclasses import dataclass

from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from contests.people.models import Membership
from feedback.mails.errors import NothingToReport
from feedback.mails.models import FeedbackMail
from feedback.reports import selectors as reports
from feedback.reports.selectors import unread_of
from web.mail import Letter, public_link, write_letter

_signer = Signer(salt="feedback.unsubscribe")


def token_of(member: Membership) -> str:
    """Return what the link of this person carries; it does not expire, as mails do not."""
    return _signer.sign(str(member.pk))


def member_of(token: str) -> Membership | None:
    """Return whose link this is; nobody's if it was made up or they are gone."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return Membership.objects.select_related("contest", "user").filter(pk=pk).first()


@dataclass(frozen=True)
class Links:
    """Where the report is, where objections are, and where the mails end."""

    report: str
    objections: str
    unsubscribe: str


def links_for(member: Membership) -> Links:
    """Return the addresses for this person."""
    contest = [member.contest_id]
    return Links(
        report=public_link(reverse("feedback:report", args=contest)),
        objections=public_link(reverse("feedback:objections", args=contest)),
        unsubscribe=public_link(reverse("feedback:unsubscribe", args=[token_of(member)])),
    )


# With clinical text, a letter shows the latest; the page has all.
MOST_SHOWN = 20


@dataclass(frozen=True)
class Report:
    """A letter, and the inputs whose text is in it."""

    letter: Letter
    inputs: tuple[int, ...]


def write_report(member: Membership, *, links: Links, language: str | None = None) -> Report:
    """Return the report of the latest run, in the person's language or another one."""
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
    """Return the letter as a message that mail programs let people unsubscribe from."""
    return report.letter.to(
        mail.annotator.user.email,
        headers={
            "Message-ID": mail.message_id,
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{links.unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
