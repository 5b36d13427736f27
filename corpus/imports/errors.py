"""What is refused about an import."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class ImportBusy(Refusal):
    """A job of this import is still stopping."""

    code = "import-busy"
    message = _("The import is still being stopped. Try again in a moment.")


class WrongImportState(Refusal):
    code = "wrong-import-state"
    message = _("The import has moved on in the meantime. Load the page again.")


class ImportHasNoFiles(Refusal):
    code = "import-has-no-files"
    message = _("There is no file to read yet.")


class ImportHasErrors(Refusal):
    """Some of the files have errors, and nobody said that the rest is enough."""

    code = "import-has-errors"
    message = _("There are errors. Correct the files, or import only what is valid.")


class FormatGone(Refusal):
    code = "format-gone"
    message = _("This format is no longer offered. Choose another one under “Read in another way”.")


class UnknownOption(Refusal):
    code = "unknown-option"
    message = _("This choice is not offered.")


class UnsafeFileName(Refusal):
    """A file's name that leads out of its folder, or is no name."""

    code = "unsafe-file-name"
    message = _("A file cannot have this name here: %(name)s")

    def __init__(self, name: str) -> None:
        super().__init__(name=name.encode("ascii", "backslashreplace").decode())


class TooManyFiles(Refusal):
    code = "too-many-files"
    message = _("One import does not take so many files. Make a zip archive of them.")


class ImportTooLarge(Refusal):
    code = "import-too-large"
    message = _("One import does not take so much. Divide it into several.")


class FileReplaced(Refusal):
    """The same file was sent again while it was being received."""

    code = "file-replaced"
    message = _("The same file was sent once more; the newer one is kept.")
