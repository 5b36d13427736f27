"""Compound reads about members, and what a list of people to invite would do."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from contests.contest.domain import PEOPLE, MissingStep
from contests.contest.models import Contest
from contests.people.domain import RosterLine, read_roster
from contests.people.models import AliasRefusal, Membership
from contests.teams.models import Team


def is_annotating(member: Membership) -> bool:
    """Return whether this person gets tasks now."""
    has_place = not member.is_manager and member.team_id is not None
    is_ready = not member.needs_alias and not member.needs_training
    return has_place and is_ready and member.contest.takes_answers_at(timezone.now())


def managed_contest_ids(user: User) -> Collection[int]:
    """Return the ids of the contests that this person manages."""
    return set(Contest.objects.managed_by(user).values_list("pk", flat=True))


@dataclass(frozen=True)
class Progress:
    """How far a contest is on its way to its collective goal."""

    accepted: int
    annotators: int
    goal: int
    # Whether the goal stays when people join or leave.
    is_fixed: bool

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.accepted / self.goal)) if self.goal else 0


def collective_progress(contest: Contest) -> Progress:
    """Return accepted tasks of everyone, also of who left, against the goal of all together."""
    everyone = contest.memberships.annotators()
    accepted = everyone.aggregate(sum=Sum("accepted_tasks"))["sum"] or 0
    goal = contest.collective_goal
    if goal is None:
        goal = goal_of_those_present(contest)
    return Progress(accepted, _at_work(contest), goal, contest.collective_goal is not None)


def goal_of_those_present(contest: Contest) -> int:
    """Return goal per annotator × annotators: the collective goal until it is fixed."""
    return contest.goal_per_annotator * _at_work(contest)


def _at_work(contest: Contest) -> int:
    # Nobody waits for those who cannot sign in: closed accounts, people known from imports only.
    return contest.memberships.annotators().present().filter(user__is_active=True).count()


@dataclass(frozen=True)
class OwnProgress:
    """How far one annotator is on the way to their own goal."""

    accepted: int
    goal: int
    # None where no end is set or the contest does not run.
    days_left: int | None

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.accepted / self.goal))

    @property
    def left(self) -> int:
        return max(0, self.goal - self.accepted)

    @property
    def per_day(self) -> int:
        """Return how many tasks a day lead to the goal, rounded up."""
        return -(-self.left // max(1, self.days_left or 0))


def own_progress(member: Membership, *, now: datetime) -> OwnProgress:
    """Return an annotator's accepted tasks against the goal, and the days that are left."""
    goal = member.contest.goal_per_annotator
    return OwnProgress(member.accepted_tasks, goal, days_left(member.contest, now=now))


def days_left(contest: Contest, *, now: datetime) -> int | None:
    """Return the days until the last one; None where no end is set or the contest does not run."""
    if not contest.takes_answers_at(now) or contest.ends_at is None:
        return None
    # Calendar days where the contest takes place: people count nights, not hours.
    return (timezone.localdate(contest.ends_at) - timezone.localdate(now)).days


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
    line: RosterLine, role: str, teams: dict[str, Team], members: set[str], seen: dict[str, int]
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


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: annotators, each with a team."""
    annotators = Membership.objects.present().annotators().filter(contest=contest)
    if not annotators.exists():
        message = gettext_noop(
            "Nobody takes part yet: invite people, or hand out the contest’s link."
        )
        yield MissingStep(PEOPLE, "no-annotators", message)
    elif without := annotators.filter(team=None, user__is_active=True).count():
        message = gettext_noop("Annotators without a team, who get no tasks: %(count)s.")
        yield MissingStep(PEOPLE, "without-team", message, details={"count": without})


# Why a line of a list of people cannot be invited, by its code.
ROSTER_PROBLEMS = {
    "no-address": _("There is no e-mail address on this line."),
    "bad-address": _("“%(email)s” is not an e-mail address."),
    "twice": _("This address already stands on line %(first)s."),
    "member": _("This person already takes part."),
    "unknown-team": _("There is no team “%(team)s”."),
    "unreadable": _("“%(rest)s” is neither an address nor a role nor a team."),
    "manager-with-team": _("A manager has no team."),
}


def explain_row(row: RosterRow) -> str:
    """Return what is wrong with a line of a list, or nothing."""
    if not row.problem:
        return ""
    values = {"email": row.line.email, "team": row.line.team, "rest": row.line.rest}
    return str(ROSTER_PROBLEMS[row.problem]) % (values | {"first": row.first_line})
