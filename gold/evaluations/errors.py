"""What is refused about evaluations."""

from datetime import datetime

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToEvaluate(Refusal):
    code = "nothing-to-evaluate"
    message = _("No text here has gold to evaluate on.")


class AlreadyEvaluated(Refusal):
    """The same version would give the same figures again."""

    code = "already-evaluated"
    message = _("This detector was evaluated on these texts on %(date)s: here is the result.")

    def __init__(self, evaluation_id: int, finished_at: datetime | None) -> None:
        super().__init__(date=finished_at)
        self.evaluation_id = evaluation_id
        self.finished_at = finished_at
