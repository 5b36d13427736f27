"""Refusals of chat messages."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class ChatReadOnly(Refusal):
    code = "chat-read-only"
    message = _("The contest is archived: its chat is read-only.")


class MessageEmpty(Refusal):
    code = "message-empty"
    message = _("This message is empty.")


class MessageTooLong(Refusal):
    code = "message-too-long"
    message = _("A message can have at most %(most)s characters.")


class MessageIdTaken(Refusal):
    code = "message-id-taken"
    message = _("Another message already has this id.")


class MessageGone(Refusal):
    """A manager has removed the message, or it is none that could be pinned."""

    code = "message-gone"
    message = _("This message no longer exists.")


class TooManyPinned(Refusal):
    code = "too-many-pinned"
    message = _("At most %(most)s announcements can be pinned. Unpin one first.")


class LinkUnknown(Refusal):
    code = "link-unknown"
    message = _("This message links to something that no longer exists or that you cannot see.")


class InputQuoted(Refusal):
    code = "input-quoted"
    message = _(
        "This message contains five consecutive words of a text that others still have to "
        "annotate. Describe the case in your own words, or link to the text."
    )


class ComeBackLater(Refusal):
    """Nothing is wrong with the message, but it has to wait; `seconds` says how long."""

    code = "later"

    def __init__(self, *, seconds: int) -> None:
        super().__init__(seconds=seconds)
        self.seconds = seconds


class TooManyMessages(ComeBackLater):
    code = "too-many-messages"
    message = _(
        "You are sending messages too fast. This message will be sent automatically in %(seconds)s"
        " seconds."
    )


class TextsUnrecognised(ComeBackLater):
    code = "texts-unrecognised"
    message = _(
        "The contest’s texts are being prepared for the chat. This message will be sent "
        "automatically when they are ready."
    )
