"""What can go wrong in making a corpus of a contest."""

from datetime import datetime

from gold.releases.errors import GoldError
from text.errors import Refusal
from text.errors import gettext_noop as _


class NoGold(Refusal):
    """No input says what is right."""

    code = "no-gold"
    message = _("No input of this contest says what is right.")


class EvaluationBusy(Refusal):
    """A job is evaluating already."""

    code = "evaluation-busy"
    message = _("The rules are already being evaluated. Wait until that is done.")


class EvaluationBusy_exceptions(GoldError):
    """The detector is being evaluated on this release already."""


class NothingToEvaluate(GoldError):
    """There is no text to evaluate on."""


class AlreadyEvaluated(GoldError):
    """These rules were evaluated on these texts before, and would give the same figures again."""

    def __init__(self, evaluation_id: int, finished_at: datetime | None) -> None:
        super().__init__(evaluation_id)
        self.evaluation_id = evaluation_id
        self.finished_at = finished_at
