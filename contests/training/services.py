"""Training: handing out tasks, storing answers, recording who has passed, editing tasks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, Action, Actor, record
from contests.annotating.domain import ACCEPT, Submission, check_submission
from contests.annotating.errors import AnswerIdTaken, TaskNotFound
from contests.categories.selectors import offered_labels
from contests.contest.domain import ARRANGE, TEACH, TRAIN
from contests.contest.models import Contest
from contests.contest.services import lock_for
from contests.guidelines.domain.defaults import matching_defaults
from contests.guidelines.selectors import latest_revision
from contests.inputs.errors import InputsAnswered, InputUnknown
from contests.inputs.models import ContestInput
from contests.people.errors import AliasDue, NotAnAnnotator
from contests.people.models import Membership
from contests.training.domain import (
    MOST_TASKS,
    Difference,
    TrainingProgress,
    WrittenTask,
    compare,
    default_tasks,
    read_tasks,
)
from contests.training.errors import (
    GuidelinesUnread,
    TrainingClosed,
    TrainingFull,
    TrainingNeedsTask,
)
from contests.training.models import TrainingAnswer, TrainingTask
from contests.training.selectors import difference_of, open_training_tasks, training_progress
from text.spans import Span
from text.tokens import tokenize


@dataclass(frozen=True)
class Taught:
    """The result of an answer: its difference, whether it counts, and the new progress."""

    task: TrainingTask
    difference: Difference
    is_counted: bool
    progress: TrainingProgress


def check_may_train(member: Membership) -> None:
    """Raise a Refusal if this person cannot train now."""
    if member.removed_at is not None or member.is_manager:
        raise NotAnAnnotator
    if not member.contest.permits(TRAIN):
        raise TrainingClosed
    if member.needs_alias:
        raise AliasDue
    if member.guideline_read_id is None and latest_revision(member.contest) is not None:
        raise GuidelinesUnread


def next_training_tasks(*, member: Membership) -> Sequence[TrainingTask]:
    """Return the open tasks of this person's round; raise a Refusal if they cannot train."""
    check_may_train(member)
    return open_training_tasks(member)


@transaction.atomic
def take_training_answer(
    *,
    member: Membership,
    task_id: int,
    submission: Submission,
    actor: Actor,
    at: datetime | None = None,
) -> Taught:
    """Compare an answer with the known one; only the first answer of a round is stored."""
    # Locking the member makes an answer sent twice at once count once.
    fresh = Membership.objects.select_for_update(of=("self",)).get(pk=member.pk)
    check_may_train(fresh)
    task = fresh.contest.training_tasks.in_use().filter(pk=task_id).first()
    if task is None:
        raise TaskNotFound
    units = check_submission(
        submission, text_length=len(task.text), labels=offered_labels(fresh.contest)
    )
    stored = TrainingAnswer.objects.filter(pk=submission.id).select_related("task").first()
    if stored is not None and (stored.task_id, stored.member_id) != (task.pk, fresh.pk):
        raise AnswerIdTaken
    if stored is not None:
        return Taught(
            task, difference_of(stored), is_counted=True, progress=training_progress(fresh)
        )
    difference = compare(
        known=task.known_units, given=units, is_accepted=submission.verdict == ACCEPT
    )
    is_counted = not task.answers.filter(member=fresh, round=fresh.training_round).exists()
    if is_counted:
        _store(fresh, task, submission, difference, at or timezone.now())
        settle(member=fresh, actor=actor)
    return Taught(task, difference, is_counted=is_counted, progress=training_progress(fresh))


def _store(
    member: Membership,
    task: TrainingTask,
    submission: Submission,
    difference: Difference,
    at: datetime,
) -> None:
    try:
        with transaction.atomic():
            TrainingAnswer.objects.create(
                id=submission.id,
                task=task,
                member=member,
                round=member.training_round,
                verdict=submission.verdict,
                units=_as_json(sorted(submission.units)),
                score=difference.score,
                answered_at=at,
                duration_ms=submission.duration_ms,
            )
    except IntegrityError as error:
        # Only the member is locked: someone else may send the same id at the same time.
        raise AnswerIdTaken from error


@transaction.atomic
def settle(*, member: Membership, actor: Actor) -> None:
    """Record that a person has passed the training; this is never undone."""
    if member.trained_at is not None or not training_progress(member).is_passed:
        return
    member.trained_at = timezone.now()
    member.save(update_fields=["trained_at"])
    record(
        actor, CHANGED, "membership", member.pk, contest_id=member.contest_id, fields=["trained"]
    )


@transaction.atomic
def settle_everyone(*, contest: Contest) -> None:
    """Record who has passed after tasks were removed or the pass mark was lowered."""
    waiting = contest.memberships.present().annotators().filter(trained_at=None)
    for member in waiting.filter(training_answers__isnull=False).distinct():
        settle(member=member, actor=Actor())


@transaction.atomic
def repeat_training(*, member: Membership, actor: Actor) -> Membership:
    """Start a new round of training; earlier answers are kept."""
    fresh = Membership.objects.select_for_update(of=("self",)).get(pk=member.pk)
    check_may_train(fresh)
    begun = TrainingAnswer.objects.filter(member=fresh, round=fresh.training_round)
    if begun.exists():
        fresh.training_round += 1
        fresh.save(update_fields=["training_round"])
        number = fresh.training_round
        record(actor, CHANGED, "membership", fresh.pk, contest_id=fresh.contest_id, round=number)
    return fresh


