"""Copying the inputs of a contest."""

from celery import shared_task
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.inputs.models import ContestInput
from contests.setup import services
from contests.setup.services import COPY_KIND, copy_inputs, finish_copy
from jobs.registry import handler
from jobs.runs import JobRun

# Inputs per step.
BATCH_SIZE = 500


@handler(COPY_KIND, title=_("Copying the inputs of a contest"))
def copy_all_inputs(run: JobRun) -> None:
    """Copy the inputs, from where the last run stopped, then order them for every group."""
    target = run.params["contest"]
    inputs = ContestInput.objects.filter(contest=run.params["source"])
    for batch in run.batches(inputs, size=BATCH_SIZE, label=gettext_noop("Copying the inputs")):
        with batch.step():
            copy_inputs(inputs=batch.items, target_id=target)
    result = {"inputs": run.checkpoint.get("done", 0)}
    with run.step(label=gettext_noop("Ordering the inputs"), result=result):
        finish_copy(target_id=target)


@shared_task(name="contests.close_ended")
def close_ended_contests() -> None:
    """Close the contests whose last day has passed."""
    services.close_ended()
