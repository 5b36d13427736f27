"""Write e-mails and deliver them by SMTP with a known outcome.

Django's backend cannot tell whether a connection broke before or after the message was handed over.
Callers must not send twice, so this module runs the SMTP conversation itself.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from smtplib import SMTP, SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address
from django.template.loader import render_to_string
from django.utils.translation import override


class DeliveryError(Exception):
    """A message was not delivered, as far as is known.

    `code` is the mail server's reply code, if any; `words` is its reply, kept only if it came before
    the content and so cannot quote it.
    """

    def __init__(self, code: int | None = None, words: str = "") -> None:
        super().__init__(code)
        self.code, self.words = code, words


class DeliveryPutOff(DeliveryError):
    """The server cannot be reached or asks to retry later."""


class DeliveryRefused(DeliveryError):
    """The server rejects this message or recipient permanently."""


class AddressUnfit(DeliveryRefused):
    """The address cannot be encoded in a message."""


class DeliveryUnsure(DeliveryError):
    """The server received the message but did not confirm or reject it."""


def sends_mail() -> bool:
    """Return whether a mail server is configured; otherwise messages are written to files."""
    return bool(settings.EMAIL_BACKEND.endswith(".smtp.EmailBackend"))


GO_AHEAD = 354
LONGEST_WORDS = 200


def deliver(message: EmailMessage) -> None:
    """Deliver one message, or raise a DeliveryError."""
    backend = get_connection()
    if isinstance(backend, EmailBackend):
        _deliver_by_smtp(backend, message)
        return
    try:
        backend.send_messages([message])
    except UnicodeError as error:
        raise AddressUnfit from error
    except OSError as error:
        raise DeliveryPutOff from error


def _deliver_by_smtp(backend: EmailBackend, message: EmailMessage) -> None:
    # Encode everything before connecting, as this may fail.
    sender, recipients = _addresses(message)
    content = re.sub(rb"\r?\n", b"\r\n", message.message().as_bytes())
    with _conversation(backend) as server:
        try:
            _announce(server, sender, recipients)
            _expect(server.docmd("DATA"), GO_AHEAD, GO_AHEAD)
        except (SMTPException, OSError) as error:
            # No content has been sent yet.
            raise DeliveryPutOff from error
        _hand_over(server, content)


def _addresses(message: EmailMessage) -> tuple[str, list[str]]:
    encoding = "utf-8"
    try:
        sender = sanitize_address(message.from_email, encoding)
        return sender, [sanitize_address(each, encoding) for each in message.recipients()]
    # An international domain may be too long once encoded in ASCII.
    except ValueError as error:
        raise AddressUnfit from error


@contextmanager
def _conversation(backend: EmailBackend) -> Iterator[SMTP]:
    try:
        backend.open()
    except (SMTPException, OSError) as error:
        raise DeliveryPutOff(getattr(error, "smtp_code", None)) from error
    server = backend.connection
    if server is None:
        raise DeliveryPutOff
    try:
        yield server
    finally:
        # The message is already accepted; ignore errors on QUIT.
        with suppress(SMTPException, OSError):
            backend.close()


def _announce(server: SMTP, sender: str, recipients: list[str]) -> None:
    server.ehlo_or_helo_if_needed()
    _expect(server.mail(sender), 200, 299)
    for recipient in recipients:
        _expect(server.rcpt(recipient), 200, 299)


def _expect(reply: tuple[int, bytes], least: int, most: int) -> None:
    code, words = reply
    if not least <= code <= most:
        raise _refusal(code, words.decode("utf-8", "replace")[:LONGEST_WORDS])


def _refusal(code: int, words: str = "") -> DeliveryPutOff | DeliveryRefused:
    return DeliveryRefused(code, words) if code >= 500 else DeliveryPutOff(code, words)


def _hand_over(server: SMTP, content: bytes) -> None:
    """Send the content and read the reply; raise DeliveryUnsure if there is none."""
    try:
        server.send(_dot_stuffed(content))
        code, _words = server.getreply()
    except (SMTPException, OSError) as error:
        raise DeliveryUnsure from error
    if 200 <= code <= 299:
        return
    if not 400 <= code <= 599:
        raise DeliveryUnsure(code)
    # Without the reply's text: it may quote the content.
    raise _refusal(code)


def _dot_stuffed(content: bytes) -> bytes:
    """Return the content for DATA, with leading dots doubled and the final dot added."""
    body = re.sub(rb"(?m)^\.", b"..", content)
    return body + (b"" if body.endswith(b"\r\n") else b"\r\n") + b".\r\n"


@dataclass(frozen=True)
class Letter:
    """The subject and body of an e-mail."""

    subject: str
    text: str
    html: str

    def to(
        self, address: str, *, headers: Mapping[str, str] | None = None
    ) -> EmailMultiAlternatives:
        """Return the letter as a message to this address."""
        message = EmailMultiAlternatives(
            self.subject, self.text, to=[address], headers=dict(headers or {})
        )
        message.attach_alternative(self.html, "text/html")
        return message


def write_letter(name: str, context: Mapping[str, Any], *, language: str) -> Letter:
    """Render the letter in `templates/emails/<name>/`."""
    folder, values = f"emails/{name}", dict(context)
    with override(language):
        return Letter(
            # A subject is one line, whatever names it contains.
            subject=" ".join(render_to_string(f"{folder}/subject.txt", values).split()),
            text=render_to_string(f"{folder}/body.txt", values),
            html=render_to_string(f"{folder}/body.html", values),
        )


def public_link(path: str) -> str:
    """Return a page's URL on BASE_URL, because a request's Host may be forged."""
    return f"{settings.BASE_URL}{path}"
