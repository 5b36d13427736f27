"""What this feature refuses."""

from collections.abc import Mapping

from text.errors import Refusal
from text.errors import gettext_noop as _


class ContestNotOpen(Refusal):
    code = "contest-not-open"
    message = _("The contest does not take answers now.")


class TaskNotFound(Refusal):
    code = "task-not-found"
    message = _("This task is not one of yours.")


class AnswerIdTaken(Refusal):
    code = "answer-id-taken"
    message = _("Another answer already has this id.")


class AnswerNotFound(Refusal):
    code = "answer-not-found"
    message = _("This answer is not one of yours.")


class AnswerSuperseded(Refusal):
    code = "answer-superseded"
    message = _("A later answer of yours to this task counts already.")


class UnitOutsideText(Refusal):
    code = "unit-outside-text"
    message = _("A span ends beyond the text.")


class UnitsOverlap(Refusal):
    code = "units-overlap"
    message = _("Two spans overlap.")


class UnitsWithoutAcceptance(Refusal):
    code = "units-without-acceptance"
    message = _("Only an accepted answer may have spans.")


class TooManyUnits(Refusal):
    code = "too-many-units"
    message = _("An answer may have at most %(most)s spans.")


class TooManyVersions(Refusal):
    code = "too-many-versions"
    message = _("You have answered this task %(most)s times. The last of these answers counts.")


class AnsweredTooFast(Refusal):
    code = "too-fast"
    message = _("So much cannot be answered in one minute. Send this answer again a little later.")


class OwnKeysRefused(Refusal):
    """Some of the keys that a person wants for themselves cannot be given; `problems` tells by label."""

    code = "own-keys-refused"
    message = _("Some of these keys cannot be taken. Nothing was saved.")

    def __init__(self, problems: Mapping[str, Refusal]) -> None:
        super().__init__()
        self.problems = problems


class TrainingDue(Refusal):
    code = "training-due"
    message = _("Finish the training first; then the contest opens for you.")
