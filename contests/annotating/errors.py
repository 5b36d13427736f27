"""Refusals of tasks, answers and keys."""

from collections.abc import Mapping

from text.errors import Refusal
from text.errors import gettext_noop as _


class ContestNotOpen(Refusal):
    code = "contest-not-open"
    message = _("The contest is not accepting answers at the moment.")


class TaskNotFound(Refusal):
    code = "task-not-found"
    message = _("This task is not assigned to you.")


class AnswerIdTaken(Refusal):
    code = "answer-id-taken"
    message = _("Another answer already has this id.")


class AnswerNotFound(Refusal):
    code = "answer-not-found"
    message = _("This answer is not yours.")


class AnswerSuperseded(Refusal):
    code = "answer-superseded"
    message = _("You have already sent a later answer to this task.")


class UnitOutsideText(Refusal):
    code = "unit-outside-text"
    message = _("A span ends after the end of the text.")


class UnitsOverlap(Refusal):
    code = "units-overlap"
    message = _("Two spans overlap.")


class UnitsWithoutAcceptance(Refusal):
    code = "units-without-acceptance"
    message = _("Only an accepted answer can have spans.")


class TooManyUnits(Refusal):
    code = "too-many-units"
    message = _("An answer can have at most %(most)s spans.")


class TooManyVersions(Refusal):
    code = "too-many-versions"
    message = _("You have already answered this task %(most)s times; your last answer counts.")


class AnsweredTooFast(Refusal):
    code = "too-fast"
    message = _("Too many answers in one minute. Wait a moment, then send this answer again.")


class OwnKeysRefused(Refusal):
    """Some personal keys are not allowed; `problems` has the reason by label."""

    code = "own-keys-refused"
    message = _("Some of these keys cannot be used. Nothing was saved.")

    def __init__(self, problems: Mapping[str, Refusal]) -> None:
        super().__init__()
        self.problems = problems


class TrainingDue(Refusal):
    code = "training-due"
    message = _("Finish the training first to open the contest.")
