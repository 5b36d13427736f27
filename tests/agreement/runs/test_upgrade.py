"""What an upgrade does to runs of the version before."""

from importlib import import_module

import pytest
from django.apps import apps

from agreement.runs.models import Contribution, InputResult, ProcessingRun, RunBatch
from agreement.runs.services.compute import compute_batch, store_batch
from agreement.runs.services.plan import plan_run
from agreement.runs.services.run import start_run
from tests.agreement.running import give, join, run_now, tables

TEXT = "Contrôle le [18#03#2022](TEMPORAL:DATE)."

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(contest):
    return join(contest, "ada", "ben")


def test_a_run_at_work_during_the_upgrade_ends_and_the_next_one_does_its_work(contest, people):
    given = [give(member, TEXT) for member in people]
    run = start_run(contest=contest).run
    plan_run(run=run)
    batch = run.batches.select_related("run__contest").first()
    store_batch(batch=batch, entries=compute_batch(batch=batch))
    import_module("agreement.migrations.0005_end_runs_at_work").end_runs_at_work(apps, None)
    run.refresh_from_db()
    assert (run.state, run.failure) == (
        ProcessingRun.State.FAILED,
        "The platform was upgraded; the next run does its work.",
    )
    assert not RunBatch.objects.exists()
    assert not InputResult.objects.exists()
    assert run_now(contest).state == ProcessingRun.State.PUBLISHED
    assert InputResult.objects.current().get().annotators == len(given)


def test_versions_of_answers_are_counted_for_results_that_stay(contest, people):
    ada, ben = people
    give(ada, TEXT)
    give(ben, TEXT)
    give(ben, TEXT, minute=1)
    run_now(contest)
    before = tables(contest)
    Contribution.objects.update(versions=9)
    import_module("agreement.migrations.0006_totals_counted_anew").count_versions(apps, None)
    assert tables(contest) == before
    assert sorted(Contribution.objects.values_list("versions", flat=True)) == [1, 2]
