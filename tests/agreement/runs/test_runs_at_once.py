"""Two people ask, four workers finish, a manager cancels: at the same instant, on PostgreSQL."""

from functools import partial
from threading import Event

import pytest
from django.db import connection

from accounts.audit import Actor
from agreement.references import services as corrections
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.models import Correction
from agreement.runs.errors import RunEnded
from agreement.runs.models import InputResult, ProcessingRun
from agreement.runs.services import compute
from agreement.runs.services import run as processing
from agreement.runs.services import run as requests
from jobs.models import Job
from tests.agreement.running import give, join
from tests.contests.annotating.test_at_the_same_instant import at_once
from tests.requirements import runs_on_postgres
from tests.services import wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not runs_on_postgres(), reason="a race of PostgreSQL"),
]
LINES = (
    "Contrôle le [18#03#2022](TEMPORAL:DATE).",
    "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à Nyon.",
    "Pas d'allergie connue.",
    "Vu par le Dr Durand à [14h30](TEMPORAL:TEMPS).",
)


@pytest.fixture
def answered(contest):
    for member in join(contest, "ada", "ben"):
        for line in LINES:
            give(member, line)
    return contest


@pytest.fixture
def planned(answered, monkeypatch):
    """A run with four batches."""
    monkeypatch.setattr("agreement.runs.domain.MOST_INPUTS", 1)
    run = processing.start_run(contest=answered).run
    processing.plan_run(run=run)
    return run


def store(batch):
    try:
        return processing.store_batch(batch=batch, entries=processing.compute_batch(batch=batch))
    except RunEnded:
        return "ended"


def someone_waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]


def test_four_people_who_ask_at_once_start_one_run(answered, carl):
    ask = partial(requests.request_run, contest=answered, actor=Actor(carl))
    results = at_once(*[ask] * 4)
    assert sorted(result.is_new for result in results) == [False, False, False, True]
    assert len({result.run for result in results}) == 1
    assert (ProcessingRun.objects.count(), Job.objects.count()) == (1, 1)


def test_of_four_batches_that_end_at_once_one_is_the_last(planned):
    for _attempt in range(3):
        batches = list(planned.batches.select_related("run__contest"))
        results = at_once(*[partial(store, batch) for batch in batches])
        assert sorted(results) == [False, False, False, True]
        planned.batches.update(is_done=False)


def test_one_batch_done_twice_at_once_is_stored_once(planned):
    batch = planned.batches.select_related("run__contest").first()
    at_once(*[partial(store, batch)] * 3)
    assert InputResult.objects.count() == 1


def test_a_run_cancelled_while_batches_end_leaves_nothing_behind(planned, carl):
    batches = list(planned.batches.select_related("run__contest"))
    calls = [partial(store, batch) for batch in batches]
    cancel = partial(requests.cancel_run, run=planned, actor=Actor(carl))
    at_once(*calls, cancel)
    assert InputResult.objects.count() == 0
    planned.refresh_from_db()
    assert planned.state == "cancelled"


def test_a_run_is_cancelled_while_a_batch_waits_to_be_noted_and_nobody_waits_for_ever(
    planned, carl, monkeypatch
):
    batch = planned.batches.select_related("run__contest").first()
    computed = processing.compute_batch(batch=batch)
    is_staged, stage = Event(), compute.stage

    def stage_slowly(**values):
        stage(**values)
        is_staged.set()
        wait_until(someone_waits_for_a_lock)

    def cancel():
        is_staged.wait()
        return requests.cancel_run(run=planned, actor=Actor(carl)).state

    monkeypatch.setattr(compute, "stage", stage_slowly)
    results = at_once(partial(processing.store_batch, batch=batch, entries=computed), cancel)
    assert results == [False, "cancelled"]
    assert InputResult.objects.count() == 0


def test_two_managers_who_decide_at_once_make_two_versions(answered, carl):
    item = answered.inputs.get(text__startswith="Contrôle")
    correction = PlaceCorrection((12, 22), segment=(12, 22), category="TEMPORAL:DATE")
    correct = partial(
        corrections.correct,
        contest=answered,
        input_id=item.pk,
        correction=correction,
        actor=Actor(carl),
    )
    for versions in (2, 4):
        at_once(correct, correct)
        assert Correction.objects.count() == versions
        assert Correction.objects.in_force().count() == 1
