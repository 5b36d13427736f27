"""Many people join at the same instant: on both databases nobody gets what another already has."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.people.errors import AliasTaken, JoinLinkUsedUp
from contests.people.models import JoinLink, Membership
from contests.people.services.joining import create_link, join, join_by_link
from contests.people.services.members import choose_alias
from contests.teams.errors import TeamsFull
from contests.teams.models import Team
from contests.training.models import TrainingAnswer
from contests.training.services import take_training_answer
from jobs.execution import is_transient
from tests.conftest import create_person
from tests.factories import submission
from text.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


def patiently(call: Callable[[], object]) -> object:
    """Return the result of a call, tried again while someone else holds the database.

    The database of the tests lies in memory, where SQLite refuses instead of waiting as with a file.
    """
    while True:
        try:
            return call()
        except OperationalError as error:
            if not is_transient(error):
                raise


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; return their results, or the kind of refusal."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return patiently(call)
        except Refusal as error:
            return type(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def link(contest, carl):
    return create_link(
        contest=contest,
        expires_at=timezone.now() + timedelta(days=1),
        most_people=None,
        domains=(),
        manager=carl,
        actor=Actor(carl),
    )


def joins(link, aliases):
    people = [create_person(f"dora{number}") for number in range(len(aliases))]
    return [
        partial(join_by_link, link=link, user=user, alias=alias, actor=Actor(user))
        for user, alias in zip(people, aliases, strict=True)
    ]


def invited(contest, aliases):
    """Return what each of them does who comes by an invitation of their own."""
    people = [create_person(f"emil{number}") for number in range(len(aliases))]
    return [
        partial(join, contest=contest, user=user, role="annotator", alias=alias, actor=Actor(user))
        for user, alias in zip(people, aliases, strict=True)
    ]


def test_an_alias_goes_to_one_of_those_who_choose_it(contest, link):
    aliases = ["Élan", "élan", "e\u0301lan", "ÉLAN"]
    results = at_once(*joins(link, aliases), *invited(contest, aliases))
    assert results.count(AliasTaken) == 7
    assert Membership.objects.annotators().count() == 1


def test_the_last_place_of_a_team_goes_to_one_person(contest, link):
    Team.objects.update(places=2)
    aliases = [f"alias {number}" for number in range(8)]
    results = at_once(*joins(link, aliases[:4]), *invited(contest, aliases[4:]))
    assert results.count(TeamsFull) == 4
    assert [team.memberships.count() for team in Team.objects.all()] == [2, 2]
    by_link = sum(isinstance(result, Membership) for result in results[:4])
    assert JoinLink.objects.get().joined == by_link


def test_the_last_place_of_a_link_goes_to_one_person(link):
    JoinLink.objects.update(most_people=2)
    results = at_once(*joins(link, [f"alias {number}" for number in range(4)]))
    assert results.count(JoinLinkUsedUp) == 2
    assert Membership.objects.annotators().count() == 2


def test_teams_stay_even_when_everyone_comes_at_once(link):
    at_once(*joins(link, [f"alias {number}" for number in range(6)]))
    assert [team.memberships.count() for team in Team.objects.all()] == [3, 3]


def test_two_members_who_change_to_one_alias_at_once_do_not_share_it(
    ana_in_contest, bob_in_contest
):
    change = partial(choose_alias, alias="ziti", actor=Actor())
    results = at_once(
        partial(change, member=ana_in_contest), partial(change, member=bob_in_contest)
    )
    assert results.count(AliasTaken) == 1


def test_one_training_task_answered_in_two_tabs_counts_once(contest, ana_in_contest):
    Contest.objects.update(state="training", requires_training=True)
    task = contest.training_tasks.create(position=0, text="x", tokens=[0, 1], origin="written")
    give = partial(take_training_answer, member=ana_in_contest, task_id=task.pk, actor=Actor())
    results = at_once(*(partial(give, submission=submission()) for _ in range(3)))
    assert sum(result.is_counted for result in results) == 1
    assert TrainingAnswer.objects.count() == 1
