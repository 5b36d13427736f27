"""Changing teams and arms, and giving people a team."""

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.balancing import next_team
from contests.domain.lifecycle import ARRANGE, DESCRIBE, MANAGE_PEOPLE
from contests.exceptions import (
    ControlPerturbed,
    NotAnnotatorRole,
    NotPermitted,
    TeamInUse,
    TeamsFull,
    TeamTaken,
)
from contests.models import Contest, Group, Membership, Team
from contests.selectors.contests import team_loads
from contests.services.lifecycle import lock_for
from contests.services.sequences import give_sequence
from contests.services.setup import add_team


@transaction.atomic
def create_team(
    *,
    contest: Contest,
    group: int,
    name: str,
    arm: str,
    retention: float,
    perturbation: float,
    places: int | None,
    actor: Actor,
) -> Team:
    """Add a team to a contest that does not run yet."""
    fresh = lock_for(contest, ARRANGE)
    _check_arm(arm, perturbation)
    return add_team(
        contest=fresh,
        group=group,
        name=name,
        arm=arm,
        retention=retention,
        perturbation=perturbation,
        places=places,
        actor=actor,
    )


def _check_arm(arm: str, perturbation: float) -> None:
    if arm == Team.Arm.CONTROL and perturbation > 0:
        raise ControlPerturbed


@transaction.atomic
def change_team(*, team: Team, actor: Actor, group: int | None = None, **values: object) -> Team:
    """Change a team: name and places while the contest takes people in, the rest before it runs."""
    contest = lock_for(team.contest, DESCRIBE)
    fresh = Team.objects.select_related("group").get(pk=team.pk)
    changed = [name for name, value in values.items() if getattr(fresh, name) != value]
    if group is not None and group != fresh.group.number:
        changed.append("group")
    if not contest.permits(ARRANGE) and set(changed) - {"name", "places"}:
        raise NotPermitted
    if contest.teams.exclude(pk=fresh.pk).filter(name__iexact=values["name"]).exists():
        raise TeamTaken(name=values["name"])
    for name, value in values.items():
        setattr(fresh, name, value)
    _check_arm(fresh.arm, fresh.perturbation)
    if "group" in changed and group is not None:
        _regroup(fresh, group)
    if changed:
        fresh.save()
        what = AuditEvent.Action.CHANGED
        record(actor, what, "team", fresh.pk, contest_id=contest.pk, fields=changed)
    return fresh


def _regroup(team: Team, number: int) -> None:
    """Put a team into another group; one that is left empty goes, with its order of inputs."""
    before = team.group
    team.group, is_new = Group.objects.get_or_create(contest=team.contest, number=number)
    if is_new:
        give_sequence(group=team.group)
    team.save(update_fields=["group"])
    team.memberships.update(next_position=0)
    _drop_if_empty(before)


def _drop_if_empty(group: Group) -> None:
    if not group.teams.exists():
        group.delete()


@transaction.atomic
def delete_team(*, team: Team, actor: Actor) -> None:
    """Delete a team that nobody belongs or belonged to."""
    contest = lock_for(team.contest, ARRANGE)
    if team.memberships.exists():
        raise TeamInUse
    pk, group = team.pk, team.group
    team.delete()
    _drop_if_empty(group)
    record(actor, AuditEvent.Action.DELETED, "team", pk, contest_id=contest.pk)


def place_for(contest: Contest, *, wanted: Team | None = None) -> Team | None:
    """Return the team that a new annotator goes to, in a transaction that holds the contest.

    The wanted one if it has a free place, else the one that keeps teams and arms even; none where a
    manager gives teams, or there are none yet.
    """
    loads = team_loads(contest)
    if wanted is not None and loads[wanted.pk].is_full:
        raise TeamsFull
    if wanted is not None or not contest.assigns_teams or not loads:
        return wanted
    chosen = next_team(list(loads.values()))
    if chosen is None:
        raise TeamsFull
    return contest.teams.get(key=chosen.key)


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
    what = AuditEvent.Action.CHANGED
    record(
        actor,
        what,
        "membership",
        fresh.pk,
        contest_id=contest.pk,
        team=team.pk if team else None,
        before=before.pk if before else None,
    )
    return fresh
