"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class RulesReadOnly(ContestError):
    """The contest is closed: what is proposed in it stays."""

    code = "rules-read-only"


class DetectionBusy(ContestError):
    """A job is proposing already."""

    code = "detection-busy"


class FormatTaken(ContestError):
    code = "format-taken"


class TooManyWords(ContestError):
    """A list would grow beyond what is read with every line."""

    code = "too-many-words"


class TooManyFormats(ContestError):
    """More formats than can be looked for in every line."""

    code = "too-many-formats"
