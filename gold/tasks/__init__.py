"""The long jobs of releases; `gold.services` does the work."""

from gold.tasks import freezing

__all__ = ["freezing"]
