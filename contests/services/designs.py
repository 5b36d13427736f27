"""Giving a contest the groups and teams of a ready design."""

from collections.abc import Sequence

from django.db import transaction

from accounts.audit import Actor
from contests.domain.lifecycle import ARRANGE
from contests.domain.ready_designs import ReadyDesign
from contests.exceptions import TeamsInUse
from contests.models import Contest, Team
from contests.services.lifecycle import lock_for
from contests.services.settings import change_settings
from contests.services.setup import add_team
from contests.services.teams import delete_team


@transaction.atomic
def apply_design(
    *, contest: Contest, design: ReadyDesign, names: Sequence[str], actor: Actor
) -> list[Team]:
    """Replace the teams, to which nobody may belong, by those of the design, and order the inputs."""
    fresh = lock_for(contest, ARRANGE)
    if fresh.memberships.exclude(team=None).exists():
        raise TeamsInUse
    for team in list(fresh.teams.select_related("group", "contest")):
        delete_team(team=team, actor=actor)
    # Teams that meet different inputs cannot be compared.
    change_settings(contest=contest, actor=actor, routing=Contest.Routing.SEQUENCE)
    return [
        add_team(
            contest=fresh,
            group=team.group,
            name=team.name,
            arm=team.arm,
            retention=team.retention,
            perturbation=team.perturbation,
            actor=actor,
        )
        for team in design.teams(names, seed=fresh.seed)
    ]
