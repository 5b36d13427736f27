"""What can go wrong in making a corpus of a contest."""

from datetime import datetime

from contests.contest.errors import ContestError
from gold.releases.errors import GoldError


class NoGold(ContestError):
    """No input says what is right."""

    code = "no-gold"


class EvaluationBusy(ContestError):
    """A job is evaluating already."""

    code = "evaluation-busy"


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
