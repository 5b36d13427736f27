"""Two people, or one in two tabs, do the same thing at once: one of them wins, nobody sees an error.

SQLite lets one transaction write at a time; these are the races of a server with many connections.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import User
from contests.annotating.errors import AnswerIdTaken
from contests.annotating.models import AnnotationTask, Unit
from contests.annotating.services.answers import hand_out, take_answer, take_answers
from contests.categories.models import Category
from contests.chat.models import ChatMessage
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.errors import AliasTaken, InvitationInvalid, LastManager
from contests.people.models import Membership
from contests.people.services import joining as invitations
from contests.people.services import members as setup
from contests.people.services.members import assign_team
from contests.proposals import services as detecting
from contests.proposals import services as lexicons
from contests.proposals.domain.lexicons import OWN_LEXICONS
from gold.evaluations.selectors import ContestGold
from gold.evaluations.services import start_evaluation
from jobs.errors import JobAtWork
from jobs.models import Job
from tests.conftest import create_person
from tests.contests.chat.writing import say
from tests.factories import submission
from tests.requirements import runs_on_postgres
from text.errors import Refusal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not runs_on_postgres(), reason="a race of PostgreSQL"),
]
DATE = "TEMPORAL:DATE"


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; return their results or errors."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        with connection.cursor() as cursor:
            # Who waits for a lock that this test itself holds fails instead of hanging.
            cursor.execute("SET lock_timeout = '30s'")
        barrier.wait()
        try:
            return call()
        except (Refusal, IntegrityError) as error:
            return type(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_one_id_for_two_tasks_is_one_answer(ana_in_contest: Membership):
    for _ in range(2):
        first, second = hand_out(annotator=ana_in_contest, count=2)
        same = submission(id=uuid4())
        take = partial(take_answer, annotator=ana_in_contest, submission=same)
        results = at_once(partial(take, task_id=first.pk), partial(take, task_id=second.pk))
        assert results.count(AnswerIdTaken) == 1


@pytest.fixture
def coverage(contest: Contest) -> Contest:
    contest.routing, contest.annotators_per_input = Contest.Routing.COVERAGE, 3
    contest.save()
    return contest


def test_a_task_that_is_being_answered_is_neither_waited_for_nor_given_up(
    coverage: Contest, ana_in_contest: Membership, bob_in_contest: Membership
):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    late = timezone.now() + timedelta(days=2)
    with transaction.atomic():
        AnnotationTask.objects.select_for_update().get(pk=task.pk)
        at_once(partial(hand_out, annotator=bob_in_contest, count=10, at=late))
        task.answered_at = late
        task.save()
    hand_out(annotator=bob_in_contest, count=10, at=late)
    task.refresh_from_db()
    assert task.released_at is None
    assert ContestInput.objects.get(pk=task.input_id).times_given == 2


def test_answers_to_tasks_given_up_cross_each_other_and_the_pool_without_a_deadlock(
    coverage: Contest, ana_in_contest: Membership, bob_in_contest: Membership
):
    cora = setup.add_member(
        contest=coverage,
        user=create_person("cora"),
        role="annotator",
        alias="cora",
        team=ana_in_contest.team,
    )
    for day in range(1, 7):
        tasks = {
            member: hand_out(annotator=member, count=4)
            for member in (ana_in_contest, bob_in_contest)
        }
        AnnotationTask.objects.update(answered_at=None, released_at=timezone.now())
        forth, back = tasks[ana_in_contest], tasks[bob_in_contest][::-1]
        answers = [[(task.pk, submission()) for task in batch] for batch in (forth, back)]
        late = timezone.now() + timedelta(days=2 * day)
        results = at_once(
            partial(take_answers, annotator=ana_in_contest, answers=answers[0], actor=Actor()),
            partial(take_answers, annotator=bob_in_contest, answers=answers[1], actor=Actor()),
            partial(hand_out, annotator=cora, count=4, at=late),
        )
        assert results[:2] == [[None] * 4] * 2
        AnnotationTask.objects.update(answered_at=None, released_at=None)


def test_someone_is_moved_to_another_team_while_they_ask_for_tasks_and_answer(
    coverage: Contest, carl: User, ana_in_contest: Membership
):
    teams = list(coverage.teams.all())
    for round_number in range(8):
        team = teams[round_number % len(teams)]
        task = hand_out(annotator=ana_in_contest, count=1)[0]
        answers = [(task.pk, submission())]
        results = at_once(
            *[partial(hand_out, annotator=ana_in_contest, count=2 + round_number)] * 2,
            partial(take_answers, annotator=ana_in_contest, answers=answers, actor=Actor()),
            partial(assign_team, member=ana_in_contest, team=team, actor=Actor(carl)),
        )
        assert results[2] == [None]
        AnnotationTask.objects.filter(pk=task.pk).update(answered_at=None)


def test_a_link_clicked_four_times_at_once_works_once(contest: Contest, carl: User):
    dora = create_person("dora")
    issued = invitations.invite(
        contest=contest, email=dora.email, role="annotator", manager=carl, actor=Actor(carl)
    )
    accept = partial(invitations.accept_invitation, token=issued.token, actor=Actor())
    calls = [partial(accept, user=dora, alias=f"ziti{number}") for number in range(4)]
    assert at_once(*calls).count(InvitationInvalid) == 3


def test_a_link_used_while_it_is_withdrawn_ends_in_one_way(contest: Contest, carl: User):
    for number in range(6):
        person = create_person(f"dora{number}")
        issued = invitations.invite(
            contest=contest, email=person.email, role="manager", manager=carl, actor=Actor(carl)
        )
        results = at_once(
            partial(
                invitations.accept_invitation,
                token=issued.token,
                user=person,
                alias="",
                actor=Actor(),
            ),
            partial(invitations.revoke_invitation, invitation=issued.invitation, actor=Actor(carl)),
        )
        assert IntegrityError not in results


def test_an_alias_goes_to_the_first_who_asks(contest: Contest):
    people = [create_person(f"dora{number}") for number in range(4)]
    add = partial(setup.add_member, contest=contest, role="annotator")
    aliases = ["Élan", "élan", "e\u0301lan", "ÉLAN"]
    calls = [
        partial(add, user=who, alias=alias) for who, alias in zip(people, aliases, strict=True)
    ]
    assert at_once(*calls).count(AliasTaken) == 3


def test_of_two_managers_who_leave_at_once_one_stays(contest: Contest, carl: User, eve: User):
    setup.add_member(contest=contest, user=eve, role="manager")
    calls = [
        partial(invitations.remove_member, member=member, actor=Actor(carl))
        for member in contest.memberships.filter(role="manager")
    ]
    assert at_once(*calls).count(LastManager) == 1


def test_two_units_stored_at_once_do_not_overlap(ana_in_contest: Membership):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    answer = take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    category = Category.objects.get(contest=ana_in_contest.contest, label=DATE)

    def add(start: int) -> None:
        with transaction.atomic():
            Unit.objects.create(answer=answer, start=start, end=start + 4, category=category)
            # Long enough for the other to come along before this one is committed.
            time.sleep(0.3)

    assert at_once(partial(add, 0), partial(add, 2)).count(IntegrityError) == 1
    assert answer.units.count() == 1


def test_of_two_who_start_the_rules_at_once_one_does(contest: Contest, carl: User):
    for start, busy in (
        (partial(detecting.start_detecting, contest=contest), JobAtWork),
        (partial(start_evaluation, gold=ContestGold(contest)), JobAtWork),
    ):
        contest.inputs.update(gold=[])
        calls = [partial(start, actor=Actor(carl)) for _ in range(4)]
        assert at_once(*calls).count(busy) == 3
    assert Job.objects.live().count() == 2


def test_the_same_words_added_at_once_are_there_once(contest: Contest, carl: User):
    add = partial(
        lexicons.add_words,
        contest=contest,
        own=OWN_LEXICONS["units"],
        words={"azur": "Azur", "sud": "Sud"},
        actor=Actor(carl),
    )
    added = at_once(*[add] * 4)
    assert sorted(each.new for each in added) == [0, 0, 0, 2]


def test_messages_written_at_once_get_numbers_in_the_order_in_which_they_appear(
    contest: Contest, ana_in_contest: Membership, bob_in_contest: Membership
):
    seen: list[list[int]] = []

    def write(member: Membership) -> None:
        for _ in range(5):
            say(member, "Bonjour")

    def watch() -> None:
        # Who asks on from the highest number so far must never have skipped a lower one.
        while len(seen) < 1000 and (not seen or len(seen[-1]) < 10):
            numbers = ChatMessage.objects.order_by("number").values_list("number", flat=True)
            seen.append(list(numbers))

    at_once(partial(write, ana_in_contest), partial(write, bob_in_contest), watch)
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in seen)
    assert ChatMessage.objects.count() == 10


def test_the_same_message_sent_four_times_at_once_is_one(ana_in_contest: Membership):
    made = uuid4()
    results = at_once(*[partial(say, ana_in_contest, "Bonjour", id=made)] * 4)
    assert len(set(results)) == 1
    assert ChatMessage.objects.count() == 1
