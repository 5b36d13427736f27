"""What can go wrong in telling people how they do."""


class FeedbackError(Exception):
    """Something asked of the feedback cannot be done."""


class NotOver(FeedbackError):
    """The contest still runs: its results are not final."""


class NothingScored(FeedbackError):
    """No run has been scored yet."""
