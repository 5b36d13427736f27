"""The long jobs of this stage and its upkeep; `agreement.services` does the work."""

from agreement.tasks import processing, upkeep

__all__ = ["processing", "upkeep"]
