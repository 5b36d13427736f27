"""The long jobs of contests; `contests.services` does their work."""

from contests.tasks import detecting, drawing, telling

__all__ = ["detecting", "drawing", "telling"]
