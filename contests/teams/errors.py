"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class TeamsFull(ContestError):
    """No team of the contest has a free place."""

    code = "teams-full"


class TeamTaken(ContestError):
    code = "team-taken"


class TeamsInUse(ContestError):
    """People belong to the teams that a design would replace."""

    code = "teams-in-use"


class TeamInUse(ContestError):
    """The team has members, or had some who answered."""

    code = "team-in-use"


class ControlPerturbed(ContestError):
    code = "control-perturbed"
