"""Sending reports."""

from feedback.tasks import mailing

__all__ = ["mailing"]
