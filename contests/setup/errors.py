"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class NoSuchMove(ContestError):
    """No step leads from the contest's state to the wanted one."""

    code = "no-such-move"


class NotReady(ContestError):
    """Something is missing before the contest can go on."""

    code = "not-ready"


class EndNotAhead(ContestError):
    """A contest that opens again needs an end in the future, or none."""

    code = "end-not-ahead"
