"""What the chat refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class ChatReadOnly(Refusal):
    code = "chat-read-only"
    message = _("The contest is archived: its chat can be read, not written.")


class MessageEmpty(Refusal):
    code = "message-empty"
    message = _("There is nothing in this message.")


class MessageTooLong(Refusal):
    code = "message-too-long"
    message = _("A message has at most %(most)s characters.")


class MessageIdTaken(Refusal):
    code = "message-id-taken"
    message = _("Another message already has this id.")


class MessageGone(Refusal):
    """A manager has removed the message, or it is none that could be pinned."""

    code = "message-gone"
    message = _("This message is no longer there.")


class TooManyPinned(Refusal):
    code = "too-many-pinned"
    message = _("At most %(most)s announcements stay on top. Take one of them down first.")


class LinkUnknown(Refusal):
    code = "link-unknown"
    message = _("What this message links is no longer there, or not yours to see.")


class InputQuoted(Refusal):
    code = "input-quoted"
    message = _(
        "This message quotes a text that others still have to annotate: five words in a row stand in it. Describe the case in words of your own, or link the text."
    )


class ComeBackLater(Refusal):
    """Nothing is wrong with the message, but it has to wait; `seconds` says how long."""

    code = "later"

    def __init__(self, *, seconds: int) -> None:
        super().__init__(seconds=seconds)
        self.seconds = seconds


class TooManyMessages(ComeBackLater):
    code = "too-many-messages"
    message = _("You are writing very fast. This message is sent by itself in %(seconds)s seconds.")


class TextsUnrecognised(ComeBackLater):
    code = "texts-unrecognised"
    message = _(
        "The texts of the contest are being prepared for the chat. This message is sent by itself as soon as that is done."
    )
