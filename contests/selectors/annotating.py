"""Who can annotate."""

from django.utils import timezone

from contests.models import Membership


def is_annotating(member: Membership) -> bool:
    """Return whether this person gets tasks now."""
    has_place = not member.is_manager and member.team_id is not None
    return has_place and member.contest.takes_answers_at(timezone.now())
