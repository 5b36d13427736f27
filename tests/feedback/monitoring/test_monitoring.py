"""Managers see how their contest goes, from the latest run."""

from datetime import timedelta

import pandas as pd
import pytest
from django.urls import reverse
from django.utils import timezone

from agreement.runs.selectors import latest_run
from contests.annotating.models import Answer
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.monitoring import selectors as monitoring
from feedback.monitoring.domain import standing_out
from feedback.monitoring.selectors import workers_of
from feedback.monitoring.views import OF_CONTEST, OF_RUN
from jobs.models import Job
from tests.agreement.running import START, answer, join, run_now

DATE, AGE = "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"
WORDS = {"accept": "accepted", "reject": "rejected", "ignore": "ignored"}


@pytest.fixture
def annotated(contest):
    """Three people of whom cid takes a date for an age, on two days."""
    people = join(contest, "ada", "ben", "cid")
    item = contest.inputs.get(text__contains="18#03#2022")
    other = contest.inputs.get(text__startswith="Pas d")
    for member, label in zip(people, (DATE, DATE, AGE), strict=True):
        answer(member, item, (12, 22, label), duration_ms=10_000)
    answer(people[0], other, minute=24 * 60, duration_ms=30_000)
    answer(people[1], other, minute=24 * 60, duration_ms=400_000)
    run_now(contest)
    return contest


def test_tasks_are_counted_by_day(annotated):
    accepted = monitoring.tasks_per_day(annotated, words=WORDS)[0]
    assert (accepted.x, accepted.y) == ([START.date(), START.date() + timedelta(days=1)], [3, 2])


def test_an_answer_from_long_ago_does_not_make_a_chart_of_every_day_since(annotated):
    old = Answer.objects.order_by("answered_at").first()
    Answer.objects.filter(pk=old.pk).update(answered_at=START.replace(year=1))
    accepted = monitoring.tasks_per_day(annotated, words=WORDS)[0]
    assert (len(accepted.x), list(accepted.y)) == (3, [1, 2, 2])


def test_breaks_do_not_slow_anyone_down(annotated):
    everyone = monitoring.throughput_per_day(annotated, everyone="everyone")[0]
    assert everyone.y == [6.0, 2.0]


def test_a_confusion_is_where_it_was_planted(annotated):
    counts = monitoring.confusion(annotated).stack()
    assert counts[counts > 0].to_dict() == {(DATE, DATE): 2, (AGE, DATE): 1}


def test_inputs_that_nobody_has_seen_are_counted(annotated):
    run = latest_run(annotated)
    [series] = monitoring.annotators_per_input(annotated, run, word="inputs")
    assert dict(zip(series.x, series.y, strict=True)) == {"0": 2, "1": 0, "2": 1, "3": 1}


def test_categories_are_counted_as_given_and_as_they_stand(annotated):
    run = latest_run(annotated)
    given, gold = monitoring.category_frequencies(annotated, run, words=("given", "gold"))
    # Five answers, and two inputs with a reference: each in a hundred.
    counted = dict(zip(given.x, given.y, strict=True))
    assert (counted, gold.y) == ({"Date": 40, "Age": 20}, [50, 0])


def test_agreement_is_told_from_run_to_run(annotated):
    words = {"gamma": "gamma", "gamma_with_empty": "with empty"}
    without, with_empty = monitoring.agreement_over_runs(annotated, words=words)
    assert with_empty.y == [pytest.approx((without.y[0] + 1) / 2)]


def test_each_two_people_have_their_agreement(annotated):
    names, shares = monitoring.pairwise_agreement(annotated)
    assert names == ["ada", "ben", "cid"]
    # Cid has the words of the others and not their category.
    assert shares == [[None, 1, 0.5], [1, None, 0.5], [0.5, 0.5, None]]


