"""Copying the inputs of a contest."""

from celery import shared_task
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.inputs.models import ContestInput
from contests.setup import services as lifecycle
from contests.setup.copying import COPY_KIND, copy_inputs, finish_copy
from jobs.registry import handler
from jobs.runs import JobRun

# Inputs per step.
BATCH_SIZE = 500


@handler(COPY_KIND, title=_("Copying the inputs of a contest"))
def copy_all_inputs(run: JobRun) -> None:
    """Copy the inputs, from where the last run stopped, then order them for every group."""
    source, target = run.params["source"], run.params["contest"]
    total = ContestInput.objects.filter(contest=source).count()
    state = {"after": 0, "inputs": 0, "is_copied": False} | run.checkpoint
    while not state["is_copied"]:
        with run.step(total=total, label=gettext_noop("Copying the inputs")) as step:
            ids = copy_inputs(
                source_id=source, target_id=target, after=state["after"], size=BATCH_SIZE
            )
            state["inputs"] += len(ids)
            state["after"], state["is_copied"] = max(ids, default=state["after"]), not ids
            step.done, step.checkpoint = state["inputs"], dict(state)
    with run.step(label=gettext_noop("Ordering the inputs"), result={"inputs": state["inputs"]}):
        finish_copy(target_id=target)


@shared_task(name="contests.close_ended")
def close_ended_contests() -> None:
    """Close the contests whose last day has passed."""
    lifecycle.close_ended()
