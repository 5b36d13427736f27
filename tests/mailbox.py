"""A real SMTP server that keeps what it receives."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller

from tests.services import free_port


class Mailbox:
    """The messages that arrived, in order."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        self.messages.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


def serve(box: Mailbox, settings) -> Iterator[Mailbox]:
    """Let the platform send its mail to a real server of our own."""
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield box
    server.stop()


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    yield from serve(Mailbox(), settings)
