"""Inputs whose gamma takes too much: they are set aside, and everything else goes on."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection
from django.urls import reverse

from accounts.audit import Actor
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.domain.references import Method, measure
from agreement.references.services import correct
from agreement.runs.errors import EngineNotReady
from agreement.runs.models import Contribution, InputResult, ProcessingRun
from agreement.runs.services import measuring
from agreement.runs.services.run import cancel_run, has_changed, request_run
from contests.contest.models import Contest
from gold.releases.selectors import contest_checks
from jobs.errors import JobCancelled
from tests.agreement.running import drain, give, join, run_now
from tests.factories import add_marked_inputs
from tests.services import wait_until
from text.markup import parse
from text.spans import Span

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
# Twenty who agree about this are out of reach of today's engine: minutes, and gigabytes.
HARD = "[Anna](AUTRES), venue hier au soir dès [2 mars 2022](TEMPORAL:DATE), vue vers [14h30#00](TEMPORAL:TEMPS)."
TWENTY = [f"anna{number:02}" for number in range(20)]
GREEDY = dict.fromkeys(TWENTY, (Span(0, 4, "A"), Span(6, 11, "B"), Span(12, 20, "C")))
EASY = {"ana": [Span(0, 4, "A")], "bob": [Span(1, 4, "A")], "cleo": []}

pytestmark = pytest.mark.django_db
go_on = partial(int, 0)


def measure_apart(units, method, heed):
    """Measure one input."""
    (measured,) = measuring.measure_apart([units], method, heed)
    return measured


@pytest.fixture
def quickly(settings):
    settings.AGREEMENT_INPUT_SECONDS = 2


@pytest.fixture
def people(contest):
    return join(contest, *TWENTY)


@pytest.fixture
def answered(contest, people, quickly):
    """Two inputs, one of which twenty people answer alike."""
    add_marked_inputs(contest, HARD)
    for member in people:
        give(member, HARD)
    for member in people[:2]:
        give(member, DATE)
    # As stored: its numbers have fractions then.
    contest.refresh_from_db()
    return contest


def result_of(contest: Contest, marked: str) -> InputResult:
    text, _ = parse(marked)
    return InputResult.objects.current().get(input__contest=contest, input__text=text)


def test_an_input_that_takes_too_long_is_set_aside_and_the_run_is_published(answered):
    run = run_now(answered)
    assert run.state == ProcessingRun.State.PUBLISHED
    hard, date = result_of(answered, HARD), result_of(answered, DATE)
    assert (hard.kind, hard.failure, hard.is_complete) == ("failed", "time", False)
    assert (hard.gold_units, hard.places.count(), hard.annotators) == ([], 0, 20)
    assert (date.kind, date.gold_units) == ("compared", [[12, 22, "TEMPORAL:DATE"]])
    assert (run.counts["failed"], run.counts["compared"], run.counts["answers"]) == (1, 1, 22)
    assert run.tallies.get(annotator__alias="anna05").accepted == 1


def test_it_is_tried_again_only_when_its_answers_or_the_bounds_change(answered, people, settings):
    run_now(answered)
    assert not has_changed(answered)
    settings.AGREEMENT_INPUT_SECONDS = 2.5
    assert has_changed(answered)
    assert run_now(answered).inputs_computed == 1
    assert not has_changed(answered)
    for member in people[3:]:
        give(member, parse(HARD)[0], verdict="ignore", minute=5)
    run_now(answered)
    hard = result_of(answered, HARD)
    assert (hard.kind, hard.failure, hard.annotators) == ("compared", "", 3)


def test_memory_is_bounded_and_the_next_input_is_computed(settings):
    settings.AGREEMENT_INPUT_MB = 600
    settings.AGREEMENT_INPUT_SECONDS = 100
    measuring._process.cache_clear()
    assert measure_apart(GREEDY, Method(), go_on).failure == "memory"
    assert measure_apart(EASY, Method(), go_on) == measure(EASY)
    measuring._process.cache_clear()


def test_who_is_told_to_stop_stops_within_seconds():
    looks = []

    def heed():
        looks.append(time.monotonic())
        if looks[-1] > looks[0] + 1.5:
            raise JobCancelled

    measure_apart(EASY, Method(), go_on)
    with pytest.raises(JobCancelled):
        measure_apart(GREEDY, Method(), heed)
    assert looks[-1] - looks[0] < 5
    assert measuring._process("exact")._process is None


def test_one_of_many_that_takes_too_much_costs_none_of_the_others(quickly):
    hard = dict.fromkeys(TWENTY, tuple(parse(HARD)[1]))
    many = [EASY] * 300 + [hard] + [{"ana": EASY["ana"]}] + [EASY] * 300
    found = measuring.measure_apart(many, Method(), go_on)
    assert [one.kind for one in found] == ["compared"] * 300 + ["failed", "single"] + [
        "compared"
    ] * 300
    assert found[0] == found[-1] == measure(EASY)


def test_after_a_stop_in_the_midst_of_many_the_next_answers_are_the_right_ones():
    other = {"ana": [Span(0, 9, "B")], "bob": [Span(0, 9, "B")]}

    def heed():
        raise JobCancelled

    with pytest.raises(JobCancelled):
        measuring.measure_apart([EASY] * 50, Method(), heed)
    assert measure_apart(other, Method(), go_on) == measure(other)


def test_a_process_that_is_killed_costs_one_input():
    measure_apart(EASY, Method(), go_on)
    looks = []

    def heed():
        looks.append(1)
        if len(looks) == 3:
            os.kill(measuring._process("exact")._process.pid, signal.SIGKILL)

    assert measure_apart(GREEDY, Method(), heed).failure == "memory"
    assert measure_apart(EASY, Method(), go_on).gamma is not None


def test_an_engine_that_does_not_start_ends_the_run_and_sets_nothing_aside():
    with pytest.raises(EngineNotReady, match="engine dice"):
        measure_apart(EASY, Method(engine="dice"), go_on)


@pytest.mark.parametrize("units", [EASY, {"ana": [Span(0, 4, "A")]}, {"ana": [], "bob": []}, {}])
def test_apart_the_same_is_measured(units):
    assert measure_apart(units, Method(seed=3), go_on) == measure(units, Method(seed=3))


def test_answers_to_what_was_set_aside_count_as_given_and_are_not_judged(answered):
    run_now(answered)
    given = Contribution.objects.filter(result=result_of(answered, HARD))
    assert given.filter(is_accepted=True, units=3).count() == 20
    assert not given.exclude(segment_agreements=0, segment_disagreements=0).exists()


def test_it_is_listed_in_review_and_runs_with_its_reason(answered, carl, client):
    run_now(answered)
    hard = result_of(answered, HARD)
    client.force_login(carl)
    client.cookies["django_language"] = "en"
    runs = client.get(reverse("agreement:runs", args=[answered.pk])).content.decode()
    assert "computing it would take too long" in runs
    item = reverse("agreement:review_item", args=[answered.pk, hard.input_id])
    assert f'href="{item}?kind=failed"' in runs
    queue = client.get(reverse("agreement:review", args=[answered.pk]) + "?kind=failed")
    assert "Anna, venue hier" in queue.content.decode()
    assert "computing it would take too long" in queue.content.decode()
    page = client.get(item).content.decode()
    assert "These answers could not be compared: computing it would take too long" in page


def test_it_enters_no_release(answered):
    run_now(answered)
    (check,) = contest_checks(Contest.objects.filter(pk=answered.pk))
    assert (check.texts, check.incomplete) == (1, 0)


def test_what_a_manager_decides_about_it_is_gold_after_the_next_run(answered, carl):
    run_now(answered)
    hard = result_of(answered, HARD).input
    correction = PlaceCorrection((0, 4), True, (0, 4), True, "AUTRES")
    correct(contest=answered, input_id=hard.pk, correction=correction, actor=Actor(carl))
    run_now(answered)
    result = result_of(answered, HARD)
    assert (result.kind, result.gold_units) == ("failed", [[0, 4, "AUTRES"]])


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_run_stops_computing_within_seconds(answered, carl, settings):
    settings.AGREEMENT_INPUT_SECONDS = 100
    run = request_run(contest=answered).run

    def cancel():
        wait_until(lambda: measuring._process("exact")._process, what="something is computed")
        time.sleep(2)
        cancel_run(run=run, actor=Actor(carl))
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        cancelling = pool.submit(cancel)
        started = time.monotonic()
        drain()
        cancelling.result()
    assert time.monotonic() - started < 30
    run.refresh_from_db()
    assert run.state == "cancelled"
