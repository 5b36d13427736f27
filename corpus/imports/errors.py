"""What can go wrong in the corpus stage; no message carries clinical text."""

from corpus.documents.errors import Refusal


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
