"""Upkeep of accounts."""

from celery import shared_task

from accounts import services


@shared_task(name="accounts.forget_expired_sessions")
def forget_expired_sessions() -> None:
    """Delete what is left of sign-ins that have ended."""
    services.forget_expired_sessions()
