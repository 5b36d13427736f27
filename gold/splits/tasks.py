"""Computing a split."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.splits import services as splitting
from gold.splits.models import Split
from jobs.registry import handler
from jobs.runs import JobRun


@handler(splitting.SPLIT, title=_("Split of a release"))
def split(run: JobRun) -> None:
    """Compute the parts and the report; they are the same however often this begins anew."""
    wanted = Split.objects.select_related("release").get(pk=run.params["split"])
    run.report(label=gettext_noop("Computing the split"))
    # Outside the step, which would keep everyone else from writing.
    found = splitting.computed(wanted)
    with run.step():
        splitting.finish(split=wanted, found=found)
