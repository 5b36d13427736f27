"""A real SMTP server that keeps what it receives."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from tests.services import free_port


class Mailbox:
    """The messages that arrived, in order; a word may be answered by a refusal or by silence."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        # What is answered to RCPT and after DATA, where it is not "250 OK".
        self.to_address = ""
        self.to_message = ""
        # MAIL, RCPT, DATA: in the middle of it; END: once the whole message is there.
        self.hangs_up_at = ""

    async def handle_RCPT(self, server, session, envelope, address, options) -> str:  # noqa: N802
        if not self.to_address:
            envelope.rcpt_tos.append(address)
        return self.to_address or "250 OK"

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        if not self.to_message:
            self.messages.append(message_from_bytes(envelope.content, policy=policy.default))
        if self.hangs_up_at == "END":
            server.transport.abort()
        return self.to_message or "250 OK"


class Breaking(SMTP):
    """A server that hangs up in the middle of a conversation, at the word of its mailbox."""

    async def smtp_MAIL(self, arg: str) -> None:  # noqa: N802
        await self._unless("MAIL", super().smtp_MAIL, arg)

    async def smtp_RCPT(self, arg: str) -> None:  # noqa: N802
        await self._unless("RCPT", super().smtp_RCPT, arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if self.event_handler.hangs_up_at == "DATA":
            await self.push("354 go ahead")
            await self._reader.readline()
        await self._unless("DATA", super().smtp_DATA, arg)

    async def _unless(self, word: str, go_on, arg: str) -> None:
        if self.event_handler.hangs_up_at == word:
            self.transport.abort()
        else:
            await go_on(arg)


class Server(Controller):
    def factory(self) -> SMTP:
        return Breaking(self.handler)


def serve(box: Mailbox, settings) -> Iterator[Mailbox]:
    """Let the platform send its mail to a real server of our own."""
    server = Server(box, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield box
    server.stop()


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    yield from serve(Mailbox(), settings)
