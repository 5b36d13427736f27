"""The report as a letter. Without the managers' leave it holds figures only."""

from dataclasses import dataclass

from django.core.mail import EmailMessage

from accounts.letters import Letter, write_letter
from contests.models import Membership
from feedback.exceptions import NothingToReport
from feedback.links import Links
from feedback.models import FeedbackMail
from feedback.selectors import reports
from feedback.selectors.unread import unread_of

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
