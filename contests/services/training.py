"""The training tasks of a contest: ready-made, written, or taken from its inputs."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.guidelines.defaults import matching_defaults
from contests.domain.lifecycle import ARRANGE, TEACH
from contests.domain.training_texts import MOST_TASKS, WrittenTask, default_tasks, read_tasks
from contests.exceptions import (
    InputsAnswered,
    InputUnknown,
    TrainingFull,
    TrainingNeedsTask,
)
from contests.models import Contest, ContestInput, TrainingTask
from contests.selectors.training import offered_labels
from contests.services.lifecycle import lock_for
from contests.services.training_answers import settle_everyone
from corpus.domain.tokens import tokenize


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
            text=task.text,
            tokens=_tokens(fresh, task.text),
            units=_units(task),
            note=task.note,
            origin=origin,
        )
        for number, task in enumerate(written)
    )
    ids = [task.pk for task in made]
    _record(actor, AuditEvent.Action.CREATED, fresh, tasks=ids, origin=str(origin))
    return made


def _tokens(contest: Contest, text: str) -> list[int]:
    bounds = tokenize(text, language=contest.language)
    return [place for token in bounds for place in token]


def _units(task: WrittenTask) -> list[list[object]]:
    return [[unit.start, unit.end, unit.label] for unit in task.units]


def ready_made(contest: Contest) -> list[WrittenTask]:
    """Return the ready-made tasks for such categories in the language of the texts, if there are any."""
    labels = offered_labels(contest)
    tasks, _problems = read_tasks(
        default_tasks(matching_defaults(labels), contest.language), labels=labels
    )
    return tasks


@transaction.atomic
def add_ready_made(*, contest: Contest, actor: Actor) -> list[TrainingTask]:
    """Append the ready-made tasks that the training does not have yet."""
    known = set(contest.training_tasks.in_use().values_list("text", flat=True))
    written = [task for task in ready_made(contest) if task.text not in known]
    if not written:
        return []
    origin = TrainingTask.Origin.DEFAULT
    return add_tasks(contest=contest, written=written, origin=origin, actor=actor)


@transaction.atomic
def change_task(*, task: TrainingTask, written: WrittenTask, actor: Actor) -> TrainingTask:
    """Replace a task's text, known answer and note; earlier answers stay with the earlier task."""
    contest = lock_for(task.contest, TEACH)
    if not task.answers.exists() or (task.text, task.units) == (written.text, _units(written)):
        task.text, task.units, task.note = written.text, _units(written), written.note
        task.tokens = _tokens(contest, written.text)
        task.save(update_fields=["text", "units", "note", "tokens"])
        _record(actor, AuditEvent.Action.CHANGED, contest, tasks=[task.pk])
        return task
    made = TrainingTask.objects.create(
        contest=contest,
        position=task.position,
        text=written.text,
        tokens=_tokens(contest, written.text),
        units=_units(written),
        note=written.note,
        origin=TrainingTask.Origin.WRITTEN,
    )
    TrainingTask.objects.filter(pk=task.pk).update(removed_at=timezone.now())
    _record(actor, AuditEvent.Action.CHANGED, contest, tasks=[task.pk, made.pk])
    return made


@transaction.atomic
def remove_task(*, task: TrainingTask, actor: Actor) -> None:
    """Take a task out of the training; if someone has answered it, it is kept with the answers."""
    contest = lock_for(task.contest, TEACH)
    others = contest.training_tasks.in_use().exclude(pk=task.pk)
    if contest.requires_training and contest.state != Contest.State.DRAFT and not others.exists():
        raise TrainingNeedsTask
    pk = task.pk
    if task.answers.exists():
        TrainingTask.objects.filter(pk=pk).update(removed_at=timezone.now())
    else:
        task.delete()
    _record(actor, AuditEvent.Action.DELETED, contest, tasks=[pk])
    settle_everyone(contest=contest)


@transaction.atomic
def move_task(*, task: TrainingTask, step: int, actor: Actor) -> None:
    """Let a task come one place earlier or later."""
    contest = lock_for(task.contest, TEACH)
    tasks = list(contest.training_tasks.in_use())
    place = tasks.index(task)
    if 0 <= place + step < len(tasks):
        tasks[place], tasks[place + step] = tasks[place + step], tasks[place]
        for position, each in enumerate(tasks):
            each.position = position
        TrainingTask.objects.bulk_update(tasks, ["position"])
        _record(actor, AuditEvent.Action.CHANGED, contest, tasks=[task.pk])


@transaction.atomic
def take_input(
    *, contest: Contest, input_id: int, written: WrittenTask, actor: Actor
) -> TrainingTask:
    """Make an input a training task with this answer; it is then no task of the contest any more.

    Whoever trains would know its answer.
    """
    fresh = lock_for(contest, ARRANGE)
    item = ContestInput.objects.filter(contest=fresh, pk=input_id, text=written.text).first()
    if item is None:
        raise InputUnknown
    if item.tasks.exists():
        raise InputsAnswered
    # The orders of the groups have a gap there; handing out passes over it.
    item.delete()
    origin = TrainingTask.Origin.INPUT
    return add_tasks(contest=fresh, written=[written], origin=origin, actor=actor)[0]


def _record(actor: Actor, action: AuditEvent.Action, contest: Contest, **details: object) -> None:
    record(actor, action, "training", contest_id=contest.pk, **details)
