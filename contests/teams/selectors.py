"""Compound reads of teams: their members, loads and designs."""

from collections.abc import Iterator

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext_noop

from contests.contest.domain import OPENING, TEAMS, MissingStep
from contests.contest.models import Contest
from contests.teams import domain as designs
from contests.teams.domain import TeamLoad
from contests.teams.models import Team


def teams_with_progress(contest: Contest) -> QuerySet[Team]:
    """Return the teams by name, with their number of members and accepted tasks."""
    return contest.teams.annotate(
        members=Count("memberships", filter=Q(memberships__removed_at=None)),
        accepted=Sum("memberships__accepted_tasks", default=0),
    ).order_by("name")


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


# What is wrong with the teams of a group, by the codes of their designs.
DESIGN_PROBLEMS = {
    designs.NO_CONTROL: gettext_noop(
        "Group %(group)s: the teams see different pre-annotations, but none of them is the control."
    ),
    designs.NO_EXPERIMENTAL: gettext_noop(
        "Group %(group)s: the teams see different pre-annotations, but all of them are controls."
    ),
    designs.CONTROL_SEES: gettext_noop(
        "Group %(group)s: “%(team)s” is the control of a retention experiment and must see nothing "
        "(retention 0)."
    ),
    designs.RETENTION_DIFFERS: gettext_noop(
        "Group %(group)s: in a perturbation experiment all teams have the same retention."
    ),
    designs.NOTHING_TO_PERTURB: gettext_noop(
        "Group %(group)s: with a retention of 0 there is nothing to perturb."
    ),
    designs.ARMS_ALIKE: gettext_noop(
        "Group %(group)s: control and experimental teams see the same, so there is nothing to "
        "compare."
    ),
    designs.NOT_IN_SEQUENCE: gettext_noop(
        "Group %(group)s: an experiment needs the same inputs in the same order for its teams."
    ),
    designs.SEVERAL_PAIRS: gettext_noop(
        "Group %(group)s: every experimental team is compared with every control team. One of each "
        "is easier to read, and each further comparison asks for more tasks."
    ),
}


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: teams that can be compared."""
    teams = team_designs(contest)
    if not teams:
        message = gettext_noop("There is no team: annotators get tasks only in a team.")
        yield MissingStep(TEAMS, "no-teams", message, OPENING)
    in_sequence = contest.routing == Contest.Routing.SEQUENCE
    for problem in designs.find_problems(teams, in_sequence=in_sequence):
        details: dict[str, object] = {"group": problem.group, "team": problem.team}
        message = DESIGN_PROBLEMS[problem.code]
        yield MissingStep(TEAMS, problem.code, message, OPENING, details)
    for group in designs.group_designs(teams):
        if group.has_several_pairs and not group.problems():
            code = designs.SEVERAL_PAIRS
            message = DESIGN_PROBLEMS[code]
            yield MissingStep(TEAMS, code, message, details={"group": group.number})
