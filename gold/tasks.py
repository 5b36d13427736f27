"""The background tasks of this stage, where Celery and the registry of jobs look for them."""

from gold.evaluations import tasks as evaluations
from gold.exports import tasks as exports
from gold.releases import tasks as releases
from gold.splits import tasks as splits
from gold.withdrawals import tasks as withdrawals

__all__ = ["evaluations", "exports", "releases", "splits", "withdrawals"]
