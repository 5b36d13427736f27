"""Packing an export."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.models import Export
from gold.services import exporting
from jobs.registry import handler
from jobs.runs import JobRun


@handler(exporting.EXPORT, title=_("Export of a release"))
def export(run: JobRun) -> None:
    """Pack the archive and keep it in pieces; it is the same however often this begins anew."""
    wanted = Export.objects.select_related("release", "split").get(pk=run.params["export"])
    with run.step(done=0, label=gettext_noop("Writing the files")):
        wanted.pieces.all().delete()
    # Outside the steps, which would keep everyone else from writing.
    archive, counts = exporting.packed(wanted)
    pieces = -(-len(archive) // exporting.PIECE_BYTES)
    for number in range(pieces):
        label = gettext_noop("Storing the archive")
        with run.step(done=number + 1, total=pieces, label=label):
            exporting.store_piece(export=wanted, number=number, archive=archive)
    with run.step(result={"texts": counts.texts}):
        exporting.finish(export=wanted, archive=archive, counts=counts)
