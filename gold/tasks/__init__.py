"""The long jobs of releases; `gold.services` does the work."""

from gold.tasks import exporting, freezing

__all__ = ["exporting", "freezing"]
