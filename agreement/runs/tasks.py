"""Runs as jobs: one leads, many compare, and whoever ends last lets another go on.

No job waits for others: a worker's place is free as soon as there is nothing to compute.
"""

from collections.abc import Sequence
from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from agreement.runs.errors import RunEnded
from agreement.runs.models import ProcessingRun, RunBatch
from agreement.runs.selectors import runs_of
from agreement.runs.services import plan as sweeping
from agreement.runs.services import run as processing
from agreement.runs.services import run as requests
from agreement.runs.services.run import Request, request_run
from contests.contest.models import Contest
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.tasks import enqueue

# So few are done by the job itself: to hand them over would take longer.
INLINE_BATCHES = 2
SWEPT_AT_ONCE = 200

State = ProcessingRun.State


def ask_for_run(request: Request) -> Request:
    """Send the job of a run that was asked for; with the transaction that asked."""
    if request.job is not None:
        enqueue(request.job)
    return request


@handler(requests.RUN, title=_("Processing the answers of a contest"))
def lead_run(run: JobRun) -> None:
    """Look for what has changed, and see to it that it is computed."""
    at_work = _run_of(run)
    with run.step(label=gettext_noop("Looking for what has changed")):
        processing.plan_run(run=at_work)
    _go_on(run, at_work)


@handler(requests.GO_ON, title=_("Publishing the results of a contest"), is_part=True)
def go_on(run: JobRun) -> None:
    """Take the next phase of a run, or publish it."""
    _go_on(run, _run_of(run))


@handler(requests.BATCH, title=_("Comparing the answers to some inputs"), is_part=True)
def compare(run: JobRun) -> None:
    """Compute one batch; the last one of all lets the run go on."""
    batch = RunBatch.objects.select_related("run__contest").filter(pk=run.params["batch"]).first()
    # Gone with its run, or done by someone who was taken for dead.
    if batch is None or batch.is_done:
        return
    computed = processing.compute_batch(batch=batch)
    try:
        with run.step(done=len(batch.inputs), total=len(batch.inputs)):
            if processing.store_batch(batch=batch, computed=computed):
                enqueue(requests.go_on_job(batch))
    except RunEnded:
        return


def _run_of(run: JobRun) -> ProcessingRun:
    return ProcessingRun.objects.select_related("contest").get(pk=run.params["run"])


def _go_on(run: JobRun, at_work: ProcessingRun) -> None:
    while at_work.state == State.RUNNING:
        batches = list(at_work.batches.filter(is_done=False).select_related("run__contest"))
        if len(batches) > INLINE_BATCHES:
            _hand_over(run, batches)
            return
        _compute(run, batches)
        with run.step(label=gettext_noop("Publishing the results")):
            at_work = processing.advance_run(run=at_work)
    with run.step(result={"run": at_work.number, "inputs": at_work.inputs_computed}):
        pass


def _hand_over(run: JobRun, batches: Sequence[RunBatch]) -> None:
    with run.step(label=gettext_noop("Computing")):
        for batch in batches:
            enqueue(requests.batch_job(batch))


def _compute(run: JobRun, batches: Sequence[RunBatch]) -> None:
    for batch in batches:
        computed = processing.compute_batch(batch=batch)
        try:
            with run.step(label=gettext_noop("Computing")):
                processing.store_batch(batch=batch, computed=computed)
        except RunEnded:
            return


@handler(requests.SWEEP, title=_("Looking for outdated results of a contest"), is_part=True)
def sweep(run: JobRun) -> None:
    """Look at every input, from where the last attempt stopped, and note what is outdated."""
    contest = Contest.objects.get(pk=run.params["contest"])
    while True:
        at = {"last": 0, "done": 0, "noted": 0} | run.checkpoint
        inputs = sweeping.next_inputs(contest=contest, after=at["last"], size=SWEPT_AT_ONCE)
        if not inputs:
            return
        # Most are up to date; only then is there anything to write.
        stale = sweeping.stale_inputs(contest=contest, input_ids=inputs)
        with run.step() as step:
            noted = sweeping.note_stale(contest=contest, input_ids=stale)
            at = {
                "last": inputs[-1],
                "done": at["done"] + len(inputs),
                "noted": at["noted"] + noted,
            }
            step.done, step.checkpoint, step.result = at["done"], at, at


@shared_task(name="agreement.start_due_runs")
def start_due_runs() -> None:
    """End runs that cannot end by themselves, and start those whose time has come."""
    requests.settle_runs()
    for contest, reason in requests.due_contests():
        with transaction.atomic():
            ask_for_run(requests.request_run(contest=contest, reason=reason))


@shared_task(name="agreement.sweep")
def sweep_contests() -> None:
    """Look at everything once a day, so that a change that got lost costs hours and never a result."""
    for contest in Contest.objects.filter(state__in=requests.PROCESSED_STATES):
        with transaction.atomic():
            enqueue(requests.sweep_job(contest))


# Who decides hundreds of places does not need a run for each: what is decided within this time of a
# run's beginning is taken up by the next decision's run, or by the one that comes by the clock.
PAUSE = timedelta(seconds=60)


def ask_after_correction(request: SignedInRequest, contest: Contest) -> None:
    """Ask for a run, unless one has begun just now."""
    last = runs_of(contest).first()
    if last is not None and last.started_at + PAUSE > timezone.now():
        return
    with transaction.atomic():
        reason = ProcessingRun.Reason.CORRECTION
        ask_for_run(request_run(contest=contest, reason=reason, actor=actor_of(request)))
