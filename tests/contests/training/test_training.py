"""Training: before the contest, after the guidelines, with the difference after each answer."""

from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.errors import TaskNotFound, TrainingDue, UnitOutsideText, UnitsOverlap
from contests.annotating.services.answers import hand_out
from contests.categories.errors import UnknownLabel
from contests.categories.selectors import offered_labels
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.inputs.errors import InputsAnswered
from contests.people.errors import AliasDue
from contests.people.models import Membership
from contests.training.domain import WrittenTask, read_task
from contests.training.errors import GuidelinesUnread, TrainingClosed, TrainingNeedsTask
from contests.training.models import TrainingAnswer
from contests.training.selectors import training_progress
from contests.training.services import (
    change_task,
    next_training_tasks,
    remove_task,
    repeat_training,
    settle_everyone,
    take_input,
    take_training_answer,
)
from tests.factories import submission

DATE, NAME = "TEMPORAL:DATE", "NOM:PERSONNEL_MÉDICAL"
RIGHT = ((6, 16, DATE), (27, 33, NAME))


def tasks_of(member):
    return list(next_training_tasks(member=member))


def give(member, task, *units, **options):
    member.refresh_from_db()
    return take_training_answer(
        member=member,
        task_id=task.pk,
        submission=submission(*units, **options),
        actor=Actor(member.user),
    )


def finish(member, *, well=True):
    first, second = tasks_of(member)
    give(member, first, *(RIGHT if well else ()))
    give(member, second)
    member.refresh_from_db()


def test_the_guidelines_are_opened_first(training, ana_in_contest):
    with pytest.raises(GuidelinesUnread):
        tasks_of(ana_in_contest)


def test_the_contest_opens_for_a_person_after_the_training(training, linguine):
    Contest.objects.update(state="open")
    with pytest.raises(TrainingDue):
        hand_out(annotator=linguine, count=1)
    finish(linguine)
    assert hand_out(annotator=linguine, count=1)


def test_without_a_pass_mark_answering_everything_is_enough(linguine):
    finish(linguine, well=False)
    assert linguine.trained_at is not None


def test_who_does_not_reach_the_pass_mark_repeats(training, linguine):
    Contest.objects.update(training_pass_mark=0.8)
    finish(linguine, well=False)
    assert linguine.trained_at is None
    assert tasks_of(linguine) == []
    repeat_training(member=linguine, actor=Actor())
    linguine.refresh_from_db()
    finish(linguine)
    assert linguine.trained_at is not None
    assert TrainingAnswer.objects.count() == 4


def test_who_has_passed_stays_so_when_they_repeat_for_practice(linguine):
    finish(linguine)
    first = linguine.trained_at
    repeat_training(member=linguine, actor=Actor())
    linguine.refresh_from_db()
    assert linguine.trained_at == first
    assert len(tasks_of(linguine)) == 2


def test_a_lower_mark_lets_those_through_who_reach_it(training, linguine):
    Contest.objects.update(training_pass_mark=0.8)
    finish(linguine, well=False)
    change_settings(contest=training, actor=Actor(), training_pass_mark=0.4)
    settle_everyone(contest=training)
    linguine.refresh_from_db()
    assert linguine.trained_at is not None


def test_the_first_answer_of_a_round_counts_and_later_ones_are_practice(linguine):
    task = tasks_of(linguine)[0]
    assert give(linguine, task).is_counted
    again = give(linguine, task, *RIGHT)
    assert (again.is_counted, again.difference.score) == (False, 1)
    assert training_progress(linguine).scores == (0,)


def test_an_answer_that_arrives_twice_counts_once(linguine):
    task, same = tasks_of(linguine)[0], uuid4()
    give(linguine, task, *RIGHT, id=same)
    assert give(linguine, task, *RIGHT, id=same).is_counted
    assert TrainingAnswer.objects.count() == 1


def test_rejecting_a_text_finds_nothing_in_it(linguine):
    first, second = tasks_of(linguine)
    assert give(linguine, first, verdict="reject").difference.score == 0
    assert give(linguine, second, verdict="ignore").difference.score == 0


