"""What can go wrong in the corpus stage; no message carries clinical text."""

from contests.contest.errors import ContestError


class NameUnreadable(ContestError):
    code = "name-unreadable"


class CorpusError(Exception):
    """Base of every error the corpus stage raises on purpose."""


class InvalidSpan(CorpusError, ValueError):
    """A span that is empty, negative or without a label."""


class InvalidMarkup(CorpusError, ValueError):
    """Spans that inline markup cannot express."""


class UnknownSourceKind(CorpusError, ValueError):
    """A source that is neither XML, HTML nor plain text."""
