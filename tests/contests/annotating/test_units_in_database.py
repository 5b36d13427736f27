"""The database itself refuses answers and units that must never be."""

import pytest
from django.db import IntegrityError, transaction

from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.annotating.services.answers import hand_out, take_answer
from contests.categories.models import Category
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.setup import services as setup
from tests.factories import submission

DATE = "TEMPORAL:DATE"


@pytest.fixture
def answer(ana_in_contest: Membership) -> Answer:
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    return take_answer(
        annotator=ana_in_contest, task_id=task.pk, submission=submission((2, 6, DATE))
    )


def add(answer: Answer, start: int, end: int) -> Unit:
    category = Category.objects.get(contest=answer.task.input.contest, label=DATE)
    return Unit.objects.create(answer=answer, start=start, end=end, category=category)


@pytest.mark.parametrize(
    ("start", "end"),
    [(2, 6), (0, 3), (5, 9), (3, 5), (0, 20), (8, 8), (9, 8), (-1, 1), (7, 10_000)],
)
def test_a_unit_that_overlaps_is_empty_or_leaves_the_text_is_refused(answer, start, end):
    with pytest.raises(IntegrityError), transaction.atomic():
        add(answer, start, end)
    assert answer.units.count() == 1


def test_units_that_only_touch_are_stored(answer):
    add(answer, 0, 2)
    add(answer, 6, 8)
    assert answer.units.count() == 3


def test_moving_a_unit_onto_another_is_refused(answer):
    other = add(answer, 8, 10)
    other.start = 5
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()


def test_a_category_of_another_contest_is_refused(answer, carl):
    from accounts.audit import Actor
    from contests.categories.domain.presets import SWISS_HOSPITAL

    elsewhere = setup.create_contest(name="Ailleurs", manager=carl, actor=Actor(carl))
    add_categories(contest=elsewhere, supercategories=SWISS_HOSPITAL)
    with pytest.raises(IntegrityError), transaction.atomic():
        Unit.objects.create(
            answer=answer, start=8, end=9, category=elsewhere.categories.get(label=DATE)
        )


def test_a_task_for_a_member_of_another_contest_is_refused(answer, carl):
    from accounts.audit import Actor

    elsewhere = setup.create_contest(name="Ailleurs", manager=carl, actor=Actor(carl))
    stranger = elsewhere.memberships.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        AnnotationTask.objects.create(input=answer.task.input, annotator=stranger)
    with pytest.raises(IntegrityError), transaction.atomic():
        AnnotationTask.objects.filter(pk=answer.task_id).update(annotator=stranger)


def test_two_live_answers_for_one_task_are_refused(answer):
    double = Answer(
        id=submission().id,
        task=answer.task,
        version=2,
        is_live=True,
        verdict="accept",
        answered_at=answer.answered_at,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        double.save(force_insert=True)


def test_two_tasks_of_one_annotator_on_one_input_are_refused(answer):
    twin = AnnotationTask(input=answer.task.input, annotator=answer.task.annotator)
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


@pytest.mark.parametrize(
    "change",
    [
        {"goal_per_annotator": 0},
        {"delta_empty": 0},
        {"alpha": -1},
        {"single_quality_threshold": 1.2},
        {"name": ""},
        {"starts_at": "2026-01-02T00:00Z", "ends_at": "2026-01-01T00:00Z"},
    ],
)
def test_impossible_contest_settings_are_refused(contest, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        Contest.objects.filter(pk=contest.pk).update(**change)


def test_aliases_differ_in_more_than_case(contest, ana_in_contest, bob_in_contest):
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.filter(pk=bob_in_contest.pk).update(alias="LINGUINE")


def test_a_control_team_is_never_perturbed(contest):
    with pytest.raises(IntegrityError), transaction.atomic():
        contest.teams.filter(name="gnocchi").update(perturbation=0.2)


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Answer, {"verdict": "maybe"}),
        (Membership, {"role": "guest"}),
        (Contest, {"state": "asleep"}),
    ],
)
def test_a_value_that_nobody_knows_is_refused(answer, model, values):
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**values)
