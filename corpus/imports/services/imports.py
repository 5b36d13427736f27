"""The life cycle of an import: opened, received, read, checked, and taken or discarded.

    receiving ──▶ reading ──▶ checked ──▶ taken (erased:)
        └────────────┴───────────┴──────────┴──▶ discarding ──▶ discarded

`receive_file` stores the files. Reading and discarding are jobs. After a job that failed or was cancelled, the import keeps its
state (`Import.has_stopped`) and can be read again or discarded. Functions that return a job leave enqueueing it to the caller.
"""

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, Actor, record
from corpus.documents.errors import ImportUnderWay
from corpus.documents.models import Corpus
from corpus.imports.errors import (
    FormatGone,
    ImportBusy,
    ImportHasErrors,
    ImportHasNoFiles,
    UnknownOption,
    WrongImportState,
)
from corpus.imports.models import Import
from formats.kinds import AUTO, IMPORT_CHOICES
from formats.records import OFFSET_UNITS
from jobs.models import Job
from jobs.services import cancel_job, start_job

READ_IMPORT = "corpus.read_import"
DISCARD_IMPORT = "corpus.discard_import"
FORGET_FILES = "corpus.forget_files"

ENCODINGS = ("auto", "utf-8", "utf-16", "cp1252", "latin-1")
# The stored options, named as in `Reading`, in the order of the form.
OPTIONS = (
    "encoding", "document_type", "annotator", "offset_unit", "text_field", "type_field", "id_field",
    "patient_field",
)  # fmt: skip
LONGEST_OPTION = 120


@transaction.atomic
def open_import(
    *,
    corpus: Corpus,
    actor: Actor,
    format: str = AUTO,  # noqa: A002
    purpose: str = Import.Purpose.NONE,
    options: Mapping[str, str] | None = None,
) -> Import:
    """Create an import; raise ImportUnderWay if the corpus has one in progress."""
    imported = Import(corpus=corpus, created_by=actor.user)
    _choose(imported, format, purpose, options or {})
    try:
        with transaction.atomic():
            imported.save()
    except IntegrityError as error:
        if corpus.imports.under_way().exists():
            raise ImportUnderWay from error
        raise
    record(actor, CREATED, "import", imported.pk, corpus=corpus.pk)
    return imported


@transaction.atomic
def change_import(
    *,
    imported: Import,
    actor: Actor,
    format: str,  # noqa: A002
    purpose: str,
    options: Mapping[str, str],
) -> Import:
    """Change the options of an import; its files must then be read again."""
    imported = _locked(imported)
    if not _may_be_read(imported):
        raise WrongImportState
    _choose(imported, format, purpose, options)
    imported.state = Import.State.RECEIVING
    imported.save()
    record(actor, CHANGED, "import", imported.pk, change="options")
    return imported


def _choose(imported: Import, chosen: str, purpose: str, options: Mapping[str, str]) -> None:
    known_values = (
        chosen in IMPORT_CHOICES
        and purpose in Import.Purpose.values
        and options.get("encoding", "auto") in ENCODINGS
        and (options.get("offset_unit") or "auto") in OFFSET_UNITS
        and all(len(value) <= LONGEST_OPTION for value in options.values())
    )
    if not known_values or not set(options) <= {*OPTIONS}:
        raise UnknownOption
    imported.format, imported.purpose = chosen, purpose
    imported.options = {name: value for name, value in options.items() if value}


@transaction.atomic
def start_reading(*, imported: Import, actor: Actor) -> Job:
    """Start reading the received files, or read them again after a reading that stopped or was checked."""
    # Lock the corpus first: its rules and paths must not change while they are used.
    Corpus.objects.select_for_update().get(pk=imported.corpus_id)
    imported = _locked(imported)
    if imported.state == Import.State.READING and not imported.has_stopped:
        return _live_job(imported)
    if not _may_be_read(imported):
        raise WrongImportState
    if imported.format not in IMPORT_CHOICES:
        raise FormatGone
    if not imported.files.exists():
        raise ImportHasNoFiles
    return _set_off(imported, Import.State.READING, READ_IMPORT, actor)


@transaction.atomic
def take_import(*, imported: Import, valid_only: bool, actor: Actor) -> Job | None:
    """Take the import into the corpus; return None if it already is.

    Raises ImportHasErrors for errors without `valid_only`. The job deletes the received files.
    """
    imported = _locked(imported)
    if imported.state == Import.State.TAKEN:
        return None
    if imported.state != Import.State.CHECKED:
        raise WrongImportState
    if imported.errors and not valid_only:
        raise ImportHasErrors
    imported.state, imported.taken_at = Import.State.TAKEN, timezone.now()
    imported.save(update_fields=["state", "taken_at"])
    record(
        actor,
        CHANGED,
        "import",
        imported.pk,
        change="taken",
        documents=imported.documents_read,
        errors=imported.errors,
    )
    return start_job(FORGET_FILES, {"import": imported.pk}, actor=actor)


@transaction.atomic
def discard_import(*, imported: Import, actor: Actor) -> Job | None:
    """Discard an import with its files and documents; return None if it already is discarded."""
    # Lock the job before the import, in the same order as a step of the job.
    if imported.job is not None and imported.job.kind == READ_IMPORT:
        cancel_job(job=imported.job, actor=actor)
    imported = _locked(imported)
    if imported.state == Import.State.DISCARDED:
        return None
    if imported.state == Import.State.TAKEN:
        raise WrongImportState
    if imported.state == Import.State.DISCARDING and not imported.has_stopped:
        return _live_job(imported)
    return _set_off(imported, Import.State.DISCARDING, DISCARD_IMPORT, actor)


@transaction.atomic
def erase_import(*, imported: Import, reason: str, actor: Actor) -> Job:
    """Remove a taken import from the corpus, with its documents and everything derived from them."""
    imported = _locked(imported)
    if imported.state != Import.State.TAKEN:
        raise WrongImportState
    if Import.objects.under_way().filter(corpus=imported.corpus_id).exists():
        raise ImportUnderWay
    record(actor, DELETED, "import", imported.pk, corpus=imported.corpus_id, reason=reason)
    return _set_off(imported, Import.State.DISCARDING, DISCARD_IMPORT, actor)


def _locked(imported: Import) -> Import:
    return Import.objects.select_for_update(of=("self",)).select_related("job").get(pk=imported.pk)


def _may_be_read(imported: Import) -> bool:
    return imported.state in (Import.State.RECEIVING, Import.State.CHECKED) or (
        imported.state == Import.State.READING and imported.has_stopped
    )


def _live_job(imported: Import) -> Job:
    if imported.job is None or imported.job.cancel_requested_at is not None:
        raise ImportBusy
    return imported.job


def _set_off(imported: Import, state: Import.State, kind: str, actor: Actor) -> Job:
    imported.state, imported.job = state, start_job(kind, {"import": imported.pk}, actor=actor)
    imported.save(update_fields=["state", "job"])
    record(actor, CHANGED, "import", imported.pk, change=state.value)
    return imported.job
