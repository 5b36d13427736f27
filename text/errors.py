"""The base of errors: a code for programs and a message for people, never with clinical text."""

from collections.abc import Mapping
from typing import ClassVar


def gettext_noop(message: str) -> str:
    """Mark an English message for translation; `web.errors.explain` translates it for the reader."""
    return message


_ = gettext_noop


class Refusal(Exception):
    """Base of errors that are reported to a person or program; `details` fill the message.

    A custom text passed to the exception is for logs and commands.
    """

    code: str = "refused"
    message: str = ""

    def __init__(self, *said: str, **details: object) -> None:
        super().__init__(*said)
        self.details = details

    def __str__(self) -> str:
        return super().__str__() or self.message % self.details


class CodedRefusal(Refusal):
    """A refusal for one of several reasons, each with its code and message."""

    messages: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(**details)
        self.code = code
        self.message = self.messages[code]


class NameUnreadable(Refusal):
    code = "name-unreadable"
    message = _("Use only letters, digits, hyphens and underscores, at most 60 characters.")


class InvalidSpan(ValueError):
    """A span that is empty, negative or without a label."""


class InvalidMarkup(ValueError):
    """Spans that inline markup cannot express."""


class UnknownSourceKind(ValueError):
    """A source that is neither XML, HTML nor plain text."""
