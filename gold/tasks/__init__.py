"""The long jobs of releases; `gold.services` does the work."""

from gold.tasks import exporting, freezing, splitting

__all__ = ["exporting", "freezing", "splitting"]
