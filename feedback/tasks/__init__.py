"""What workers do for this stage; `feedback.services` does the work."""

from feedback.tasks import mailing, scoring

__all__ = ["mailing", "scoring"]
