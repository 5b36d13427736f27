"""Files made by jobs: written to an unnamed temporary file, stored in the database in pieces."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, TypeVar

from django.conf import settings
from django.db import models
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from jobs.runs import JobRun
from jobs.selectors import with_jobs
from jobs.serializers import progress_of, state_of
from web.streaming import stream

PIECE_BYTES = 2**20
# Called with the amounts done and in total.
Progress = Callable[[int, int], None]


class MadeFile(models.Model):
    """A file on its way; it can be downloaded once `finished_at` is set."""

    # Its format, by the name that its feature gives it.
    choice = models.CharField(max_length=30)
    size = models.PositiveBigIntegerField(default=0)
    # SHA-256, in hexadecimal digits.
    checksum = models.CharField(max_length=64, blank=True)
    job_id = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        pieces: Any
        file_name: Any

    class Meta:
        abstract = True
        ordering: ClassVar = ["-pk"]

    def content(self) -> Iterator[bytes]:
        """Yield the file, a piece at a time."""
        for number in list(self.pieces.values_list("number", flat=True)):
            yield bytes(self.pieces.get(number=number).content)


class FilePiece(models.Model):
    """A piece of a file, in the database because machines need not share a disk."""

    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["number"]


Made = TypeVar("Made", bound=MadeFile)


def make_file(
    run: JobRun,
    made: Made,
    write: Callable[[Made, BinaryIO, Progress], Mapping[str, int]],
    *,
    label: str,
) -> None:
    """Call `write`, store the file in pieces and save its counts; starts over after a crash."""
    with run.step(done=0, label=label):
        made.pieces.all().delete()
    # Unnamed: the system deletes it even after a crash.
    with TemporaryFile(dir=settings.DATA_DIR) as content:
        # Outside a step, which would block other writers.
        counts = write(made, content, lambda done, total: run.report(done=done, total=total))
        size, digest = content.seek(0, 2), hashlib.sha256()
        content.seek(0)
        for number in range(-(-size // PIECE_BYTES)):
            piece = content.read(PIECE_BYTES)
            digest.update(piece)
            total = -(-size // PIECE_BYTES)
            with run.step(done=number + 1, total=total, label=gettext_noop("Storing the file")):
                made.pieces.create(number=number, content=piece)
    with run.step(result=dict(counts)):
        type(made)._base_manager.filter(pk=made.pk).update(
            **counts, size=size, checksum=digest.hexdigest(), finished_at=timezone.now()
        )


def send_file(request: HttpRequest, made: MadeFile, *, content_type: str) -> StreamingHttpResponse:
    """Send a file that was made, piece by piece."""
    response = stream(request, made.content(), content_type=content_type, name=made.file_name)
    response["Content-Length"] = str(made.size)
    return response


def told_of_files(files: Iterable[MadeFile], *names: str) -> list[dict[str, Any]]:
    """Return what programs are told of files: what `MadeFileSerializer` says, and the named attributes."""
    same = ("created_at", "finished_at", "size", "checksum", *names)
    return [
        {name: getattr(made, name) for name in same}
        | {
            "id": made.pk,
            "format": made.choice,
            "state": state_of(job, is_made=made.finished_at is not None),
            "progress": progress_of(job),
        }
        for made, job in with_jobs(files)
    ]
