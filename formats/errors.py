"""What can go wrong in the corpus stage; no message carries clinical text."""

from text.errors import CorpusError


class UnreadableFile(CorpusError):
    """A file, or the rest of it, cannot be read; `code` is one of `corpus.domain.problems`."""

    def __init__(self, code: str, *, line: int = 0, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.details = details


class RecordRefused(CorpusError):
    """A record of a file that cannot be taken; `corpus.domain.problems` has the codes."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details
