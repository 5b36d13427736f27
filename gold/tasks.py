"""The long jobs of releases; `gold.services` does the work."""

from gold.evaluations import tasks as evaluating
from gold.exports import tasks as exporting
from gold.releases import tasks as freezing
from gold.splits import tasks as splitting

__all__ = ["evaluating", "exporting", "freezing", "splitting"]
