"""The long jobs of contests; `contests.services` does their work."""

from contests.tasks import drawing, telling

__all__ = ["drawing", "telling"]
