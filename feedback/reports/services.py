"""Noting what people have seen of their feedback."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from agreement.runs.models import Verdict
from contests.people.models import Membership
from feedback.reports.models import MailPreference, SeenDisagreement
from feedback.reports.selectors import fingerprint_of, unread_disagreements


def mark_seen(*, member: Membership, verdicts: Iterable[Verdict]) -> None:
    """Note that these disagreements were on this person's screen; the first time counts."""
    SeenDisagreement.objects.bulk_create(
        [
            SeenDisagreement(
                annotator=member,
                input_id=verdict.place.result.input_id,
                fingerprint=fingerprint_of(verdict),
            )
            for verdict in verdicts
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def mark_all_seen(*, member: Membership) -> int:
    """Note that this person wants to know of nothing older; return how many that were."""
    unread = unread_disagreements(member)
    mark_seen(member=member, verdicts=unread)
    return len(unread)


def choose_mail(*, member: Membership, wants_reports: bool) -> None:
    """Store whether this person wants the contest's reports by mail."""
    MailPreference.objects.update_or_create(
        annotator=member, defaults={"wants_reports": wants_reports, "changed_at": timezone.now()}
    )
