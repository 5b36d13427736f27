"""Handing a letter to the mail server, so that one knows afterwards how that went.

Django's own sending cannot tell a connection that broke before the letter was handed over from one
that broke after. Who must not send twice has to know: so the conversation is held here, word by word.
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
    """A letter was not handed over, as far as anybody knows.

    `code` is the mail server's, where it gave one; `words` are its own, where it had not yet seen the
    letter and so cannot quote it.
    """

    def __init__(self, code: int | None = None, words: str = "") -> None:
        super().__init__(code)
        self.code, self.words = code, words


class DeliveryPutOff(DeliveryError):
    """Not now: the server cannot be reached, or asks to wait."""


class DeliveryRefused(DeliveryError):
    """Never: the server does not take this letter, or not for this address."""


class AddressUnfit(DeliveryRefused):
    """The address cannot be written in a letter."""


class DeliveryUnsure(DeliveryError):
    """The server has the letter, and said neither yes nor no."""


def sends_mail() -> bool:
    """Return whether a mail server is set up; else letters go into files, where nobody reads them."""
    return bool(settings.EMAIL_BACKEND.endswith(".smtp.EmailBackend"))


GO_AHEAD = 354
LONGEST_WORDS = 200


def deliver(message: EmailMessage) -> None:
    """Hand one message over, or raise the DeliveryError that says what is known."""
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
    # All that can fail by itself comes first, before anyone is called.
    sender, recipients = _addresses(message)
    content = re.sub(rb"\r?\n", b"\r\n", message.message().as_bytes())
    with _conversation(backend) as server:
        try:
            _announce(server, sender, recipients)
            _expect(server.docmd("DATA"), GO_AHEAD, GO_AHEAD)
        except (SMTPException, OSError) as error:
            # Nothing of the letter has been said yet.
            raise DeliveryPutOff from error
        _hand_over(server, content)


def _addresses(message: EmailMessage) -> tuple[str, list[str]]:
    encoding = "utf-8"
    try:
        sender = sanitize_address(message.from_email, encoding)
        return sender, [sanitize_address(each, encoding) for each in message.recipients()]
    # A domain in other letters may be too long once it is written in ASCII.
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
    """Send the letter and wait for the answer; raise DeliveryUnsure if there is none."""
    try:
        server.send(_dotted(content))
        code, _words = server.getreply()
    except (SMTPException, OSError) as error:
        raise DeliveryUnsure from error
    if 200 <= code <= 299:
        return
    if not 400 <= code <= 599:
        raise DeliveryUnsure(code)
    # Without its words: they may quote what they refuse.
    raise _refusal(code)


def _dotted(content: bytes) -> bytes:
    """Return the letter as it is said after DATA: a dot alone ends it, so others are doubled."""
    body = re.sub(rb"(?m)^\.", b"..", content)
    return body + (b"" if body.endswith(b"\r\n") else b"\r\n") + b".\r\n"


@dataclass(frozen=True)
class Letter:
    """What someone will read."""

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
    """Return the letter that `templates/emails/<name>/` describes."""
    folder, values = f"emails/{name}", dict(context)
    with override(language):
        return Letter(
            # In one line, whatever names stand in it.
            subject=" ".join(render_to_string(f"{folder}/subject.txt", values).split()),
            text=render_to_string(f"{folder}/body.txt", values),
            html=render_to_string(f"{folder}/body.html", values),
        )


def public_link(path: str) -> str:
    """Return the address of a page as the settings give it: a request's Host may be made up."""
    return f"{settings.BASE_URL}{path}"
