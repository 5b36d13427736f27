"""Upkeep of accounts, and their letters."""

from functools import partial

import structlog
from celery import shared_task
from django.db import transaction
from kombu.exceptions import OperationalError

from accounts import letters, services
from accounts.models import AccountLetter

log = structlog.get_logger("palio.accounts")


@shared_task(name="accounts.forget_expired_sessions")
def forget_expired_sessions() -> None:
    """Delete what is left of sign-ins that have ended."""
    services.forget_expired_sessions()


@shared_task(name="accounts.send_letter")
def send_letter(letter_id: int) -> None:
    """Send this letter."""
    letters.send_letter(letter_id=letter_id)


@shared_task(name="accounts.send_due_letters")
def send_due_letters() -> None:
    """Send the letters whose message was lost, or that the mail server did not take."""
    for letter in letters.due_letters():
        if not letters.send_letter(letter_id=letter.pk):
            # A server that does not answer will not answer the next one, either.
            return


def enqueue_letter(letter: AccountLetter) -> None:
    """Have the letter sent as soon as the transaction is committed."""
    transaction.on_commit(partial(_post, letter.pk))


def _post(letter_id: int) -> None:
    try:
        send_letter.apply_async(args=[letter_id])
    except OperationalError:
        # Its row is stored: it is sent with those that are due.
        log.warning("queue does not answer", letter_id=letter_id)
