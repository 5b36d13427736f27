"""Handing out tasks and taking answers."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from accounts.audit import Actor
from contests.annotating.errors import (
    AnswerIdTaken,
    ContestNotOpen,
    TaskNotFound,
    UnitOutsideText,
    UnitsOverlap,
    UnitsWithoutAcceptance,
)
from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services import answers as annotation
from contests.annotating.services.answers import hand_out, take_answer, take_answers
from contests.categories.errors import UnknownLabel
from contests.contest.models import Contest
from contests.people.errors import NotAnAnnotator
from tests.factories import submission

DATE = "TEMPORAL:DATE"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_open_tasks_come_again_before_new_ones(ana_in_contest):
    first = hand_out(annotator=ana_in_contest, count=2)
    again = hand_out(annotator=ana_in_contest, count=3)
    assert [task.pk for task in again[:2]] == [task.pk for task in first]
    assert len(again) == 3


def test_nobody_gets_an_input_twice_and_the_sequence_ends(ana_in_contest):
    seen = []
    while tasks := hand_out(annotator=ana_in_contest, count=1):
        take_answer(annotator=ana_in_contest, task_id=tasks[0].pk, submission=submission())
        seen.append(tasks[0].input_id)
    assert len(seen) == len(set(seen)) == 4


def test_teams_of_a_group_meet_the_same_inputs_in_the_same_order(ana_in_contest, bob_in_contest):
    orders = [
        [task.input_id for task in hand_out(annotator=member, count=4)]
        for member in (ana_in_contest, bob_in_contest)
    ]
    assert orders[0] == orders[1]


def test_a_control_team_sees_no_pre_annotation_and_full_retention_shows_all(
    ana_in_contest, bob_in_contest
):
    shown = {
        member.team.name: [task.shown_units for task in hand_out(annotator=member, count=4)]
        for member in (ana_in_contest, bob_in_contest)
    }
    assert shown["gnocchi"] == [[], [], [], []]
    assert sorted(map(len, shown["farfalle"])) == [0, 1, 2, 2]


def test_someone_who_changed_teams_is_not_given_the_same_input_again(contest, ana_in_contest):
    met = {task.input_id for task in hand_out(annotator=ana_in_contest, count=2)}
    AnnotationTask.objects.filter(annotator=ana_in_contest).update(answered_at=NOON)
    ana_in_contest.next_position = 0
    ana_in_contest.team = contest.teams.get(name="gnocchi")
    ana_in_contest.save()
    assert met.isdisjoint(task.input_id for task in hand_out(annotator=ana_in_contest, count=4))


def test_coverage_gives_what_most_lacks_annotators_up_to_the_target(
    contest, ana_in_contest, bob_in_contest
):
    Contest.objects.filter(pk=contest.pk).update(routing="coverage", annotators_per_input=1)
    first = {task.input_id for task in hand_out(annotator=ana_in_contest, count=3)}
    second = {task.input_id for task in hand_out(annotator=bob_in_contest, count=4)}
    assert len(first) == 3
    assert len(second) == 1
    assert first.isdisjoint(second)


def test_a_manager_and_a_removed_annotator_get_no_tasks(contest, ana_in_contest):
    with pytest.raises(NotAnAnnotator):
        hand_out(annotator=contest.memberships.get(role="manager"), count=1)
    ana_in_contest.removed_at = NOON
    ana_in_contest.save()
    with pytest.raises(NotAnAnnotator):
        hand_out(annotator=ana_in_contest, count=1)


@pytest.mark.parametrize("state", ["draft", "training", "closed", "archived"])
def test_a_contest_that_is_not_open_hands_out_and_takes_nothing(contest, ana_in_contest, state):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    Contest.objects.filter(pk=contest.pk).update(state=state)
    ana_in_contest.refresh_from_db()
    with pytest.raises(ContestNotOpen):
        hand_out(annotator=ana_in_contest, count=1)
    with pytest.raises(ContestNotOpen):
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())


def test_a_contest_takes_only_what_was_answered_between_its_dates(contest, ana_in_contest):
    Contest.objects.filter(pk=contest.pk).update(starts_at=NOON, ends_at=NOON + timedelta(hours=1))
    before, after = NOON - timedelta(minutes=1), NOON + timedelta(hours=2)
    for moment in (before, after):
        with pytest.raises(ContestNotOpen):
            hand_out(annotator=ana_in_contest, count=1, at=moment)
    first, second = hand_out(annotator=ana_in_contest, count=2, at=NOON)
    late = submission(answered_at=after)
    with pytest.raises(ContestNotOpen):
        take_answer(annotator=ana_in_contest, task_id=first.pk, submission=late, at=after)
    in_time = submission(answered_at=NOON + timedelta(minutes=5))
    take_answer(annotator=ana_in_contest, task_id=second.pk, submission=in_time, at=after)
    assert Answer.objects.get().task_id == second.pk


def test_a_browser_whose_clock_is_slow_can_answer_on_the_first_day(contest, ana_in_contest):
    Contest.objects.filter(pk=contest.pk).update(starts_at=NOON)
    task = hand_out(annotator=ana_in_contest, count=1, at=NOON)[0]
    slow = submission(answered_at=NOON - timedelta(days=2))
    take_answer(
        annotator=ana_in_contest,
        task_id=task.pk,
        submission=slow,
        at=NOON + timedelta(minutes=1),
    )
    assert Answer.objects.count() == 1


def test_someone_who_was_removed_can_no_longer_answer(ana_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    ana_in_contest.removed_at = NOON
    ana_in_contest.save()
    with pytest.raises(NotAnAnnotator):
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())


def test_a_batch_and_its_trace_are_stored_together_or_not_at_all(ana_in_contest, monkeypatch):
    task = hand_out(annotator=ana_in_contest, count=1)[0]

    def fail(*_args, **_kwargs):
        raise OSError("disk full")

    monkeypatch.setattr(annotation, "record", fail)
    with pytest.raises(OSError, match="disk full"):
        take_answers(annotator=ana_in_contest, answers=[(task.pk, submission())], actor=Actor())
    assert not Answer.objects.exists()


def test_an_answer_sent_twice_counts_once(ana_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    answer = submission((0, 4, DATE))
    for _ in range(2):
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=answer)
    ana_in_contest.refresh_from_db()
    assert Answer.objects.get().units.count() == 1
    assert ana_in_contest.accepted_tasks == 1


def test_answering_again_keeps_the_first_as_history(ana_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission((0, 4, DATE)))
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission(verdict="ignore"))
    ana_in_contest.refresh_from_db()
    versions = list(task.answers.values_list("version", "is_live", "verdict"))
    assert versions == [(1, False, "accept"), (2, True, "ignore")]
    assert ana_in_contest.accepted_tasks == 0


def test_an_older_answer_that_arrives_late_becomes_history(ana_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1, at=NOON - timedelta(hours=1))[0]
    late = submission((0, 4, DATE), answered_at=NOON - timedelta(minutes=1))
    newer = submission(answered_at=NOON)
    for answer in (newer, late):
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=answer)
    assert task.answers.get(is_live=True).pk == newer.id
    assert task.answers.count() == 2


@pytest.mark.parametrize("year", [1, 2025])
def test_no_answer_is_older_than_its_task(ana_in_contest, year):
    task = hand_out(annotator=ana_in_contest, count=1, at=NOON)[0]
    old = submission(answered_at=NOON.replace(year=year))
    late = NOON + timedelta(hours=1)
    answer = take_answer(annotator=ana_in_contest, task_id=task.pk, submission=old, at=late)
    task.refresh_from_db()
    assert (answer.answered_at, task.answered_at, answer.received_at) == (NOON, NOON, late)


def test_a_clock_that_runs_ahead_does_not_make_an_answer_younger_than_its_arrival(ana_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1, at=NOON - timedelta(hours=1))[0]
    ahead = submission(answered_at=NOON + timedelta(days=3))
    answer = take_answer(annotator=ana_in_contest, task_id=task.pk, submission=ahead, at=NOON)
    assert answer.answered_at == NOON


def test_a_task_of_someone_else_is_not_found(ana_in_contest, bob_in_contest):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    with pytest.raises(TaskNotFound):
        take_answer(annotator=bob_in_contest, task_id=task.pk, submission=submission())


def test_an_answer_id_cannot_serve_two_tasks(ana_in_contest):
    first, second = hand_out(annotator=ana_in_contest, count=2)
    answer = submission(id=uuid4())
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=answer)
    with pytest.raises(AnswerIdTaken):
        take_answer(annotator=ana_in_contest, task_id=second.pk, submission=answer)


@pytest.mark.parametrize(
    ("units", "verdict", "error"),
    [
        ([(0, 10_000, DATE)], "accept", UnitOutsideText),
        ([(0, 4, DATE), (3, 6, DATE)], "accept", UnitsOverlap),
        ([(0, 4, DATE), (0, 4, "TEMPORAL:TEMPS")], "accept", UnitsOverlap),
        ([(0, 4, "TEMPORAL:SAISON")], "accept", UnknownLabel),
        ([(0, 4, DATE)], "reject", UnitsWithoutAcceptance),
    ],
)
def test_bad_units_are_refused_and_change_nothing(ana_in_contest, units, verdict, error):
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    with pytest.raises(error):
        take_answer(
            annotator=ana_in_contest,
            task_id=task.pk,
            submission=submission(*units, verdict=verdict),
        )
    task.refresh_from_db()
    assert task.answered_at is None
    assert not Answer.objects.exists()


def test_an_archived_category_is_refused_and_what_was_annotated_stays(contest, ana_in_contest):
    first, second = hand_out(annotator=ana_in_contest, count=2)
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=submission((0, 4, DATE)))
    contest.categories.filter(label=DATE).update(archived_at=NOON)
    with pytest.raises(UnknownLabel):
        take_answer(
            annotator=ana_in_contest, task_id=second.pk, submission=submission((0, 4, DATE))
        )
    assert Answer.objects.get().units.get().category.label == DATE
