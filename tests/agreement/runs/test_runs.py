"""Runs: what they look at, what they store, and when readers see it."""

from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.audit import Actor
from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    Judgement,
    ProcessingRun,
    run_published,
)
from agreement.runs.services import measuring
from agreement.runs.services import run as processing
from agreement.runs.services.run import start_run
from contests.annotating.services.answers import withdraw_answer
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from tests.agreement.running import give, join, run_now, tables
from tests.factories import add_marked_inputs

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
NO_DATE = "Contrôle le 18#03#2022."
AGE = "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à Nyon."


@pytest.fixture
def people(contest):
    return join(contest, "ada", "ben", "cleo")


@pytest.fixture
def answered(contest, people):
    """Two of three mark a date; ada alone has seen another line."""
    ada, ben, cleo = people
    give(ada, DATE)
    give(ben, DATE)
    give(cleo, NO_DATE)
    give(ada, AGE)
    return contest


def tally(member):
    return AnnotatorTally.objects.get(run__is_latest=True, annotator=member)


def test_a_run_leads_from_answers_to_references_verdicts_and_tallies(answered, people):
    run = run_now(answered)
    result = InputResult.objects.current().get(kind="compared")
    place = result.places.get()
    assert (result.annotators, result.units, result.is_complete) == (3, 2, True)
    assert result.gold_units == [[12, 22, "TEMPORAL:DATE"]]
    assert (place.state, place.voters) == ("gold", 3)
    assert place.segment_votes == [[12, 22, 2], [None, None, 1]]
    assert place.category_votes == [["TEMPORAL:DATE", 2], [None, 1]]
    assert place.reference_category.label == "TEMPORAL:DATE"
    ada, _ben, cleo = people
    assert place.judgements.get(annotator=cleo).is_penalised
    assert (tally(ada).quality, tally(cleo).quality) == (1, 0)
    assert (tally(ada).accepted, tally(ada).annotations, tally(cleo).penalties) == (2, 2, 1)
    assert (run.number, run.state, run.is_latest) == (1, "published", True)
    assert run.counts["single"] == 1
    assert run.counts["compared"] == 1
    assert run.figures["gamma"] == pytest.approx(result.gamma)


def test_what_was_discarded_is_counted(contest, people):
    ada, ben, cleo = people
    give(ada, DATE, duration_ms=None)
    give(ada, NO_DATE, minute=1)
    give(ben, NO_DATE, verdict="reject")
    give(cleo, NO_DATE, verdict="ignore")
    give(ben, "Pas d'allergie connue.")
    give(cleo, "Pas d'allergie connue.")
    counts = run_now(contest).counts
    names = ("answers", "rejected", "ignored", "accepted", "unknown_durations", "duplicates")
    assert [counts[name] for name in names] == [5, 1, 1, 3, 1, 1]
    assert [counts[name] for name in ("empty", "single", "compared")] == [1, 1, 0]


def test_an_empty_input_counts_as_one_in_the_second_mean_only(contest, people):
    ada, ben, _cleo = people
    for member in (ada, ben):
        give(member, DATE)
        give(member, "Pas d'allergie connue.")
    give(people[2], NO_DATE)
    figures = run_now(contest).figures
    assert figures["gamma_with_empty"] == pytest.approx((figures["gamma"] + 1) / 2)
    assert figures["pooled_gamma"] == pytest.approx(figures["gamma"])


def test_where_nothing_changed_there_is_no_run_and_few_queries(answered):
    run_now(answered)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert start_run(contest=answered).run is None
    assert len(queries) <= 20
    assert ProcessingRun.objects.count() == 1


def test_a_run_computes_what_changed_and_leaves_the_rest(answered, people):
    run_now(answered)
    kept = InputResult.objects.current().get(kind="single")
    give(people[2], DATE, minute=3)
    run = run_now(answered)
    assert (run.number, run.inputs_selected, run.inputs_computed) == (2, 1, 1)
    assert InputResult.objects.current().get(kind="single") == kept
    assert InputResult.objects.count() == 2
    assert tally(people[2]).quality == 1


def test_a_setting_that_changes_makes_everything_new(answered):
    run_now(answered)
    Contest.objects.filter(pk=answered.pk).update(delta_empty=2)
    run = run_now(answered)
    assert (run.inputs_selected, run.inputs_computed) == (2, 2)


def test_a_change_that_changes_nothing_is_skipped_by_its_digest(answered):
    run_now(answered)
    item = InputResult.objects.current().first().input
    InputChange.objects.create(contest=answered, input=item)
    run = run_now(answered)
    assert (run.inputs_selected, run.inputs_computed) == (1, 0)
    assert not InputChange.objects.exists()


