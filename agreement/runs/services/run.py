"""A run from request to publication, told in the order in which it happens.

1. Someone asks for a run, or its time has come (`due_contests`). `request_run` creates it together with
   its job, or joins the run that is at work; where nothing has changed there is none.
2. The job plans it (`plan.plan_run`): the inputs that may have changed are cut into batches.
3. Each batch is computed and staged by any worker (`compute.compute_batch`, `compute.store_batch`), many
   of them as jobs of their own. Nobody reads staged results.
4. Whoever stores the last batch lets the run go on (`advance_run`). Where votes are weighed, it plans
   batches once more, of the inputs whose references could change, and step 3 repeats.
5. `publish.publish` makes the staged results current and counts the contest anew, in one transaction.

A run that is cancelled, or whose job failed, ends without publishing (`cancel_run`, `settle_run`): what it
staged is deleted, and the next run finds the same changes.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from agreement.references.selectors import digest_of_settings, method_of
from agreement.runs.models import InputResult, ProcessingRun
from agreement.runs.selectors import latest_run, run_at_work, set_aside_by_other_means
from agreement.runs.services.compute import compute_batch, drop_results, store_batch
from agreement.runs.services.plan import plan_run, plan_weighing
from agreement.runs.services.publish import publish, weigh_votes
from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from gamma.engines import engine_version
from jobs.models import LIVE, Job
from jobs.services import create_job

# The job that leads a run, those that compute a batch, and the one that goes on after them.
RUN, BATCH, GO_ON = KINDS = ("agreement.run", "agreement.batch", "agreement.go_on")
PROCESSED_STATES = (Contest.State.TRAINING, Contest.State.OPEN, Contest.State.CLOSED)

# How often the clock asks for runs.
TICK = timedelta(minutes=1)

State, Reason = ProcessingRun.State, ProcessingRun.Reason


def due_contests(*, now: datetime | None = None) -> list[tuple[Contest, str]]:
    """Return the contests whose time has come, with the reason; whether anything changed is not asked."""
    now = now or timezone.now()
    due = []
    for contest in Contest.objects.filter(state__in=PROCESSED_STATES).order_by("pk"):
        last = contest.runs.order_by("-number").first()
        started = last.started_at if last else None
        closed = contest.closed_at if contest.state == Contest.State.CLOSED else None
        if closed is not None and (started is None or started < closed):
            # The last answers count at once: everyone waits for the final results.
            due.append((contest, Reason.CLOSING.value))
        elif started is None or started + _pause(contest) <= now:
            due.append((contest, Reason.PERIODIC.value))
    return due


def _pause(contest: Contest) -> timedelta:
    # By the tick, not by the start: a run begins some milliseconds after its tick, and is due at the one
    # that comes so many minutes after that.
    return timedelta(minutes=contest.run_every_minutes) - TICK / 2


@dataclass(frozen=True)
class Request:
    """What came of asking for a run: a new one, the one that was at work already, or none."""

    run: ProcessingRun | None
    is_new: bool = False
    job: Job | None = None


@transaction.atomic
def request_run(
    *, contest: Contest, reason: str = Reason.ASKED, actor: Actor | None = None
) -> Request:
    """Begin a run with its job, which the caller enqueues; or join the one that is at work."""
    if at_work := run_at_work(contest):
        settle_run(run=at_work)
    user = actor.user if actor else None
    request = start_run(contest=contest, reason=reason, asked_by=user)
    if request.run is None or not request.is_new:
        return request
    job = create_run_job(request.run, RUN, key=request.run.pk, created_by=user)
    request.run.job_id = job.pk
    request.run.save(update_fields=["job_id"])
    if actor is not None:
        created = AuditEvent.Action.CREATED
        record(actor, created, "run", request.run.pk, contest_id=contest.pk, reason=reason)
    return Request(request.run, is_new=True, job=job)


@transaction.atomic
def start_run(
    *, contest: Contest, reason: str = Reason.ASKED, asked_by: User | None = None
) -> Request:
    """Begin a run if anything has changed; while one is at work, whoever asks joins it."""
    contest = Contest.objects.get(pk=contest.pk)
    if running := run_at_work(contest):
        return Request(running)
    if not has_changed(contest):
        return Request(None)
    last = contest.runs.aggregate(last=Max("number"))["last"]
    try:
        with transaction.atomic():
            run = ProcessingRun.objects.create(
                contest=contest,
                number=(last or 0) + 1,
                reason=reason,
                asked_by=asked_by,
                settings_digest=digest_of_settings(contest),
                method=asdict(method_of(contest)),
                engine_version=engine_version(contest.engine),
                weighs_votes=contest.weighs_votes,
            )
    except IntegrityError:
        # Someone else was faster.
        return Request(run_at_work(contest))
    return Request(run, is_new=True)


def has_changed(contest: Contest) -> bool:
    """Return whether a run would find anything to compute."""
    if InputChange.objects.filter(contest=contest).exists():
        return True
    if latest := latest_run(contest):
        has_other_settings = bytes(latest.settings_digest) != digest_of_settings(contest)
        return has_other_settings or bool(set_aside_by_other_means(contest, contest.engine))
    return AnnotationTask.objects.filter(answered_at__isnull=False, input__contest=contest).exists()


def create_run_job(
    run: ProcessingRun, kind: str, *, key: object, created_by: User | None = None, **params: int
) -> Job:
    """Return a job that works for a run; the caller enqueues it."""
    return create_job(
        kind=kind,
        params={"run": run.pk, **params},
        key=f"{kind}:{key}",
        created_by=created_by,
        contest_id=run.contest_id,
    )


@transaction.atomic
def advance_run(*, run: ProcessingRun) -> ProcessingRun:
    """Go on once all batches are done: weigh the votes if they are to be weighed, then publish."""
    run = ProcessingRun.objects.lock(run.pk)
    todo = run.batches.filter(is_done=False)
    if run.state != State.RUNNING or todo.exists():
        return run
    if run.weighs_votes and not run.weights:
        run.weights = weigh_votes(run)
        run.save(update_fields=["weights"])
        plan_weighing(run)
    if not todo.exists():
        publish(run)
    return run


def work_through(*, run: ProcessingRun) -> ProcessingRun:
    """Do a whole run here and now, without jobs."""
    plan_run(run=run)
    while run.state == State.RUNNING:
        for batch in run.batches.filter(is_done=False).select_related("run__contest"):
            store_batch(batch=batch, entries=compute_batch(batch=batch))
        run = advance_run(run=run)
    return run


@transaction.atomic
def settle_run(*, run: ProcessingRun) -> ProcessingRun:
    """End a run that cannot end by itself, because one of its jobs failed or was cancelled."""
    if run.state != State.RUNNING or run.job_id is None:
        return run
    jobs = Job.objects.filter(contest_id=run.contest_id, kind__in=KINDS, params__run=run.pk)
    broken = jobs.filter(state__in=[Job.State.FAILED, Job.State.GIVEN_UP]).order_by("finished_at")
    if job := broken.first():
        return end_run(run=run, state=State.FAILED, failure=job.last_error)
    if jobs.filter(state=Job.State.CANCELLED).exists():
        return end_run(run=run, state=State.CANCELLED)
    if not jobs.filter(state__in=LIVE).exists():
        return end_run(run=run, state=State.FAILED, failure="Its jobs are gone.")
    return run


@transaction.atomic
def cancel_run(*, run: ProcessingRun, actor: Actor) -> ProcessingRun:
    """Stop a run."""
    ended = end_run(run=run, state=State.CANCELLED)
    if ended.state == State.CANCELLED:
        changed = AuditEvent.Action.CHANGED
        record(actor, changed, "run", run.pk, contest_id=run.contest_id, change="cancel")
    return ended


@transaction.atomic
def end_run(*, run: ProcessingRun, state: str, failure: str = "") -> ProcessingRun:
    """End a run without publishing it, and delete what it has staged."""
    # In the order of `store_batch`, which holds its batch and waits for the run: else both would wait.
    list(run.batches.select_for_update(of=("self",)).order_by("pk"))
    run = ProcessingRun.objects.lock(run.pk)
    if run.state != State.RUNNING:
        return run
    drop_results(list(InputResult.objects.staged_by(run).values_list("pk", flat=True)))
    run.batches.all().delete()
    run.state, run.failure, run.finished_at = state, failure, timezone.now()
    run.save(update_fields=["state", "failure", "finished_at"])
    return run
