"""Which key gives which category to one person."""

from accounts.models import User
from contests.domain.shortcuts import overlay
from contests.models import Contest, OwnKey


def offered_keys(contest: Contest) -> dict[str, str]:
    """Return the contest's shortcut of every offered label, empty where there is none."""
    offered = contest.categories.filter(archived_at=None)
    return dict(offered.values_list("label", "shortcut"))


def own_keys(user: User, contest: Contest) -> dict[str, str]:
    """Return the shortcuts that this person has given to labels of the contest."""
    rows = OwnKey.objects.filter(member__user=user, member__contest=contest)
    return dict(rows.values_list("category__label", "shortcut"))


def keys_of(user: User, contest: Contest) -> dict[str, str]:
    """Return the shortcut of every offered label as it works for this person."""
    return overlay(offered_keys(contest), own_keys(user, contest))
