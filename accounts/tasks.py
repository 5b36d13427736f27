"""Tasks that send letters and delete expired sessions."""

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
    services.forget_expired_sessions()


@shared_task(name="accounts.send_letter")
def send_letter(letter_id: int) -> None:
    letters.send_letter(letter_id=letter_id)


@shared_task(name="accounts.send_due_letters")
def send_due_letters() -> None:
    """Retry letters whose task was lost or that the mail server put off."""
    for letter in letters.due_letters():
        if not letters.send_letter(letter_id=letter.pk):
            # The server does not answer; further letters would fail as well.
            return


def enqueue_letter(letter: AccountLetter) -> None:
    """Queue the letter once the transaction is committed."""
    transaction.on_commit(partial(_post, letter.pk))


def _post(letter_id: int) -> None:
    try:
        send_letter.apply_async(args=[letter_id])
    except OperationalError:
        # The row is stored; `send_due_letters` will send it.
        log.warning("queue does not answer", letter_id=letter_id)
