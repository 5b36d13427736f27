"""What can be refused in the chat; `wording` has the words for people."""

from contests.contest.errors import ContestError


class ChatReadOnly(ContestError):
    """The contest is archived: its chat can be read only."""

    code = "chat-read-only"


class MessageEmpty(ContestError):
    code = "message-empty"


class MessageTooLong(ContestError):
    code = "message-too-long"


class MessageIdTaken(ContestError):
    code = "message-id-taken"


class MessageGone(ContestError):
    """A manager has removed the message, or it is none that could be pinned."""

    code = "message-gone"


class TooManyPinned(ContestError):
    code = "too-many-pinned"


class LinkUnknown(ContestError):
    """What a message links is not there, or the author may not see it."""

    code = "link-unknown"


class InputQuoted(ContestError):
    """A message has five consecutive words of an input that someone still has to annotate."""

    code = "input-quoted"


class ComeBackLater(ContestError):
    """Nothing is wrong with the message, but it has to wait; `seconds` says how long."""

    code = "later"

    def __init__(self, *, seconds: int) -> None:
        super().__init__(seconds=seconds)
        self.seconds = seconds


class TooManyMessages(ComeBackLater):
    code = "too-many-messages"


class TextsUnrecognised(ComeBackLater):
    """The inputs are still being prepared for being recognised in messages."""

    code = "texts-unrecognised"
