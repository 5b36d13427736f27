"""Personal keys for the categories of a contest."""

from collections.abc import Mapping

from django.db import transaction

from accounts import keys
from accounts.audit import CHANGED, Actor, record
from accounts.models import User
from contests.annotating.errors import OwnKeysRefused
from contests.annotating.models import OwnKey
from contests.categories.domain.shortcuts import judge_own, overlay
from contests.contest.models import Contest
from contests.people.models import Membership


def offered_keys(contest: Contest) -> dict[str, str]:
    """Return the contest's shortcut of every offered label, or an empty string."""
    offered = contest.categories.filter(archived_at=None)
    return dict(offered.values_list("label", "shortcut"))


def own_keys(user: User, contest: Contest) -> dict[str, str]:
    """Return this person's own shortcuts by label."""
    rows = OwnKey.objects.filter(member__user=user, member__contest=contest)
    return dict(rows.values_list("category__label", "shortcut"))


def keys_of(user: User, contest: Contest) -> dict[str, str]:
    """Return the effective shortcut of every offered label for this person."""
    return overlay(offered_keys(contest), own_keys(user, contest))


@transaction.atomic
def choose_own_keys(*, member: Membership, wanted: Mapping[str, str], actor: Actor) -> None:
    """Replace a person's own shortcuts by these, given by label; raise OwnKeysRefused if some are not allowed."""
    Membership.objects.select_for_update(of=("self",)).get(pk=member.pk)
    offered = offered_keys(member.contest)
    own = {label: key for label, key in wanted.items() if key and key != offered.get(label, key)}
    problems = judge_own(own, offered=offered, page_keys=keys.chosen(member.user.keys).values())
    if problems:
        raise OwnKeysRefused(problems)
    member.own_keys.all().delete()
    categories = member.contest.categories.filter(label__in=own)
    OwnKey.objects.bulk_create(
        OwnKey(member=member, category=category, shortcut=own[category.label])
        for category in categories
    )
    record(actor, CHANGED, "membership", member.pk, contest_id=member.contest_id, fields=["keys"])
