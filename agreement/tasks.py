"""The background tasks of this stage, where Celery and the registry of jobs look for them."""

from agreement.checks import tasks as checks
from agreement.runs import tasks as runs

__all__ = ["checks", "runs"]
