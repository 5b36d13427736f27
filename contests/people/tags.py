"""Whether the reader can annotate now, for what stands on every page of a contest."""

from django import template

from accounts.models import User
from contests.contest.models import Contest
from contests.people.selectors import is_annotating

register = template.Library()


@register.simple_tag
def annotates(user: User, contest: Contest) -> bool:
    """Return whether this person gets tasks of the contest now."""
    annotators = contest.memberships.present().annotators()
    member = annotators.select_related("contest").filter(user=user).first()
    return member is not None and is_annotating(member)
