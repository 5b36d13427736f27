"""Runs as jobs: one leads, many compute, and whoever ends last lets another go on.

No job waits for others: a worker is free as soon as there is nothing to compute.
"""

from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from agreement.runs.errors import RunEnded
from agreement.runs.models import ProcessingRun, RunBatch
from agreement.runs.selectors import runs_of
from agreement.runs.services import compute, plan
from agreement.runs.services.measuring import Heed
from agreement.runs.services.run import (
    BATCH,
    GO_ON,
    PROCESSED_STATES,
    RUN,
    Request,
    advance_run,
    create_run_job,
    due_contests,
    request_run,
    settle_run,
)
from contests.contest.models import Contest
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.services import create_job
from jobs.tasks import enqueue

SWEEP = "agreement.sweep"
# So few batches are computed by the job itself: handing them over would take longer.
INLINE_BATCHES = 2
SWEPT_AT_ONCE = 200
# So many batches of a run are handed over at once; each, when done, is followed by the one so many places
# later. Other jobs, and the batches of other contests, wait behind these few and not behind thousands.
LANES = 8


@shared_task(name="agreement.start_due_runs")
def start_due_runs() -> None:
    """End runs that cannot end by themselves, and start those whose time has come."""
    for run in ProcessingRun.objects.running():
        settle_run(run=run)
    for contest, reason in due_contests():
        with transaction.atomic():
            ask_for_run(request_run(contest=contest, reason=reason))


def ask_for_run(request: Request) -> Request:
    """Send the job of a run that was asked for; with the transaction that asked."""
    if request.job is not None:
        enqueue(request.job)
    return request


@handler(RUN, title=_("Processing the answers of a contest"))
def lead_run(job: JobRun) -> None:
    """Plan a run and see to it that it is computed."""
    run = _run_of(job)
    with job.step(label=gettext_noop("Finding changed inputs")):
        plan.plan_run(run=run)
    _go_on(job, run)


@handler(GO_ON, title=_("Publishing the results of a contest"), is_part=True)
def go_on(job: JobRun) -> None:
    """Take the next phase of a run, or publish it."""
    _go_on(job, _run_of(job))


def _run_of(job: JobRun) -> ProcessingRun:
    return ProcessingRun.objects.select_related("contest").get(pk=job.params["run"])


def _go_on(job: JobRun, run: ProcessingRun) -> None:
    """Compute a few batches here, or hand many over; publish once nothing is left."""
    while run.state == ProcessingRun.State.RUNNING:
        batches = list(run.batches.filter(is_done=False).select_related("run__contest"))
        if len(batches) > INLINE_BATCHES:
            with job.step(label=gettext_noop("Computing")):
                phase = batches[-1].phase
                _hand_over(run.batches.filter(phase=phase, number__lt=LANES, is_done=False))
            return
        for batch in batches:
            try:
                entries = compute.compute_batch(batch=batch, heed=_heeding(job, run))
                with job.step(label=gettext_noop("Computing")):
                    compute.store_batch(batch=batch, entries=entries)
            except RunEnded:
                return
        with job.step(label=gettext_noop("Publishing the results")):
            run = advance_run(run=run)
    with job.step(result={"run": run.number, "inputs": run.inputs_computed}):
        pass


def _heeding(job: JobRun, run: ProcessingRun) -> Heed:
    """Return what ends a computation as soon as someone stops its job or its run."""

    def heed() -> None:
        if job.heed() and not ProcessingRun.objects.running().filter(pk=run.pk).exists():
            raise RunEnded

    return heed


def _hand_over(batches: QuerySet[RunBatch]) -> None:
    """Create and send a job for each of these batches."""
    for batch in batches.select_related("run"):
        enqueue(create_run_job(batch.run, BATCH, key=batch.pk, batch=batch.pk))


@handler(BATCH, title=_("Comparing answers"), is_part=True)
def compare(job: JobRun) -> None:
    """Compute one batch; the last one of all lets the run go on."""
    batch = RunBatch.objects.select_related("run__contest").filter(pk=job.params["batch"]).first()
    # Deleted with its run, or done by a worker that was taken for dead.
    if batch is None or batch.is_done:
        return
    try:
        entries = compute.compute_batch(batch=batch, heed=_heeding(job, batch.run))
        with job.step(done=len(batch.inputs), total=len(batch.inputs)):
            if compute.store_batch(batch=batch, entries=entries):
                key = f"{batch.run_id}:{batch.phase}"
                enqueue(create_run_job(batch.run, GO_ON, key=key))
            else:
                _hand_over(batch.run.batches.filter(phase=batch.phase, number=batch.number + LANES))
    except RunEnded:
        return


@shared_task(name="agreement.sweep")
def sweep_contests() -> None:
    """Check everything once a day, so that a lost change costs hours and never a result."""
    for contest in Contest.objects.filter(state__in=PROCESSED_STATES):
        with transaction.atomic():
            params, key = {"contest": contest.pk}, f"{SWEEP}:{contest.pk}"
            enqueue(create_job(kind=SWEEP, params=params, key=key, contest_id=contest.pk))


@handler(SWEEP, title=_("Looking for outdated results of a contest"), is_part=True)
def sweep(job: JobRun) -> None:
    """Check every input, from where the last attempt stopped, and note what is outdated."""
    contest = Contest.objects.get(pk=job.params["contest"])
    for batch in job.batches(contest.inputs.only("pk"), size=SWEPT_AT_ONCE):
        # Most are up to date: only the others are looked at again in the transaction that notes them.
        stale = plan.stale_inputs(contest=contest, input_ids=[one.pk for one in batch.items])
        with batch.step() as step:
            noted = job.checkpoint.get("noted", 0)
            noted += plan.note_stale(contest=contest, input_ids=stale)
            step.note(noted=noted)
            step.result = {"done": batch.done, "noted": noted}


# Hundreds of decisions do not need a run each: what is decided within this time after a run's start is
# left to the run of the next decision, or to the next periodic one.
PAUSE = timedelta(seconds=60)


def ask_after_correction(request: SignedInRequest, contest: Contest) -> None:
    """Ask for a run, unless one has begun just now."""
    last = runs_of(contest).first()
    if last is not None and last.started_at + PAUSE > timezone.now():
        return
    with transaction.atomic():
        reason = ProcessingRun.Reason.CORRECTION
        ask_for_run(request_run(contest=contest, reason=reason, actor=actor_of(request)))
