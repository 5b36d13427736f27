"""Recording which feedback people have seen, and whether they receive it by e-mail."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from agreement.runs.models import Judgement
from contests.people.models import Membership
from feedback.reports.models import MailPreference, SeenDisagreement
from feedback.reports.selectors import fingerprint_of, unread_disagreements


def mark_seen(*, member: Membership, judgements: Iterable[Judgement]) -> None:
    """Record that this person has seen these disagreements; the first time counts."""
    SeenDisagreement.objects.bulk_create(
        [
            SeenDisagreement(
                annotator=member,
                input_id=judgement.place.result.input_id,
                fingerprint=fingerprint_of(judgement),
            )
            for judgement in judgements
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def mark_all_seen(*, member: Membership) -> None:
    """Mark all of a person's disagreements as seen."""
    mark_seen(member=member, judgements=unread_disagreements(member))


def choose_mail(*, member: Membership, wants_reports: bool) -> None:
    """Store whether this person receives the contest's reports by e-mail."""
    MailPreference.objects.update_or_create(
        annotator=member, defaults={"wants_reports": wants_reports, "changed_at": timezone.now()}
    )
