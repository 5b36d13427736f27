"""Runs as jobs: who leads, who computes, who publishes, and what becomes of failures."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.runs.models import InputResult, ProcessingRun
from agreement.runs.selectors import progress_of
from agreement.runs.services import run as processing
from agreement.runs.services import run as requests
from agreement.runs.services.run import request_run
from agreement.runs.tasks import SWEEP, start_due_runs, sweep_contests
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from jobs.execution import run_job
from jobs.models import Job
from jobs.selectors import listed_jobs, visible_jobs
from tests.agreement.running import START, drain, give, join, run_now, tables

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
AGE = "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à Nyon."
NOTHING = "Pas d'allergie connue."
TIME = "Vu par le Dr Durand à [14h30](TEMPORAL:TEMPS)."


@pytest.fixture
def answered(contest):
    for member in join(contest, "ada", "ben"):
        for line in (DATE, AGE, NOTHING, TIME):
            give(member, line)
    return contest


@pytest.fixture
def small_batches(monkeypatch):
    """One input for each batch, so that four are handed over to other jobs."""
    monkeypatch.setattr("agreement.runs.domain.MOST_INPUTS", 1)


def test_a_small_run_is_one_job(answered):
    request = request_run(contest=answered)
    drain()
    assert [job.kind for job in Job.objects.all()] == [requests.RUN]
    request.run.refresh_from_db()
    request.job.refresh_from_db()
    assert (request.run.state, request.job.state) == ("published", "succeeded")
    assert request.job.result == {"run": 1, "inputs": 4}


@pytest.mark.usefixtures("small_batches")
def test_a_large_run_is_spread_over_jobs_and_the_last_lets_it_go_on(answered):
    run = request_run(contest=answered).run
    drain()
    kinds = sorted(Job.objects.values_list("kind", flat=True))
    assert kinds == [requests.BATCH] * 4 + [requests.GO_ON, requests.RUN]
    assert set(Job.objects.values_list("state", flat=True)) == {"succeeded"}
    run.refresh_from_db()
    assert (run.state, run.inputs_computed) == ("published", 4)


@pytest.mark.usefixtures("small_batches")
def test_spread_over_jobs_votes_are_weighed_as_well(answered):
    Contest.objects.filter(pk=answered.pk).update(weighs_votes=True)
    members = answered.memberships.filter(role="annotator")
    for line in (DATE, AGE, TIME):
        give(members[1], line.replace("[", "").replace("]", "").split("(")[0] + line.split(")")[1],
             minute=4)  # fmt: skip
    request_run(contest=answered)
    drain()
    spread = tables(answered)
    assert Job.objects.filter(kind=requests.GO_ON).count() == 2
    ProcessingRun.objects.all().delete()
    run_now(answered)
    assert tables(answered) == spread


@pytest.mark.usefixtures("small_batches")
def test_progress_is_visible_and_parts_stay_out_of_the_list(answered, carl):
    run = request_run(contest=answered, actor=Actor(carl)).run
    for _step in range(3):
        job = Job.objects.filter(state="queued").order_by("created_at", "kind").first()
        run_job(job_id=job.pk, worker="tests:1")
    progress = progress_of(run)
    assert (progress.phase, progress.done, progress.total) == ("compare", 2, 4)
    assert [job.kind for job in listed_jobs(user=carl)] == [requests.RUN]
    assert visible_jobs(user=carl).count() == 5


def test_who_asks_twice_joins_and_leaves_one_job(answered, carl):
    first = request_run(contest=answered, actor=Actor(carl))
    second = request_run(contest=answered, actor=Actor(carl))
    assert (first.run, second.is_new, second.job) == (second.run, False, None)
    assert Job.objects.count() == 1
    assert AuditEvent.objects.filter(object_type="run").count() == 1


def test_asked_with_nothing_changed_there_is_no_run(answered):
    run_now(answered)
    assert request_run(contest=answered).run is None
    assert not Job.objects.exists()


@pytest.mark.usefixtures("small_batches")
def test_a_cancelled_run_leaves_its_changes_to_the_next(answered, carl):
    run = request_run(contest=answered).run
    processing.plan_run(run=run)
    noted = InputChange.objects.count()
    requests.cancel_run(run=run, actor=Actor(carl))
    drain()
    run.refresh_from_db()
    assert (run.state, InputResult.objects.count()) == ("cancelled", 0)
    assert InputChange.objects.count() == noted
    assert run_now(answered).counts["inputs"] == 4


def test_a_run_whose_job_failed_fails_with_its_reason_and_the_next_starts_afresh(answered):
    request = request_run(contest=answered)
    processing.plan_run(run=request.run)
    now = timezone.now()
    Job.objects.update(state="given-up", finished_at=now, last_error="Given up: it died 3 times.")
    start_due_runs()
    request.run.refresh_from_db()
    assert (request.run.state, request.run.failure) == ("failed", "Given up: it died 3 times.")
    again = request_run(contest=answered)
    assert (again.is_new, again.run.number) == (True, 2)
    drain()
    again.run.refresh_from_db()
    assert again.run.state == "published"


def test_a_run_whose_job_was_cancelled_on_the_page_of_jobs_is_cancelled(answered):
    run = request_run(contest=answered).run
    Job.objects.update(state="cancelled", finished_at=timezone.now())
    requests.settle_run(run=run)
    run.refresh_from_db()
    assert run.state == "cancelled"


@pytest.mark.parametrize(
    ("state", "minutes", "is_due"),
    [("open", 9, False), ("open", 11, True), ("training", 11, True), ("draft", 11, False),
     ("archived", 11, False)],
)  # fmt: skip
def test_a_run_is_due_some_minutes_after_the_last(answered, state, minutes, is_due):
    run_now(answered)
    moment = ProcessingRun.objects.get().started_at + timedelta(minutes=minutes)
    Contest.objects.filter(pk=answered.pk).update(state=state)
    due = requests.due_contests(now=moment)
    assert [(one.pk, reason) for one, reason in due] == [(answered.pk, "periodic")] * is_due


def test_a_run_that_began_some_moments_after_its_tick_is_due_by_the_tick(answered):
    Contest.objects.filter(pk=answered.pk).update(run_every_minutes=1)
    run_now(answered)
    tick = timezone.now()
    for late_ms in (5, 900, 20_000):
        ProcessingRun.objects.update(started_at=tick + timedelta(milliseconds=late_ms))
        due = requests.due_contests(now=tick + timedelta(minutes=1, milliseconds=2))
        assert [one.pk for one, _reason in due] == [answered.pk]
    assert requests.due_contests(now=tick + timedelta(seconds=40)) == []


def test_few_batches_of_a_run_wait_at_a_time(answered, small_batches, monkeypatch):
    monkeypatch.setattr("agreement.runs.tasks.LANES", 2)
    run = request_run(contest=answered).run
    lead = Job.objects.get(kind=requests.RUN)
    run_job(job_id=lead.pk, worker="tests:1")
    batches = Job.objects.filter(kind=requests.BATCH)
    assert batches.count() == 2
    run_job(job_id=batches.order_by("created_at").first().pk, worker="tests:1")
    assert (batches.count(), batches.filter(state="queued").count()) == (3, 2)
    drain()
    run.refresh_from_db()
    assert (run.state, run.inputs_computed, batches.count()) == ("published", 4, 4)


def test_a_closed_contest_is_processed_at_once_and_then_as_planned(answered):
    run_now(answered)
    now = timezone.now()
    Contest.objects.filter(pk=answered.pk).update(state="closed", closed_at=now)
    assert [reason for _one, reason in requests.due_contests(now=now)] == ["closing"]
    ProcessingRun.objects.update(started_at=now + timedelta(seconds=1))
    assert requests.due_contests(now=now + timedelta(minutes=5)) == []
    later = requests.due_contests(now=now + timedelta(minutes=11))
    assert [reason for _one, reason in later] == ["periodic"]


def test_the_clock_starts_a_run_where_something_changed(answered):
    start_due_runs()
    drain()
    assert ProcessingRun.objects.get().state == "published"
    ProcessingRun.objects.update(started_at=START)
    start_due_runs()
    assert ProcessingRun.objects.count() == 1


def test_a_change_that_nobody_noted_is_found_by_the_sweep(answered):
    run_now(answered)
    member = answered.memberships.filter(role="annotator").first()
    give(member, DATE.replace("DATE", "TEMPS"), minute=5)
    InputChange.objects.all().delete()
    sweep_contests()
    drain()
    assert InputChange.objects.count() == 1
    assert run_now(answered).inputs_computed == 1


def test_the_sweep_notes_nothing_where_all_is_well(answered):
    run_now(answered)
    sweep_contests()
    drain()
    assert not InputChange.objects.exists()
    assert Job.objects.get(kind=SWEEP).state == "succeeded"
