"""The long jobs of releases; `gold.services` does the work."""

from gold.tasks import evaluating, exporting, freezing, splitting

__all__ = ["evaluating", "exporting", "freezing", "splitting"]