def test_each_annotator_has_a_line(annotated):
    rows = monitoring.people_table(annotated, latest_run(annotated))
    ada, _, cid = rows
    assert (str(ada["member"]), ada["accept"], ada["per_minute"]) == ("ada", 2, 3.0)
    assert (ada["quality"], cid["quality"]) == (1, 0.5)
    assert (ada["agreement"], cid["agreement"]) == (0.75, 0.5)
    assert {row["standing_out"] for row in rows} == {()}


def test_who_stands_out_is_said_on_the_page(client, carl, annotated, monkeypatch):
    monkeypatch.setattr("feedback.monitoring.domain.ENOUGH_ANSWERS", 1)
    client.force_login(carl)
    page = client.get(reverse("feedback:monitoring", args=[annotated.pk])).content.decode()
    assert "low quality" in page
    assert "1 person has unusual quality, agreement, speed or rejects:" in " ".join(page.split())


def alike(count, **changes):
    usual = {"answered": 50, "per_minute": 6.0, "quality": 0.92, "agreement": 0.9, "rejects": 0.02}
    return [usual | changes] * count


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"quality": 0.78}, ("low-quality",)),
        ({"agreement": 0.7}, ("low-agreement",)),
        ({"per_minute": 13.0}, ("fast",)),
        ({"per_minute": 2.5}, ("slow",)),
        ({"rejects": 0.2}, ("many-rejects",)),
        ({"quality": 0.85, "per_minute": 8.0, "rejects": 0.1}, ()),
        ({"quality": 0.5, "answered": 5}, ()),
        ({"quality": None, "agreement": None, "per_minute": None, "rejects": None}, ()),
    ],
)
def test_who_is_far_from_the_median_stands_out(changes, codes):
    assert standing_out(pd.DataFrame([*alike(4), *alike(1, **changes)])) == [()] * 4 + [codes]


def test_of_two_people_nobody_stands_out():
    assert standing_out(pd.DataFrame([*alike(1), *alike(1, quality=0.2)])) == [(), ()]


def open_for_a_week(contest):
    now = timezone.now()
    Contest.objects.filter(pk=contest.pk).update(
        starts_at=now - timedelta(days=7), ends_at=now + timedelta(days=7), goal_per_annotator=100
    )
    Membership.objects.update(joined_at=now - timedelta(days=6))
    contest.refresh_from_db()
    return now


def reasons(contest, now):
    return {str(each.member): each.reasons for each in monitoring.stuck(contest, now=now)}


def test_who_has_not_begun_may_need_a_word(contest):
    join(contest, "ada")
    assert reasons(contest, open_for_a_week(contest)) == {"ada": (monitoring.NOT_BEGUN,)}


def test_who_is_silent_and_far_behind_is_named(contest):
    [ada] = join(contest, "ada")
    answer(ada, contest.inputs.first())
    now = open_for_a_week(contest)
    type(ada).objects.filter(pk=ada.pk).update(accepted_tasks=10)
    assert reasons(contest, now) == {"ada": (monitoring.SILENT_FOR_DAYS, monitoring.BEHIND)}


def test_nobody_is_stuck_once_it_is_over(contest):
    join(contest, "ada")
    assert reasons(contest, open_for_a_week(contest) + timedelta(days=8)) == {}


def test_a_job_that_waits_for_long_is_noticed(contest):
    Job.objects.create(kind="demo", due_at=timezone.now() - timedelta(minutes=5))
    assert workers_of(contest).is_waiting_long


@pytest.mark.parametrize("name", [*OF_CONTEST, *OF_RUN])
def test_every_chart_is_a_figure_and_a_table(client, carl, annotated, name):
    client.force_login(carl)
    address = reverse("feedback:monitoring_chart", args=[annotated.pk, name])
    assert client.get(address).json()["data"]
    assert len(client.get(address, {"format": "csv"}).content.splitlines()) > 1


def test_the_page_is_for_managers(client, carl, ana, ana_in_contest, contest):
    address = reverse("feedback:monitoring", args=[contest.pk])
    client.force_login(ana)
    assert client.get(address).status_code == 404
    client.force_login(carl)
    assert "No run yet" in client.get(address).content.decode()
