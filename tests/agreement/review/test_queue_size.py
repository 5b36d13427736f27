"""A thousand open inputs: pages ask as many questions as of ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agreement.review.selectors import queue as review
from agreement.runs.models import AlignedPlace, InputResult
from contests.inputs.models import ContestInput
from tests.feedback.results import publish_run
from text.tokens import digest_of

MANY = 1000


def open_inputs(contest, run, *, first, count):
    """Store results without a majority, as a run would."""
    texts = [f"Vu le 3 mai, numéro {number}." for number in range(first, first + count)]
    inputs = ContestInput.objects.bulk_create(
        ContestInput(contest=contest, text=text, digest=digest_of(text), tokens=[0, 2])
        for text in texts
    )
    results = InputResult.objects.bulk_create(
        InputResult(
            input=one, run=run, is_current=True, digest=b"d" * 32, kind="compared", annotators=2
        )
        for one in inputs
    )
    AlignedPlace.objects.bulk_create(
        AlignedPlace(
            result=one,
            position=0,
            start=6,
            end=11,
            voters=2,
            segment_votes=[[6, 11, 1], [6, 7, 1]],
            category_votes=[["TEMPORAL:DATE", 2]],
            state="undecided",
        )
        for one in results
    )


@pytest.fixture
def run(contest):
    return publish_run(contest)


def count_queries(client, path):
    with CaptureQueriesContext(connection) as queries:
        response = client.get(path)
    assert response.status_code == 200
    return len(queries)


def test_a_thousand_open_inputs_cost_as_many_queries_as_forty(client, carl, contest, run):
    client.force_login(carl)
    path = reverse("agreement:review", args=[contest.pk])

    open_inputs(contest, run, first=0, count=40)
    item = reverse("agreement:review_item", args=[contest.pk, contest.inputs.last().pk])
    few = [count_queries(client, each) for each in (path, item)]
    open_inputs(contest, run, first=40, count=MANY - 40)
    assert [count_queries(client, each) for each in (path, item)] == few
    assert max(few) <= 40
    counts = review.count_by_kind(contest, review.Wanted())
    assert (counts[""], counts[review.UNDECIDED]) == (MANY, MANY)


def test_the_next_one_of_a_thousand_is_one_question_and_where_it_stands(
    contest, run, django_assert_max_num_queries
):
    open_inputs(contest, run, first=0, count=MANY)
    inputs = list(contest.inputs.filter(results__isnull=False).order_by("pk"))
    with django_assert_max_num_queries(2):
        found = review.next_result(contest, review.Wanted(), after=inputs[500].pk)
    assert found.input == inputs[501]
