"""Packing an export."""

import hashlib
from tempfile import TemporaryFile

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.exports import services as exporting
from gold.exports.models import Export
from jobs.registry import handler
from jobs.runs import JobRun


@handler(exporting.EXPORT, title=_("Export of a release"))
def export(run: JobRun) -> None:
    """Pack the archive and keep it in pieces; it is the same however often this begins anew."""
    wanted = Export.objects.select_related("release", "split").get(pk=run.params["export"])
    with run.step(done=0, label=gettext_noop("Writing the files")):
        wanted.pieces.all().delete()
    # On disk, without a name: nothing is left of it, whatever happens.
    with TemporaryFile(dir=settings.DATA_DIR) as archive:
        # Outside the steps, which would keep everyone else from writing.
        counts = exporting.write_archive(
            wanted, archive, told=lambda done, total: run.report(done=done, total=total)
        )
        size, digest = archive.tell(), hashlib.sha256()
        pieces = -(-size // exporting.PIECE_BYTES)
        label = gettext_noop("Storing the archive")
        for number, content in enumerate(exporting.pieces_in(archive)):
            digest.update(content)
            with run.step(done=number + 1, total=pieces, label=label):
                exporting.store_piece(export=wanted, number=number, content=content)
    with run.step(result={"texts": counts.texts}):
        exporting.finish(export=wanted, size=size, checksum=digest.hexdigest(), counts=counts)
