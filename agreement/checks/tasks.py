"""The independent check as a job."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from agreement.checks import services as checking
from agreement.checks.models import EngineCheck
from agreement.runs.services.measuring import end_process
from jobs.registry import handler
from jobs.runs import JobRun

# About a second each.
INPUTS_AT_ONCE = 5


@handler(checking.CHECK, title=_("Independent check of agreement"))
def check_engines(job: JobRun) -> None:
    """Compute the drawn inputs with the other engine, from where the last attempt stopped."""
    check = EngineCheck.objects.select_related("run").get(pk=job.params["check"])
    label = gettext_noop("Computing")
    for batch in job.batches(check.inputs, size=INPUTS_AT_ONCE, label=label):
        found = checking.compare_engines(check=check, inputs=batch.items, heed=job.heed)
        with batch.step():
            checking.add_found(check=check, found=found)
    end_process(check.engine)
    with job.step(result={"inputs": len(check.found)}):
        checking.finish_check(check=check)
