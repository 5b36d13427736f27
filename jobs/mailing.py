"""Send many e-mails in a job."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from jobs.errors import MailServerSilent
from jobs.runs import JobRun
from web.mail import DeliveryError, DeliveryRefused, deliver

T = TypeVar("T")


def send_each(
    run: JobRun,
    recipients: QuerySet[Any, T] | Sequence[T],
    write: Callable[[T], EmailMessage | None],
    note: Callable[[T, bool], None] | None = None,
) -> None:
    """Send an e-mail to each recipient, continuing where the last run stopped.

    `write` returns None to skip a recipient. `note` is called in each step with whether the mail
    server accepted the message. A refused address does not stop the others; raise
    MailServerSilent if the server does not answer.
    """
    counts = {"sent": 0, "refused": 0} | run.checkpoint.get("counts", {})
    label = gettext_noop("Sending e-mails")
    for batch in run.batches(recipients, size=1, label=label):
        # Outside the step, which would block other writers while the server answers. If the run is
        # killed here, only this e-mail is sent twice.
        recipient = batch.items[0]
        message = write(recipient)
        is_taken = message is not None and _is_taken(message)
        if message is not None:
            counts["sent" if is_taken else "refused"] += 1
        with batch.step(counts=counts, result=counts):
            if message is not None and note is not None:
                note(recipient, is_taken)


def _is_taken(message: EmailMessage) -> bool:
    try:
        deliver(message)
    except DeliveryRefused:
        return False
    except DeliveryError as error:
        raise MailServerSilent("The mail server did not take a message.") from error
    return True
