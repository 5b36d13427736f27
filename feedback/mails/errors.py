"""What can go wrong in telling people how they do."""

from feedback.scores.errors import FeedbackError


class NothingToReport(FeedbackError):
    """No run has been published yet."""


class MailNotRepeatable(FeedbackError):
    """This mail was sent, is being sent, or nobody should get it."""
