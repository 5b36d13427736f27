"""The addresses that stand in a report by mail."""

from dataclasses import dataclass

from django.urls import reverse

from accounts.links import public_link
from contests.models import Membership
from feedback.services.unsubscribing import token_of


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
