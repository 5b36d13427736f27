"""The long jobs of this stage and its upkeep; `agreement.services` does the work."""

from agreement.runs import tasks as processing
from agreement.runs import tasks as upkeep

__all__ = ["processing", "upkeep"]