@pytest.mark.parametrize(
    ("units", "error"),
    [
        (((0, 999, DATE),), UnitOutsideText),
        (((0, 5, DATE), (3, 8, DATE)), UnitsOverlap),
        (((0, 5, "NO:SUCH"),), UnknownLabel),
    ],
)
def test_units_are_checked_as_in_the_contest(linguine, units, error):
    with pytest.raises(error):
        give(linguine, tasks_of(linguine)[0], *units)
    assert not TrainingAnswer.objects.exists()


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_a_closed_contest_has_no_training(training, linguine, state):
    Contest.objects.update(state=state)
    linguine.contest.refresh_from_db()
    with pytest.raises(TrainingClosed):
        tasks_of(linguine)


def test_the_task_of_another_contest_is_not_found(linguine, carl):
    other = Contest.objects.create(name="Ailleurs")
    task = other.training_tasks.create(position=0, text="x", tokens=[0, 1], origin="written")
    with pytest.raises(TaskNotFound):
        give(linguine, task)


def test_a_task_that_was_answered_is_kept_when_it_is_removed_or_changed(training, linguine):
    first, second = tasks_of(linguine)
    give(linguine, first, *RIGHT)
    written = read_task("Vu [hier](TEMPORAL:DATE).", labels=offered_labels(training))
    made = change_task(task=first, written=written, actor=Actor())
    assert made.pk != first.pk
    remove_task(task=second, actor=Actor())
    assert [task.pk for task in training.training_tasks.in_use()] == [made.pk]
    assert TrainingAnswer.objects.get().task_id == first.pk


def test_removing_what_was_left_lets_people_through(training, linguine):
    first, second = tasks_of(linguine)
    give(linguine, first, *RIGHT)
    remove_task(task=second, actor=Actor())
    linguine.refresh_from_db()
    assert linguine.trained_at is not None


def test_the_last_task_stays_while_people_must_train(training):
    first, second = training.training_tasks.in_use()
    remove_task(task=first, actor=Actor())
    with pytest.raises(TrainingNeedsTask):
        remove_task(task=second, actor=Actor())


def test_an_input_that_becomes_a_training_task_leaves_the_contest(training):
    item = training.inputs.get(text__startswith="Contrôle")
    written = WrittenTask(item.text, ())
    take_input(contest=training, input_id=item.pk, written=written, actor=Actor())
    assert training.inputs.count() == 3
    assert [group.sequence.count() for group in training.groups.all()] == [3]
    assert training.training_tasks.in_use().last().text == item.text


def test_people_still_get_the_other_inputs_in_order(training, linguine):
    item = training.groups.get().sequence.get(position=1).input
    take_input(
        contest=training, input_id=item.pk, written=WrittenTask(item.text, ()), actor=Actor()
    )
    Membership.objects.update(trained_at=timezone.now())
    Contest.objects.update(state="open")
    assert len(hand_out(annotator=linguine, count=10)) == 3


def test_an_input_that_was_given_out_is_not_taken(training, linguine):
    finish(linguine)
    Contest.objects.update(state="open")
    task = hand_out(annotator=linguine, count=1)[0]
    Contest.objects.update(state="training")
    written = WrittenTask(task.input.text, ())
    with pytest.raises(InputsAnswered):
        take_input(contest=training, input_id=task.input_id, written=written, actor=Actor())


def test_passing_and_repeating_are_written_down_without_any_text(linguine):
    finish(linguine)
    repeat_training(member=linguine, actor=Actor())
    details = list(
        AuditEvent.objects.filter(object_type="membership").values_list("details", flat=True)
    )
    assert {"fields": ["trained"]} in details
    assert {"round": 2} in details
    assert "Morand" not in str(list(AuditEvent.objects.values()))


def test_a_person_whose_alias_was_refused_chooses_another_first(linguine):
    Membership.objects.filter(pk=linguine.pk).update(alias="")
    linguine.refresh_from_db()
    with pytest.raises(AliasDue):
        tasks_of(linguine)
