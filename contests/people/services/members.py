"""Refusing an alias that does not belong on a scoreboard."""

from django.db import transaction

from accounts.audit import CHANGED, CREATED, PLATFORM, Actor, record
from accounts.models import User
from contests.contest.domain import MANAGE_PEOPLE
from contests.contest.models import Contest
from contests.contest.services import lock_for
from contests.people.domain import alias_key, tidy_alias
from contests.people.errors import (
    AliasEmpty,
    AliasRefused,
    AliasTaken,
    AlreadyMember,
    NotAnnotatorRole,
)
from contests.people.models import AliasRefusal, Membership
from contests.teams.errors import TeamsFull
from contests.teams.models import Team
from contests.teams.selectors import team_loads


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
    record(actor, CHANGED, "membership", fresh.pk, contest_id=contest.pk, fields=["alias refused"])
    return refusal


@transaction.atomic
def add_member(
    *,
    contest: Contest,
    user: User,
    role: str,
    alias: str = "",
    team: Team | None = None,
    actor: Actor = PLATFORM,
    **trace: object,
) -> Membership:
    """Let a person take part; someone who was removed comes back with what they did.

    `trace` goes into the audit log with it: by which invitation or link they came.
    """
    # One at a time per contest: the database compares aliases by their plain letters only.
    Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    member = Membership.objects.filter(contest=contest, user=user).first()
    if member is not None and member.removed_at is None:
        raise AlreadyMember
    member = member or Membership(contest=contest, user=user)
    member.role, member.removed_at = role, None
    member.alias = tidy_alias(alias) or member.alias
    before, member.team = member.team, None
    if role == Membership.Role.ANNOTATOR:
        member.team = team or before
    if member.team != before:
        # Another group has another order: what was already met is passed over there.
        member.next_position = 0
    check_alias(member)
    member.save()
    record(actor, CREATED, "membership", member.pk, contest_id=contest.pk, **trace)
    return member


def check_alias(member: Membership) -> None:
    """Refuse an alias that someone else in the contest has, or that a manager refused there."""
    key = alias_key(member.alias)
    others = member.contest.memberships.exclude(pk=member.pk).exclude(alias="")
    if key in {alias_key(alias) for alias in others.values_list("alias", flat=True)}:
        raise AliasTaken
    refused = member.contest.alias_refusals.values_list("alias", flat=True)
    if key and key in {alias_key(alias) for alias in refused}:
        raise AliasRefused


@transaction.atomic
def choose_alias(*, member: Membership, alias: str, actor: Actor) -> Membership:
    """Give a person another alias, as they wish."""
    Contest.objects.select_for_update(no_key=True).get(pk=member.contest_id)
    fresh = Membership.objects.select_related("contest").get(pk=member.pk)
    fresh.alias = tidy_alias(alias)
    if not fresh.alias:
        raise AliasEmpty
    check_alias(fresh)
    fresh.save(update_fields=["alias"])
    record(actor, CHANGED, "membership", fresh.pk, contest_id=fresh.contest_id, fields=["alias"])
    return fresh


@transaction.atomic
def assign_team(*, member: Membership, team: Team | None, actor: Actor) -> Membership:
    """Put an annotator into another team, or into none; what they did stays."""
    contest = lock_for(member.contest, MANAGE_PEOPLE)
    fresh = Membership.objects.select_related("team").get(pk=member.pk)
    if fresh.is_manager:
        raise NotAnnotatorRole
    if fresh.team == team:
        return fresh
    if team is not None and team_loads(contest)[team.pk].is_full:
        raise TeamsFull
    before = fresh.team
    if team is None or before is None or before.group_id != team.group_id:
        # Another group has another order: what was already met is passed over there.
        fresh.next_position = 0
    fresh.team = team
    fresh.save(update_fields=["team", "next_position"])
    record(
        actor,
        CHANGED,
        "membership",
        fresh.pk,
        contest_id=contest.pk,
        team=team.pk if team else None,
        before=before.pk if before else None,
    )
    return fresh
