"""A step's effect and its progress are stored together, by the run that owns the job, or not at all."""

import pytest

from accounts.audit import Actor
from accounts.models import User
from jobs import services
from jobs.errors import JobCancelled, JobInterrupted, LeaseLost
from jobs.models import Job
from jobs.runs import JobRun
from tests.conftest import create_person
from tests.jobs.clockwork.handlers import PatientNamed, tick, ticks_of


def test_a_step_stores_effect_progress_and_checkpoint(run, job):
    with run.step(done=1, total=3, checkpoint={"ticks": 1}, label="Ticking", result={"rows": 1}):
        tick(run, 0)
    job.refresh_from_db()
    assert ticks_of(job.pk) == ["tick 0"]
    assert (job.progress_done, job.progress_total, job.step) == (1, 3, "Ticking")
    assert (job.checkpoint, run.checkpoint, job.result) == ({"ticks": 1}, {"ticks": 1}, {"rows": 1})


def test_a_body_may_decide_what_its_step_stores(run, job):
    with run.step(done=1) as step:
        step.checkpoint = {"after": 7}
        step.total = 5
    job.refresh_from_db()
    assert (job.checkpoint, job.progress_total) == ({"after": 7}, 5)


def tick_and_fail(run):
    tick(run, 0)
    raise PatientNamed


def test_a_step_that_fails_leaves_nothing(run, job):
    with pytest.raises(PatientNamed), run.step(done=1, checkpoint={"ticks": 1}):
        tick_and_fail(run)
    job.refresh_from_db()
    assert (ticks_of(job.pk), job.progress_done, job.checkpoint) == ([], 0, {})
    assert run.checkpoint == {}


def test_a_step_is_a_sign_of_life(run, job):
    Job.objects.update(heartbeat_at="2020-01-01T00:00Z")
    run.report(label="Here")
    job.refresh_from_db()
    assert job.heartbeat_at.year > 2020


def test_what_is_not_given_stays(run, job):
    run.report(done=1, total=3, label="One")
    run.report(done=2)
    job.refresh_from_db()
    assert (job.progress_done, job.progress_total, job.step) == (2, 3, "One")


@pytest.mark.parametrize(
    "changes",
    [
        {"lease": "someone else's"},
        {"state": "queued", "lease": ""},
        {"state": "given-up", "lease": "", "finished_at": "2026-01-01T00:00Z"},
    ],
)
def test_a_run_that_lost_the_job_can_write_nothing(run, job, changes):
    Job.objects.update(**changes)
    with pytest.raises(LeaseLost), run.step(done=1):
        tick(run, 0)
    assert ticks_of(job.pk) == []


def test_a_run_that_lost_the_job_cannot_end_it(run, job):
    services.release_running_jobs(died=True)
    assert not services.succeed_job(job_id=run.job_id, lease=run.lease)
    assert not services.fail_job(job_id=run.job_id, lease=run.lease, error="late")
    job.refresh_from_db()
    assert (job.state, job.last_error) == ("queued", "Worker host:1 died.")


def test_a_request_to_cancel_is_noticed_before_the_body_runs(run, job, carl):
    services.cancel_job(job=job, actor=Actor(carl))
    with pytest.raises(JobCancelled), run.step(done=1):
        tick(run, 0)
    assert ticks_of(job.pk) == []


def test_a_shutdown_is_noticed_before_the_body_runs(run, job):
    services.interrupt_jobs(worker="host:1")
    with pytest.raises(JobInterrupted), run.step(done=1):
        tick(run, 0)
    assert ticks_of(job.pk) == []


def numbers(run, *, size=2):
    return run.batches([10, 11, 12, 13, 14], size=size, label="Ticking")


def test_batches_go_through_everything_and_tell_how_far_they_are(run, job):
    for batch in numbers(run):
        with batch.step(result={"rows": batch.done}):
            for number in batch.items:
                tick(run, number)
    job.refresh_from_db()
    assert ticks_of(job.pk) == [f"tick {number}" for number in range(10, 15)]
    assert (job.progress_done, job.progress_total, job.step) == (5, 5, "Ticking")
    assert (job.checkpoint, job.result) == ({"done": 5}, {"rows": 5})


def test_batches_go_on_after_the_last_one_that_was_stored(run, job):
    with next(numbers(run)).step(counts={"good": 2}):
        pass
    with pytest.raises(PatientNamed), next(numbers(run)).step():
        raise PatientNamed
    job.refresh_from_db()
    again = JobRun.of(job)
    assert [batch.items for batch in finished(numbers(again))] == [[12, 13], [14]]
    assert again.checkpoint == {"counts": {"good": 2}, "done": 5}


def finished(batches):
    """Yield batches that are stored at once."""
    for batch in batches:
        with batch.step():
            yield batch


def test_batches_of_rows_go_on_after_the_last_id_though_rows_went(run):
    people = [create_person(name) for name in ("p1", "p2", "p3")]
    rows = User.objects.filter(pk__in=[person.pk for person in people])
    with next(run.batches(rows, size=2)).step():
        User.objects.filter(pk=people[0].pk).delete()
    (batch,) = finished(run.batches(rows, size=2))
    assert (batch.items, batch.done, batch.total) == ([people[2]], 3, 3)
    assert run.checkpoint == {"last": people[2].pk, "done": 3}


def test_a_step_may_add_to_the_checkpoint_of_its_batch(run):
    with next(numbers(run)).step() as step:
        step.note(counts={"good": 1})
    assert run.checkpoint == {"done": 2, "counts": {"good": 1}}


def test_a_handler_that_forgets_to_store_a_batch_is_stopped(run):
    with pytest.raises(RuntimeError):
        list(numbers(run))


def test_work_is_repeated_until_nothing_is_left(run, job):
    left = [3, 2, 1]
    run.repeat(lambda: left and (tick(run, left.pop()), True), label="Ticking")
    assert ticks_of(job.pk) == ["tick 1", "tick 2", "tick 3"]
