"""What workers do for this stage; `feedback.services` does the work."""

from feedback.mails import tasks as mailing
from feedback.scores import tasks as scoring

__all__ = ["mailing", "scoring"]
