"""Who can annotate."""

from django.utils import timezone

from contests.models import Membership


def is_annotating(member: Membership) -> bool:
    """Return whether this person gets tasks now."""
    has_place = not member.is_manager and member.team_id is not None
    is_ready = not member.needs_alias and not member.needs_training
    return has_place and is_ready and member.contest.takes_answers_at(timezone.now())
