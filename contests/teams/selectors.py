"""What is missing before a contest can be trained for and opened, step by step."""

from collections.abc import Iterator

from django.db.models import Count, Q, QuerySet, Sum

from contests.contest.domain import OPENING, TEAMS, Finding
from contests.contest.models import Contest
from contests.teams.domain import designs
from contests.teams.domain.designs import TeamLoad
from contests.teams.models import Team


def teams_with_progress(contest: Contest) -> QuerySet[Team]:
    """Return the teams with their number of members and accepted tasks."""
    return contest.teams.annotate(
        members=Count("memberships", filter=Q(memberships__removed_at=None)),
        accepted=Sum("memberships__accepted_tasks", default=0),
    ).order_by("-accepted", "name")


def team_loads(contest: Contest) -> dict[int, TeamLoad]:
    """Return how many people each team has and may have, by the team's id."""
    present = Count("memberships", filter=Q(memberships__removed_at=None))
    teams = contest.teams.select_related("group").annotate(members=present)
    return {
        team.pk: TeamLoad(team.key, team.group.number, team.arm, team.members, team.places)
        for team in teams
    }


def team_designs(contest: Contest) -> list[designs.TeamDesign]:
    """Return the teams as the checks of experiments know them."""
    return [
        designs.TeamDesign(
            team.name, team.group.number, team.arm, team.retention, team.perturbation
        )
        for team in contest.teams.select_related("group")
    ]


def _teams(contest: Contest) -> Iterator[Finding]:
    teams = team_designs(contest)
    if not teams:
        yield Finding(TEAMS, "no-teams", OPENING)
    in_sequence = contest.routing == Contest.Routing.SEQUENCE
    for problem in designs.find_problems(teams, in_sequence=in_sequence):
        details: dict[str, object] = {"group": problem.group, "team": problem.team}
        yield Finding(TEAMS, problem.code, OPENING, details)
    for group in designs.group_designs(teams):
        if group.has_several_pairs and not group.problems():
            yield Finding(TEAMS, designs.SEVERAL_PAIRS, details={"group": group.number})
