"""The background tasks of this stage, where Celery and the registry of jobs look for them."""

from feedback.mails import tasks as mails
from feedback.scores import tasks as scores

__all__ = ["mails", "scores"]
