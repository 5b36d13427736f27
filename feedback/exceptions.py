"""What can go wrong in telling people how they do."""


class FeedbackError(Exception):
    """Something asked of the feedback cannot be done."""
