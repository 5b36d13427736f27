"""Compound reads about members, and what a list of people to invite would do."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts.models import User
from contests.domain.rosters import RosterLine, read_roster
from contests.models import AliasRefusal, Contest, Membership, Team

# Why a line cannot be invited.
NO_ADDRESS = "no-address"
BAD_ADDRESS = "bad-address"
TWICE = "twice"
MEMBER = "member"
UNKNOWN_TEAM = "unknown-team"
UNREADABLE = "unreadable"
MANAGER_WITH_TEAM = "manager-with-team"


@dataclass(frozen=True)
class RosterRow:
    """A line of a list with whom it means, or what is wrong with it."""

    line: RosterLine
    email: str
    role: str
    team: Team | None = None
    problem: str = ""
    # The line on which the same address stands before.
    first_line: int = 0


def check_roster(contest: Contest, text: str, *, role: str) -> list[RosterRow]:
    """Return every line of a pasted list, judged; `role` is for those that name none."""
    lines = read_roster(text)
    teams = {team.name.casefold(): team for team in contest.teams.all()}
    members = set(contest.memberships.present().values_list("user__email", flat=True))
    seen: dict[str, int] = {}
    rows = []
    for line in lines:
        row = _judge(line, role, teams, members, seen)
        seen.setdefault(row.email, line.number)
        rows.append(row)
    return rows


def _judge(
    line: RosterLine,
    role: str,
    teams: dict[str, Team],
    members: set[str],
    seen: dict[str, int],
) -> RosterRow:
    email = User.objects.normalize_email(line.email)
    chosen = line.role or role
    team = teams.get(line.team.casefold()) if line.team else None
    row = RosterRow(line, email, chosen, team)
    problem = (
        _address_problem(email)
        or (UNREADABLE if line.rest else "")
        or (TWICE if email in seen else "")
        or (MEMBER if email in members else "")
        or (UNKNOWN_TEAM if line.team and team is None else "")
        or (MANAGER_WITH_TEAM if team and chosen == Membership.Role.MANAGER else "")
    )
    if not problem:
        return row
    return RosterRow(line, email, chosen, team, problem, seen.get(email, 0))


def _address_problem(email: str) -> str:
    if not email:
        return NO_ADDRESS
    try:
        validate_email(email)
    except ValidationError:
        return BAD_ADDRESS
    return ""


def refusal_of(member: Membership) -> AliasRefusal | None:
    """Return why a person's alias was taken away, where they have none now."""
    return member.alias_refusals.first() if member.needs_alias else None


def members_of(contest: Contest) -> Sequence[Membership]:
    """Return who takes part: managers first, then annotators by team and alias."""
    members = contest.memberships.present().select_related("user", "team")
    return list(members.order_by("-role", "team__name", "alias", "pk"))
