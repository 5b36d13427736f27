"""Errors about imports."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class ImportBusy(Refusal):
    """A job of this import is still stopping."""

    code = "import-busy"
    message = _("The import is still being stopped. Try again in a moment.")


class WrongImportState(Refusal):
    code = "wrong-import-state"
    message = _("The import has changed in the meantime. Reload the page.")


class ImportHasNoFiles(Refusal):
    code = "import-has-no-files"
    message = _("There is no file to read yet.")


class ImportHasErrors(Refusal):
    """Some files have errors, and `valid_only` was not chosen."""

    code = "import-has-errors"
    message = _("The files have errors. Correct them, or import only the valid data.")


class FormatGone(Refusal):
    code = "format-gone"
    message = _(
        "This format is no longer available. Choose another one under “Read with other options”."
    )


class UnknownOption(Refusal):
    code = "unknown-option"
    message = _("This option is not available.")


class UnsafeFileName(Refusal):
    """A file name that leads out of its folder or is empty."""

    code = "unsafe-file-name"
    message = _("This file name is not allowed: %(name)s")

    def __init__(self, name: str) -> None:
        super().__init__(name=name.encode("ascii", "backslashreplace").decode())


class TooManyFiles(Refusal):
    code = "too-many-files"
    message = _("Too many files for one import. Pack them into a zip archive.")


class ImportTooLarge(Refusal):
    code = "import-too-large"
    message = _("Too much data for one import. Split it into several.")


class FileReplaced(Refusal):
    """The same file was sent again while it was being received."""

    code = "file-replaced"
    message = _("This file was sent twice; the newer version is kept.")
