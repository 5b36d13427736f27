"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class InputsFixed(ContestError):
    """The contest has begun: its inputs may no longer change."""

    code = "inputs-fixed"


class InputsBusy(ContestError):
    """A job is drawing or removing the inputs."""

    code = "inputs-busy"


class InputsAnswered(ContestError):
    """People have answered tasks on the inputs, which therefore stay."""

    code = "inputs-answered"


class NoInputs(ContestError):
    code = "no-inputs"


class InputUnknown(ContestError):
    code = "input-unknown"
