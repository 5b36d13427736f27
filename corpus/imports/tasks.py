"""The jobs of imports: read the files, discard an import, delete received files."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from corpus.imports.domain.sources import SourceDocument
from corpus.imports.models import Import
from corpus.imports.services.files import Found, Position, ReceivedFiles
from corpus.imports.services.forgetting import forget_pieces, forget_read
from corpus.imports.services.imports import DISCARD_IMPORT, FORGET_FILES, READ_IMPORT
from corpus.imports.services.storing import (
    NOTHING,
    Item,
    Mark,
    pieces_of,
    plan_batch,
    store_outcome,
    store_piece,
)
from jobs.errors import JobCancelled
from jobs.registry import handler
from jobs.runs import JobRun, actor_of_job


@handler(DISCARD_IMPORT, title=_("Discarding an import"))
def discard_import(run: JobRun) -> None:
    """Delete the files, documents and annotations of an import, then mark it as discarded."""
    imported = Import.objects.get(pk=run.params["import"])
    actor = actor_of_job(run)

    def forget_some() -> int:
        _lock_discarding(run, imported)
        return forget_read(imported, actor=actor) or forget_pieces(imported)

    run.repeat(
        forget_some, label=gettext_noop("Deleting the received files and what was read from them")
    )
    with run.step():
        _lock_discarding(run, imported)
        imported.files.all().delete()
        imported.problems.all().delete()
        Import.objects.filter(pk=imported.pk).update(state=Import.State.DISCARDED)


@handler(FORGET_FILES, title=_("Deleting imported files"))
def forget_files(run: JobRun) -> None:
    """Delete the contents of the files of an import that was taken; their names stay."""
    imported = Import.objects.get(pk=run.params["import"])
    label = gettext_noop("Deleting the imported files")
    run.repeat(lambda: forget_pieces(imported), label=label)


def _lock_discarding(run: JobRun, imported: Import) -> None:
    locked = Import.objects.select_for_update().get(pk=imported.pk)
    if locked.state != Import.State.DISCARDING or locked.job_id != run.job_id:
        raise JobCancelled


# Approximate limits of one step.
MOST_ITEMS = 300
MOST_CHARACTERS = 1_000_000
# A request to stop is noticed between two steps.
MOST_SECONDS = 5
KILOBYTE = 1024


@handler(READ_IMPORT, title=_("Reading imported files"))
def read_import(run: JobRun) -> None:
    """Read the files of an import from where the last run stopped, then mark it as checked.

    A batch is stored in pieces, one step each. Only the last piece moves the checkpoint: a run that
    starts in between deletes all rows after the checkpoint's mark and reads the batch again.
    """
    imported = Import.objects.select_related("corpus").get(pk=run.params["import"])
    if "mark" not in run.checkpoint:
        _start_over(run, imported)
    position, mark = Position.of(run.checkpoint["position"]), Mark(*run.checkpoint["mark"])
    _forget(run, imported, mark, label=gettext_noop("Resuming reading"))
    files = ReceivedFiles(imported)
    for portion in _portions(files.items_after(position)):
        batch = plan_batch(imported, portion.items)
        *pieces, last = pieces_of(batch)
        label = gettext_noop("Reading the files, in kilobytes")
        for piece in pieces:
            with run.step(label=label):
                mark = store_piece(_locked(run, imported), batch, piece, after=mark)
        with run.step(
            done=portion.bytes_done // KILOBYTE, total=files.total_bytes // KILOBYTE, label=label
        ) as step:
            locked = _locked(run, imported)
            mark = store_piece(locked, batch, last, after=mark)
            store_outcome(locked, batch)
            step.checkpoint = _checkpoint(portion.position, mark)
    with run.step(label=gettext_noop("All files have been read")):
        _locked(run, imported)
        Import.objects.filter(pk=imported.pk).update(state=Import.State.CHECKED)


def _checkpoint(position: Position, mark: Mark) -> dict[str, object]:
    return {"position": position.as_checkpoint(), "mark": list(mark)}


def _forget(run: JobRun, imported: Import, after: Mark, *, label: str) -> None:
    def forget_some() -> int:
        _locked(run, imported)
        return forget_read(imported, after=after)

    run.repeat(forget_some, label=label)


def _start_over(run: JobRun, imported: Import) -> None:
    """Delete the results of an earlier reading of the same files."""
    _forget(
        run, imported, NOTHING, label=gettext_noop("Deleting the results of the previous reading")
    )
    with run.step(checkpoint=_checkpoint(Position(), NOTHING)):
        _locked(run, imported)
        imported.problems.all().delete()
        counts = (
            "documents_read", "lines_read", "documents_known", "annotations_read", "spans_left_out",
            "errors", "warnings",
        )  # fmt: skip
        Import.objects.filter(pk=imported.pk).update(**dict.fromkeys(counts, 0))


def _locked(run: JobRun, imported: Import) -> Import:
    """Lock the import, unless it was discarded or is being read by another job."""
    locked = Import.objects.select_for_update().get(pk=imported.pk)
    if locked.state != Import.State.READING or locked.job_id != run.job_id:
        raise JobCancelled
    return locked


@dataclass(slots=True)
class _Portion:
    """The items of one step, and the position after them."""

    items: list[Item] = field(default_factory=list)
    characters: int = 0
    position: Position = field(default_factory=Position)
    bytes_done: int = 0
    began_at: float = field(default_factory=time.monotonic)

    def add(self, found: Found) -> None:
        self.position, self.bytes_done = found.position, found.bytes_done
        if found.item is not None:
            self.items.append(Item(found.file, found.item))
            self.characters += _length(found)

    def is_full_before(self, found: Found) -> bool:
        """Return whether the item must wait for the next step."""
        if time.monotonic() - self.began_at > MOST_SECONDS:
            return True
        fullness = max(len(self.items) / MOST_ITEMS, self.characters / MOST_CHARACTERS)
        # Annotations of the same text are compared in one step, within limits.
        return fullness >= 2 or (fullness >= 1 and not self._ends_with_text_of(found))

    def _ends_with_text_of(self, found: Found) -> bool:
        last = self.items[-1].found
        return (
            isinstance(last, SourceDocument)
            and isinstance(found.item, SourceDocument)
            and last.source == found.item.source
        )


def _length(found: Found) -> int:
    return len(found.item.source) if isinstance(found.item, SourceDocument) else 0


def _portions(stream: Iterator[Found]) -> Iterator[_Portion]:
    portion = _Portion()
    for found in stream:
        if portion.is_full_before(found):
            yield portion
            portion = _Portion()
        portion.add(found)
    yield portion
