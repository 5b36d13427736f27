"""What the analysis is given of a contest: durations and verdicts, by team."""

import pytest

from accounts.audit import Actor
from contests.annotating.models import AnnotationTask
from contests.annotating.services.answers import take_answer
from contests.contest.models import Contest
from contests.people.services.members import assign_team
from contests.teams.services import add_team
from feedback.experiments.selectors import observe, planned_tasks
from tests.factories import submission
from tests.feedback.experiments.contests import add_people, answer_in, publish_judgements
from web.frames import records


@pytest.fixture
def fast(contest):
    return add_people(contest.teams.get(name="farfalle"), 2)


@pytest.fixture
def slow(contest):
    return add_people(contest.teams.get(name="gnocchi"), 2)


def seconds(contest):
    return [row["seconds"] for row in records(observe(contest).tasks)]


def test_durations_are_those_of_answered_tasks(contest, fast, slow):
    answer_in(fast[0], 4, None, 400)
    answer_in(slow[1], 9)
    tasks = records(observe(contest).durations)
    assert [(task["team"], task["annotator"], task["seconds"]) for task in tasks] == [
        ("farfalle", 1, 4),
        ("farfalle", 1, None),
        ("farfalle", 1, 400),
        ("gnocchi", 4, 9),
    ]
    assert [task["left_out"] for task in tasks] == ["", "unknown", "break", ""]


def test_a_task_answered_again_takes_the_sum_of_its_versions(contest, fast):
    answer_in(fast[0], 4)
    task = AnnotationTask.objects.get()
    take_answer(annotator=fast[0], task_id=task.pk, submission=submission(duration_ms=2500))
    assert seconds(contest) == [6.5]


def test_one_version_of_unknown_duration_makes_the_sum_unknown(contest, fast):
    answer_in(fast[0], 4)
    task = AnnotationTask.objects.get()
    take_answer(annotator=fast[0], task_id=task.pk, submission=submission(duration_ms=None))
    assert seconds(contest) == [None]


def test_a_rejected_task_took_its_time_too_and_a_withdrawn_one_is_not_answered(contest, fast):
    answer_in(fast[0], 4, verdict="reject")
    assert seconds(contest) == [4]
    AnnotationTask.objects.get().answers.update(is_live=False)
    assert seconds(contest) == []


def test_penalties_come_from_the_published_results_only(contest, fast, slow):
    for member in (*fast, *slow):
        answer_in(member, 5, 5)
    run = publish_judgements(contest, lambda member, number: member in fast)
    penalties = observe(contest).alignments
    # Two of the four inputs were answered; the others have no verdicts.
    assert penalties["input"].nunique() == 2
    by_team = penalties.groupby("team")[["segment", "category"]].agg(list).to_dict("index")
    assert by_team == {
        "farfalle": {"segment": [0] * 4, "category": [0] * 4},
        "gnocchi": {"segment": [1] * 4, "category": [1] * 4},
    }
    run.results.update(is_current=False)
    assert observe(contest).alignments.empty


def test_a_place_without_reference_has_no_penalty(contest, fast):
    answer_in(fast[0], 5)
    publish_judgements(contest, lambda member, number: None)
    (row,) = records(observe(contest).penalties)
    assert row["segment"] is None


def test_who_changed_team_while_working_is_named_for_both_teams(contest, fast):
    answer_in(fast[0], 4)
    assign_team(member=fast[0], team=contest.teams.get(name="gnocchi"), actor=Actor())
    assert observe(contest).moved == {"farfalle": frozenset({1}), "gnocchi": frozenset({1})}


def test_who_changed_team_before_the_first_task_has_not_moved(contest, fast):
    assign_team(member=fast[0], team=contest.teams.get(name="gnocchi"), actor=Actor())
    fast[0].refresh_from_db()
    answer_in(fast[0], 4)
    assert observe(contest).moved == {}


def test_who_came_back_to_the_same_team_has_not_moved(contest, fast):
    answer_in(fast[0], 4)
    own = fast[0].team
    assign_team(member=fast[0], team=None, actor=Actor())
    assign_team(member=fast[0], team=own, actor=Actor())
    assert observe(contest).moved == {}


def test_teams_that_nobody_is_compared_with_are_left_aside(contest, slow):
    add_team(contest=contest, group=2, name="penne", arm="experimental", retention=1)
    (alone,) = add_people(contest.teams.get(name="penne"), 1)
    answer_in(alone, 4)
    assert seconds(contest) == []


def test_the_order_of_inputs_is_known(contest):
    assert observe(contest).in_sequence
    Contest.objects.update(routing="coverage")
    contest.refresh_from_db()
    assert not observe(contest).in_sequence


def test_planned_tasks_are_the_goals_of_the_smallest_team(contest, fast, slow):
    assert planned_tasks(contest) == 20
    add_people(contest.teams.get(name="farfalle"), 0)
    slow[0].delete()
    assert planned_tasks(contest) == 10


def test_the_number_of_questions_to_the_database_does_not_grow(
    contest, fast, slow, django_assert_max_num_queries
):
    for member in (*fast, *slow):
        answer_in(member, 5, 6, 7)
    publish_judgements(contest, lambda member, number: True)
    with django_assert_max_num_queries(8):
        observe(contest)