def test_an_input_whose_last_answer_was_withdrawn_has_no_result(answered, people):
    run_now(answered)
    single = InputResult.objects.current().get(kind="single")
    mine = Contribution.objects.get(result=single).answer_id
    withdraw_answer(annotator=people[0], answer_id=mine, actor=Actor())
    run = run_now(answered)
    assert not InputResult.objects.filter(input=single.input).exists()
    assert (run.counts["single"], run.counts["inputs"]) == (0, 1)
    assert tally(people[0]).answered == 1


def test_what_changes_during_a_run_is_left_to_the_next(answered, people):
    run = start_run(contest=answered).run
    processing.plan_run(run=run)
    give(people[1], AGE)
    processing.work_through(run=run)
    assert InputChange.objects.count() == 1
    assert run_now(answered).number == 2


def test_a_setting_that_changes_during_a_run_is_the_next_ones(answered):
    run = start_run(contest=answered).run
    Contest.objects.filter(pk=answered.pk).update(voting="plurality")
    assert processing.work_through(run=run).method["plurality"] is False
    assert run_now(answered).method["plurality"] is True


def test_nobody_sees_a_run_that_is_at_work(answered, people):
    run_now(answered)
    before = list(InputResult.objects.current().values_list("pk", flat=True))
    give(people[2], DATE, minute=3)
    run = start_run(contest=answered).run
    processing.plan_run(run=run)
    batch = run.batches.get()
    processing.store_batch(batch=batch, entries=processing.compute_batch(batch=batch))
    assert list(InputResult.objects.current().values_list("pk", flat=True)) == before
    assert tally(people[2]).quality == 0
    processing.advance_run(run=run)
    assert list(InputResult.objects.current().values_list("pk", flat=True)) != before


def test_who_asks_while_a_run_is_at_work_joins_it(answered):
    first = start_run(contest=answered)
    second = start_run(contest=answered)
    assert (first.is_new, second.is_new) == (True, False)
    assert first.run == second.run


def test_a_run_that_fails_leaves_no_trace_but_its_reason(answered, people):
    run = start_run(contest=answered).run
    processing.plan_run(run=run)
    batch = run.batches.first()
    processing.store_batch(batch=batch, entries=processing.compute_batch(batch=batch))
    processing.end_run(run=run, state="failed", failure="Out of luck.")
    assert not InputResult.objects.exists()
    assert not Judgement.objects.exists()
    again = run_now(answered)
    assert (again.number, again.state, AlignedPlace.objects.count()) == (2, "published", 2)
    run.refresh_from_db()
    assert (run.state, run.failure) == ("failed", "Out of luck.")


def test_a_total_that_was_ever_wrong_is_right_after_the_next_run(answered, people):
    before = run_now(answered)
    AnnotatorTally.objects.filter(run=before).update(accepted=99, segment_agreements=99, quality=0)
    counts = dict.fromkeys(before.counts, 99)
    ProcessingRun.objects.filter(pk=before.pk).update(counts=counts, figures={})
    give(people[2], DATE, minute=3)
    run_now(answered)
    healed = tables(answered)
    ProcessingRun.objects.all().delete()
    run_now(answered)
    assert tables(answered) == healed
    assert (tally(people[0]).accepted, tally(people[0]).quality) == (2, 1)


def test_the_stages_after_this_one_hear_of_a_published_run(
    answered, django_capture_on_commit_callbacks
):
    heard = []

    def listen(**details):
        heard.append((details["run_id"], details["contest_id"]))

    run_published.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            run = run_now(answered)
    finally:
        run_published.disconnect(listen)
    assert heard == [(run.pk, answered.pk)]


def test_a_changed_answer_costs_as_many_queries_in_a_larger_contest(answered, people):
    ada, ben, cleo = people

    def queries_of_a_change(marked, minute):
        give(cleo, marked, minute=minute)
        with CaptureQueriesContext(connection) as queries:
            assert run_now(answered).inputs_computed == 1
        return len(queries)

    run_now(answered)
    small = queries_of_a_change(DATE, 3)
    lines = [f"Visite {number} du [3 mai](TEMPORAL:DATE)." for number in range(12)]
    add_marked_inputs(answered, *lines)
    for line in lines:
        give(ada, line)
        give(ben, line)
    run_now(answered)
    assert queries_of_a_change(NO_DATE, 9) == small


@pytest.mark.parametrize("engine", ["exact", "pygamma"])
def test_a_run_is_computed_by_the_engine_of_the_settings(answered, settings, monkeypatch, engine):
    asked = []
    process = SimpleNamespace(ask=lambda questions, _heed: [{"failure": "time"} for _ in questions])
    monkeypatch.setattr(measuring, "_process", lambda name: asked.append(name) or process)
    settings.AGREEMENT_ENGINE = engine
    assert run_now(answered).method["engine"] == engine
    assert asked == [engine]
    # Another one computes everything anew.
    settings.AGREEMENT_ENGINE = "another"
    assert processing.has_changed(answered)
