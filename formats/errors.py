"""Files and records that cannot be read; no detail is ever text of a document."""

from formats.problems import MESSAGES
from text.errors import CodedRefusal


class UnreadableFile(CodedRefusal):
    """A file, or the rest of it, cannot be read; `code` is one of `formats.problems`."""

    messages = MESSAGES

    def __init__(self, code: str, *, line: int = 0, **details: object) -> None:
        super().__init__(code, **details)
        self.line = line


class RecordRefused(CodedRefusal):
    """A record of a file that cannot be taken; `code` is one of `formats.problems`."""

    messages = MESSAGES
