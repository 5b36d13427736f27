"""Reading an import: through its files once, storing what they bring, going on after a death."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop

from corpus.domain.sources import SourceDocument
from corpus.models import Import
from corpus.services.batches import Item, plan_batch
from corpus.services.forgetting import forget_read
from corpus.services.received import Found, Position, ReceivedFiles
from corpus.services.storing import store_batch
from jobs.exceptions import JobCancelled
from jobs.runs import JobRun

# One step stores at most about so much.
MOST_ITEMS = 300
MOST_CHARACTERS = 1_000_000
KILOBYTE = 1024


def read_files(run: JobRun) -> None:
    """Read the files of an import from where the last run stopped, then let people look at it."""
    imported = Import.objects.select_related("corpus").get(pk=run.params["import"])
    if not run.checkpoint:
        _start_afresh(run, imported)
    files = ReceivedFiles(imported)
    for portion in _portions(files.go_on(Position.of(run.checkpoint))):
        batch = plan_batch(imported, portion.items)
        with run.step(
            done=portion.bytes_done // KILOBYTE,
            total=files.total_bytes // KILOBYTE,
            checkpoint=portion.position.as_checkpoint(),
            label=gettext_noop("Reading the files, in kilobytes"),
        ):
            store_batch(_locked(run, imported), batch)
    with run.step(label=gettext_noop("All files are read")):
        _locked(run, imported)
        Import.objects.filter(pk=imported.pk).update(state=Import.State.CHECKED)


def _start_afresh(run: JobRun, imported: Import) -> None:
    """Delete what an earlier reading of the same files left."""
    is_clear = False
    while not is_clear:
        with run.step(label=gettext_noop("Deleting what was read before")):
            _locked(run, imported)
            is_clear = not forget_read(imported)
    with run.step(checkpoint=Position().as_checkpoint()):
        _locked(run, imported)
        imported.problems.all().delete()
        Import.objects.filter(pk=imported.pk).update(
            documents_read=0,
            lines_read=0,
            documents_known=0,
            annotations_read=0,
            errors=0,
            warnings=0,
        )


def _locked(run: JobRun, imported: Import) -> Import:
    """Lock the import, unless it was discarded or is being read by another job."""
    locked = Import.objects.select_for_update().get(pk=imported.pk)
    if locked.state != Import.State.READING or locked.job_id != run.job_id:
        raise JobCancelled
    return locked


@dataclass(slots=True)
class _Portion:
    """Items for one step, and how far they reach."""

    items: list[Item] = field(default_factory=list)
    characters: int = 0
    position: Position = field(default_factory=Position)
    bytes_done: int = 0

    def add(self, found: Found) -> None:
        self.position, self.bytes_done = found.position, found.bytes_done
        if found.item is not None:
            self.items.append(Item(found.file, found.item))
            self.characters += _length(found)

    def is_full_before(self, found: Found) -> bool:
        """Whether the found item is for the next step."""
        fullness = max(len(self.items) / MOST_ITEMS, self.characters / MOST_CHARACTERS)
        # Annotations of the same text are weighed together, unless there is no end to them.
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
