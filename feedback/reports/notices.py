"""What the home of a contest says about unread feedback."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from contests.home.notices import Notice
from contests.people.models import Membership
from feedback.reports.selectors import Unread, unread_of


def unread_feedback(member: Membership) -> Notice | None:
    """Return how much of this person's feedback is unread, if any."""
    unread = unread_of(member)
    if not unread:
        return None
    # An answer is what someone waits for: it comes first.
    page = "feedback:objections" if unread.answers else "feedback:report"
    return Notice(
        title=_("New feedback"),
        words=" ".join(_counts(unread)),
        link=reverse(page, args=[member.contest_id]),
        link_words=_("Read it"),
    )


def _counts(unread: Unread) -> list[str]:
    counts = []
    if unread.answers:
        words = ngettext(
            "%(count)d objection of yours has an answer.",
            "%(count)d objections of yours have an answer.",
            unread.answers,
        )
        counts.append(words % {"count": unread.answers})
    if unread.disagreements:
        words = ngettext(
            "In %(count)d place your answer differs from the reference.",
            "In %(count)d places your answers differ from the reference.",
            unread.disagreements,
        )
        counts.append(words % {"count": unread.disagreements})
    return counts
