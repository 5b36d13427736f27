"""The long jobs of imports; `corpus.services` does their work."""

from django.utils.translation import gettext_lazy as _

from corpus.imports.services.imports import DISCARD_IMPORT, FORGET_FILES, READ_IMPORT
from corpus.imports.services.reading import discard, forget_received_files, read_files
from jobs.registry import handler
from jobs.runs import JobRun


@handler(READ_IMPORT, title=_("Reading imported files"))
def read_import(run: JobRun) -> None:
    """Read the files of an import, from where the last run stopped."""
    read_files(run)


@handler(DISCARD_IMPORT, title=_("Discarding an import"))
def discard_import(run: JobRun) -> None:
    """Delete what an import received and read."""
    discard(run)


@handler(FORGET_FILES, title=_("Deleting files that were imported"))
def forget_files(run: JobRun) -> None:
    """Delete the received files of an import that was taken."""
    forget_received_files(run)
