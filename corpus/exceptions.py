"""What can go wrong in the corpus stage; no message carries clinical text."""


class CorpusError(Exception):
    """Base of every error the corpus stage raises on purpose."""


class InvalidSpan(CorpusError, ValueError):
    """A span that is empty, negative or without a label."""


class InvalidMarkup(CorpusError, ValueError):
    """Spans that inline markup cannot express."""


class UnknownSourceKind(CorpusError, ValueError):
    """A source that is neither XML, HTML nor plain text."""


class Refusal(CorpusError):
    """Something a person asked for that cannot be done; `wording` has the words."""


class CorpusNameTaken(Refusal):
    """Another corpus has this name."""


class CorpusHasDocuments(Refusal):
    """Rules and paths are fixed: offsets into stored documents are computed from them."""


class CorpusInUse(Refusal):
    """A corpus with documents is not deleted."""


class LastKeeper(Refusal):
    """A corpus needs someone who may use it."""


class UnusablePath(Refusal):
    """An XPath expression that cannot be used; `reason` is a code of `corpus.domain.xml_paths`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason


class ImportUnderWay(Refusal):
    """The corpus already has an import that is neither taken nor discarded."""


class ImportBusy(Refusal):
    """A job of this import is still stopping."""


class WrongImportState(Refusal):
    """The import is not where this can be done."""


class ImportHasNoFiles(Refusal):
    """There is nothing to read."""


class ImportHasErrors(Refusal):
    """Some of the files have errors, and nobody said that the rest is enough."""


class UnknownOption(Refusal):
    """A choice that imports do not offer."""


class UnsafeFileName(Refusal):
    """A file's name that leads out of its folder, or is no name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class TooManyFiles(Refusal):
    """An import takes at most so many files."""


class ImportTooLarge(Refusal):
    """An import takes at most so many bytes."""


class FileReplaced(Refusal):
    """The same file was sent again while it was being received."""


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
