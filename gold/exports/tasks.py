"""Packing an export."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.exports.models import Export
from gold.exports.services import EXPORT, write_archive
from jobs.files import make_file
from jobs.registry import handler
from jobs.runs import JobRun


@handler(EXPORT, title=_("Export of a release"))
def export(run: JobRun) -> None:
    """Pack the archive; it is the same however often this begins anew."""
    wanted = Export.objects.select_related("release", "split").get(pk=run.params["export"])
    make_file(run, wanted, write_archive, label=gettext_noop("Writing the files"))
