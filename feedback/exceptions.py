"""What can go wrong in telling people how they do."""


class FeedbackError(Exception):
    """Something asked of the feedback cannot be done."""


class NothingToReport(FeedbackError):
    """No run has been published yet."""


class MailNotRepeatable(FeedbackError):
    """This mail was sent, is being sent, or nobody should get it."""


class NotOver(FeedbackError):
    """The contest still runs: its results are not final."""


class NothingScored(FeedbackError):
    """No run has been scored yet."""
