"""Refusing an alias that does not belong on a scoreboard."""

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.lifecycle import MANAGE_PEOPLE
from contests.exceptions import AliasEmpty, NotAnnotatorRole
from contests.models import AliasRefusal, Membership
from contests.services.lifecycle import lock_for


@transaction.atomic
def refuse_alias(*, member: Membership, reason: str, actor: Actor) -> AliasRefusal:
    """Take an annotator's alias away: they choose another, and nobody may have this one."""
    contest = lock_for(member.contest, MANAGE_PEOPLE)
    fresh = Membership.objects.get(pk=member.pk)
    if fresh.is_manager:
        raise NotAnnotatorRole
    if not fresh.alias:
        raise AliasEmpty
    refusal = AliasRefusal.objects.create(
        contest=contest, member=fresh, alias=fresh.alias, reason=reason
    )
    fresh.alias = ""
    fresh.save(update_fields=["alias"])
    changed = AuditEvent.Action.CHANGED
    record(actor, changed, "membership", fresh.pk, contest_id=contest.pk, fields=["alias refused"])
    return refusal
