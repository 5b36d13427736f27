"""Keys of one's own for the categories of a contest."""

from collections.abc import Mapping

from django.db import transaction

from accounts import keys
from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.shortcuts import judge_own
from contests.exceptions import OwnKeysRefused
from contests.models import Membership, OwnKey
from contests.selectors.own_keys import offered_keys


@transaction.atomic
def choose_own_keys(*, member: Membership, wanted: Mapping[str, str], actor: Actor) -> None:
    """Let these shortcuts be a person's own, by label; where none is wanted, the contest's stays."""
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
    changed, contest_id = AuditEvent.Action.CHANGED, member.contest_id
    record(actor, changed, "membership", member.pk, contest_id=contest_id, fields=["keys"])
