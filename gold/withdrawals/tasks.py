"""The job that deletes what a withdrawn release held."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.releases.models import Release
from gold.withdrawals.services import EMPTY, empty_some
from jobs.registry import handler
from jobs.runs import JobRun


@handler(EMPTY, title=_("Deleting the texts of a withdrawn release"))
def empty_withdrawn(run: JobRun) -> None:
    """Delete the texts of a withdrawn release, its splits, archives and evaluations."""
    release = Release.objects.get(pk=run.params["release"], state=Release.State.WITHDRAWN)
    run.repeat(lambda: empty_some(release), label=gettext_noop("Deleting the texts"))
