"""What an annotator has not read yet, and whether they want to be written to."""

from dataclasses import dataclass

from agreement.models import Dispute
from contests.models import Membership
from feedback.models import MailPreference
from feedback.selectors.reports import unread_disagreements


@dataclass(frozen=True)
class Unread:
    """How much of the feedback is new to its reader."""

    disagreements: int
    # Objections that a manager answered or decided.
    answers: int

    def __bool__(self) -> bool:
        return bool(self.disagreements or self.answers)


def unread_of(member: Membership) -> Unread:
    """Return how much this person has not seen yet."""
    answered = Dispute.objects.with_news().filter(annotator=member).count()
    return Unread(len(unread_disagreements(member)), answered)


def wants_reports(member: Membership) -> bool:
    """Return whether this person wants the contest's reports by mail; who never chose does."""
    return not MailPreference.objects.filter(annotator=member, wants_reports=False).exists()
