"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from collections.abc import Mapping

from contests.contest.errors import ContestError


class ContestNotOpen(ContestError):
    code = "contest-not-open"


class TaskNotFound(ContestError):
    code = "task-not-found"


class AnswerIdTaken(ContestError):
    code = "answer-id-taken"


class AnswerNotFound(ContestError):
    code = "answer-not-found"


class AnswerSuperseded(ContestError):
    """A later answer to the same task counts."""

    code = "answer-superseded"


class UnitOutsideText(ContestError):
    code = "unit-outside-text"


class UnitsOverlap(ContestError):
    code = "units-overlap"


class UnitsWithoutAcceptance(ContestError):
    code = "units-without-acceptance"


class OwnKeysRefused(ContestError):
    """Some of the keys that a person wants for themselves cannot be given; `problems` tells by label."""

    code = "own-keys-refused"

    def __init__(self, problems: Mapping[str, ContestError]) -> None:
        super().__init__()
        self.problems = problems


class TrainingDue(ContestError):
    """The person has to finish the training first."""

    code = "training-due"
