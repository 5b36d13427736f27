"""Who gets which input: many at the same instant, and what becomes of tasks that nobody answers."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Semaphore

import pytest
from django.db import connection
from django.utils import timezone

from annotation_platform.middleware import AT_ONCE_ON_SQLITE
from contests.annotating.models import AnnotationTask
from contests.annotating.services.answers import hand_out, take_answer
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from contests.people.services import members as setup
from tests.conftest import create_person
from tests.factories import add_marked_inputs, submission
from tests.requirements import runs_on_postgres

PEOPLE = 50


@pytest.fixture
def coverage(contest):
    """The contest, giving each input to two people at most."""
    contest.routing, contest.annotators_per_input = Contest.Routing.COVERAGE, 2
    contest.save()
    return contest


def given(contest) -> dict[int, int]:
    rows = ContestInput.objects.filter(contest=contest).values_list("pk", "times_given")
    return dict(rows)


def many_people(contest) -> list[Membership]:
    teams = list(contest.teams.all())
    return [
        setup.add_member(
            contest=contest,
            user=create_person(f"p{number}"),
            role="annotator",
            alias=f"p{number}",
            team=teams[number % len(teams)],
        )
        for number in range(PEOPLE)
    ]


def ask_at_once(people: list[Membership], count: int) -> list[list[int]]:
    """Let all ask for tasks at the same instant, each twice, as two tabs would."""
    barrier = Barrier(2 * len(people))
    # What the gate before the web process does on SQLite: waiting there is fair.
    places = Semaphore(2 * len(people) if runs_on_postgres() else AT_ONCE_ON_SQLITE)

    def ask(member: Membership) -> list[int]:
        barrier.wait()
        try:
            with places:
                return [task.pk for task in hand_out(annotator=member, count=count)]
        finally:
            connection.close()

    with ThreadPoolExecutor(2 * len(people)) as pool:
        return list(pool.map(ask, [*people, *people]))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("routing", Contest.Routing.values)
def test_fifty_people_who_ask_at_the_same_instant_get_what_is_theirs(contest, routing):
    contest.routing, contest.annotators_per_input = routing, 3
    contest.save()
    add_marked_inputs(contest, *(f"Ligne numéro {number}." for number in range(36)))
    people = many_people(contest)
    answers = ask_at_once(people, count=2)
    # Two tabs of one person get the same tasks.
    assert answers[:PEOPLE] == answers[PEOPLE:]
    pairs = AnnotationTask.objects.values_list("annotator_id", "input_id")
    assert len(pairs) == len(set(pairs)) == 2 * PEOPLE
    if routing == Contest.Routing.COVERAGE:
        times = Counter(input_id for _, input_id in pairs)
        assert max(times.values()) <= 3
        assert given(contest) == {pk: times[pk] for pk in given(contest)}
    else:
        orders = {tuple(AnnotationTask.objects.filter(annotator=each).values_list("input_id", flat=True)) for each in people}  # fmt: skip
        assert len(orders) == 1


def test_an_abandoned_task_returns_to_the_pool(coverage, ana_in_contest, bob_in_contest):
    coverage.annotators_per_input = 1
    coverage.save()
    now = timezone.now()
    hand_out(annotator=ana_in_contest, count=10, at=now)
    ask = partial(hand_out, annotator=bob_in_contest, count=10)
    assert ask(at=now + timedelta(hours=23)) == []
    assert len(ask(at=now + timedelta(hours=25))) == 4
    assert set(given(coverage).values()) == {1}


def test_asking_again_keeps_the_tasks_for_their_person(coverage, ana_in_contest, bob_in_contest):
    coverage.annotators_per_input = 1
    coverage.save()
    now = timezone.now()
    hand_out(annotator=ana_in_contest, count=10, at=now)
    hand_out(annotator=ana_in_contest, count=10, at=now + timedelta(hours=20))
    late = now + timedelta(hours=30)
    assert hand_out(annotator=bob_in_contest, count=10, at=late) == []


def test_an_answer_to_an_abandoned_task_still_counts(coverage, ana_in_contest, bob_in_contest):
    coverage.annotators_per_input = 1
    coverage.save()
    now = timezone.now()
    task = hand_out(annotator=ana_in_contest, count=1, at=now - timedelta(hours=25))[0]
    hand_out(annotator=bob_in_contest, count=10, at=now)
    task.refresh_from_db()
    assert task.released_at is not None
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    task.refresh_from_db()
    assert (task.released_at, given(coverage)[task.input_id]) == (None, 2)


def test_an_abandoned_task_comes_to_its_person_again_while_there_is_room(
    coverage, ana_in_contest, bob_in_contest
):
    now = timezone.now()
    first = hand_out(annotator=ana_in_contest, count=10, at=now - timedelta(hours=25))
    hand_out(annotator=bob_in_contest, count=1, at=now)
    assert AnnotationTask.objects.filter(released_at__isnull=False).count() == 4
    again = hand_out(annotator=ana_in_contest, count=10, at=now)
    assert {task.pk for task in again} == {task.pk for task in first}
    assert AnnotationTask.objects.filter(released_at__isnull=False).count() == 0
    assert sum(given(coverage).values()) == 5


def test_in_a_sequence_a_task_stays_with_its_person(contest, ana_in_contest):
    now = timezone.now()
    first = hand_out(annotator=ana_in_contest, count=2, at=now - timedelta(days=30))
    again = hand_out(annotator=ana_in_contest, count=2, at=now)
    assert [task.pk for task in again] == [task.pk for task in first]
    assert AnnotationTask.objects.exclude(held_until=None).count() == 0
