"""Computing a split."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.splits import services as splitting
from gold.splits.errors import SplitRefused
from gold.splits.models import Split
from jobs.registry import handler
from jobs.runs import JobRun


@handler(splitting.SPLIT, title=_("Split of a release"))
def split(run: JobRun) -> None:
    """Compute the parts and the report, or why there are none: the same however often this begins."""
    wanted = Split.objects.select_related("release").get(pk=run.params["split"])
    run.report(label=gettext_noop("Computing the split"))
    # Outside the step, which would keep everyone else from writing.
    try:
        found = splitting.computed(wanted)
    except SplitRefused as refused:
        with run.step(result={"refused": refused.code}):
            splitting.refuse(split=wanted, refused=refused)
        return
    with run.step():
        splitting.finish(split=wanted, found=found)
