"""What workers do for this stage; `feedback.services` does the work."""

from feedback.tasks import scoring

__all__ = ["scoring"]