@transaction.atomic
def add_tasks(
    *, contest: Contest, written: Sequence[WrittenTask], origin: str, actor: Actor
) -> list[TrainingTask]:
    """Append texts with known answers to the training."""
    fresh = lock_for(contest, TEACH)
    tasks = fresh.training_tasks.in_use()
    if tasks.count() + len(written) > MOST_TASKS:
        raise TrainingFull(most=MOST_TASKS)
    last = tasks.aggregate(last=Max("position"))["last"]
    first = 0 if last is None else last + 1
    made = TrainingTask.objects.bulk_create(
        TrainingTask(
            contest=fresh,
            position=first + number,
            origin=origin,
            **_content(fresh, task),
        )
        for number, task in enumerate(written)
    )
    ids = [task.pk for task in made]
    _record(actor, CREATED, fresh, tasks=ids, origin=str(origin))
    return made


def _content(contest: Contest, written: WrittenTask) -> dict[str, Any]:
    """Return the fields of a training task that come from its text."""
    tokens = tokenize(written.text, language=contest.language)
    return {
        "text": written.text,
        "tokens": list(chain.from_iterable(tokens)),
        "units": _as_json(written.units),
        "note": written.note,
    }


def _as_json(units: Iterable[Span]) -> list[list[object]]:
    return [[unit.start, unit.end, unit.label] for unit in units]


def ready_made(contest: Contest) -> list[WrittenTask]:
    """Return the ready-made tasks for the contest's categories and language, if any."""
    labels = offered_labels(contest)
    tasks, _problems = read_tasks(
        default_tasks(matching_defaults(labels), contest.language), labels=labels
    )
    return tasks


@transaction.atomic
def add_ready_made(*, contest: Contest, actor: Actor) -> list[TrainingTask]:
    """Append the ready-made tasks that are not in the training yet."""
    known = set(contest.training_tasks.in_use().values_list("text", flat=True))
    written = [task for task in ready_made(contest) if task.text not in known]
    if not written:
        return []
    origin = TrainingTask.Origin.DEFAULT
    return add_tasks(contest=contest, written=written, origin=origin, actor=actor)


@transaction.atomic
def change_task(*, task: TrainingTask, written: WrittenTask, actor: Actor) -> TrainingTask:
    """Change a task; if that affects answers, replace it and keep the old task with its answers."""
    contest = lock_for(task.contest, TEACH)
    content = _content(contest, written)
    is_same = (task.text, task.units) == (content["text"], content["units"])
    if is_same or not task.answers.exists():
        for name, value in content.items():
            setattr(task, name, value)
        task.save(update_fields=content)
        _record(actor, CHANGED, contest, tasks=[task.pk])
        return task
    made = TrainingTask.objects.create(
        contest=contest,
        position=task.position,
        origin=TrainingTask.Origin.WRITTEN,
        **content,
    )
    TrainingTask.objects.filter(pk=task.pk).update(removed_at=timezone.now())
    _record(actor, CHANGED, contest, tasks=[task.pk, made.pk])
    return made


@transaction.atomic
def remove_task(*, task: TrainingTask, actor: Actor) -> None:
    """Remove a task from the training; an answered task is kept with its answers."""
    contest = lock_for(task.contest, TEACH)
    others = contest.training_tasks.in_use().exclude(pk=task.pk)
    if contest.requires_training and contest.state != Contest.State.DRAFT and not others.exists():
        raise TrainingNeedsTask
    pk = task.pk
    if task.answers.exists():
        TrainingTask.objects.filter(pk=pk).update(removed_at=timezone.now())
    else:
        task.delete()
    _record(actor, DELETED, contest, tasks=[pk])
    settle_everyone(contest=contest)


@transaction.atomic
def move_task(*, task: TrainingTask, step: int, actor: Actor) -> None:
    """Move a task one position up or down."""
    contest = lock_for(task.contest, TEACH)
    tasks = list(contest.training_tasks.in_use())
    place = tasks.index(task)
    if 0 <= place + step < len(tasks):
        tasks[place], tasks[place + step] = tasks[place + step], tasks[place]
        for position, each in enumerate(tasks):
            each.position = position
        TrainingTask.objects.bulk_update(tasks, ["position"])
        _record(actor, CHANGED, contest, tasks=[task.pk])


@transaction.atomic
def take_input(
    *, contest: Contest, input_id: int, written: WrittenTask, actor: Actor
) -> TrainingTask:
    """Turn an input into a training task with this answer.

    It is deleted from the contest's inputs, because trained people know its answer.
    """
    fresh = lock_for(contest, ARRANGE)
    item = ContestInput.objects.filter(contest=fresh, pk=input_id, text=written.text).first()
    if item is None:
        raise InputUnknown
    if item.tasks.exists():
        raise InputsAnswered
    # The gaps this leaves in the groups' orders are skipped when handing out tasks.
    item.delete()
    origin = TrainingTask.Origin.INPUT
    return add_tasks(contest=fresh, written=[written], origin=origin, actor=actor)[0]


def _record(actor: Actor, action: Action, contest: Contest, **details: object) -> None:
    record(actor, action, "training", contest_id=contest.pk, **details)
