"""The tables of this stage, where Django looks for them."""

from feedback.mails import models as mails
from feedback.reports import models as reports
from feedback.scores import models as scores

__all__ = ["mails", "reports", "scores"]
