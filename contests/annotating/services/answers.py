"""Handing out annotation tasks, storing and withdrawing answers."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, Actor, record
from contests.annotating.domain import (
    ACCEPT,
    MOST_ANSWERS_PER_MINUTE,
    MOST_UNITS_PER_MINUTE,
    MOST_VERSIONS,
    Allowance,
    Submission,
    check_submission,
    in_pieces,
)
from contests.annotating.errors import (
    AnswerIdTaken,
    AnswerNotFound,
    AnswerSuperseded,
    ContestNotOpen,
    TaskNotFound,
    TooManyVersions,
    TrainingDue,
)
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.annotating.services.routing import (
    hold,
    lock_answered,
    lock_to_give,
    next_inputs,
    reclaim,
    release_abandoned,
)
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.guidelines.selectors import revision_in_force
from contests.inputs.models import ContestInput
from contests.inputs.services import note_changes
from contests.people.errors import AliasDue, NotAnAnnotator
from contests.people.models import Membership
from contests.proposals.selectors import Draws
from contests.teams.models import Team
from text.errors import Refusal
from text.spans import Span


def hand_out(
    *, annotator: Membership, count: int, at: datetime | None = None
) -> list[AnnotationTask]:
    """Return up to `count` open tasks of this annotator, oldest first, handing out new ones as needed."""
    at = at or timezone.now()
    if annotator.contest.routing == Contest.Routing.COVERAGE:
        release_abandoned(annotator.contest, at)
    return _hand_out(annotator, count, at)


@transaction.atomic
def _hand_out(annotator: Membership, count: int, at: datetime) -> list[AnnotationTask]:
    contest = lock_to_give(annotator.contest)
    # Locking the member gives two tabs that ask at once the same tasks.
    member = Membership.objects.select_for_update(of=("self",)).get(pk=annotator.pk)
    member.contest = contest
    if not contest.takes_answers_at(at):
        raise ContestNotOpen
    if member.team is None or member.removed_at is not None:
        raise NotAnAnnotator
    if member.needs_alias:
        raise AliasDue
    if member.needs_training:
        raise TrainingDue
    open_tasks = AnnotationTask.objects.filter(annotator=member, answered_at=None, released_at=None)
    tasks = list(open_tasks.select_related("input").order_by("id")[:count])
    hold(tasks, contest, at)
    inputs = next_inputs(member, waiting=tasks, count=count - len(tasks))
    return tasks + _create_tasks(member, member.team, inputs, at)


def _create_tasks(
    member: Membership, team: Team, inputs: Sequence[ContestInput], at: datetime
) -> list[AnnotationTask]:
    """Return a task for each input: the person's released task, or a new one with the arm's proposals."""
    again = {
        task.input_id: task
        for task in AnnotationTask.objects.filter(annotator=member, input__in=inputs)
    }
    AnnotationTask.objects.filter(pk__in=[task.pk for task in again.values()]).update(
        released_at=None, handed_out_at=at
    )
    fresh = _new_tasks(member, team, [item for item in inputs if item.pk not in again], at)
    given = again | {task.input_id: task for task in AnnotationTask.objects.bulk_create(fresh)}
    for item in inputs:
        given[item.pk].input = item
    tasks = [given[item.pk] for item in inputs]
    hold(tasks, member.contest, at)
    return tasks


def _new_tasks(
    member: Membership, team: Team, inputs: Sequence[ContestInput], at: datetime
) -> list[AnnotationTask]:
    if not inputs:
        return []
    draws = Draws.of(member.contest)
    tasks = []
    for item in inputs:
        units = draws.shown_to(team, item, [Span(*unit) for unit in item.proposals])
        shown = [[unit.start, unit.end, unit.label] for unit in units]
        tasks.append(
            AnnotationTask(
                input=item, annotator=member, team=team, shown_units=shown, handed_out_at=at
            )
        )
    return tasks


def take_answers(
    *,
    annotator: Membership,
    answers: Sequence[tuple[int, Submission]],
    actor: Actor,
    source: Answer.Source = Answer.Source.PAGE,
) -> list[Refusal | None]:
    """Store a batch of answers, given with their task ids; return a refusal or None for each.

    The batch is stored in pieces, each in one transaction.
    """
    refusals: list[Refusal | None] = []
    for piece in in_pieces(answers):
        refusals += _take_piece(annotator, piece, actor, source)
    return refusals


@transaction.atomic
def _take_piece(
    annotator: Membership,
    answers: Sequence[tuple[int, Submission]],
    actor: Actor,
    source: Answer.Source,
) -> list[Refusal | None]:
    # Lock the member first: two batches of one person could deadlock on their tasks.
    Membership.objects.select_for_update(of=("self",)).get(pk=annotator.pk)
    lock_answered(annotator, [task_id for task_id, _ in answers])
    left = _allowance(annotator, timezone.now())
    refusals = [
        _try_to_take(annotator, task_id, answer, left, source) for task_id, answer in answers
    ]
    pairs = zip(answers, refusals, strict=True)
    taken = [str(answer.id) for (_, answer), refusal in pairs if refusal is None]
    if taken:
        record(actor, CREATED, "answer", contest_id=annotator.contest_id, answers=taken)
    return refusals


def _allowance(annotator: Membership, at: datetime) -> Allowance:
    """Return what the annotator may still send in this minute; the caller has locked the member."""
    since = at - timedelta(minutes=1)
    own = Answer.objects.filter(task__annotator=annotator, received_at__gt=since)
    units = Unit.objects.filter(answer__task__annotator=annotator, answer__received_at__gt=since)
    return Allowance(
        answers=MOST_ANSWERS_PER_MINUTE - own.count(), units=MOST_UNITS_PER_MINUTE - units.count()
    )


def _try_to_take(
    annotator: Membership,
    task_id: int,
    submission: Submission,
    left: Allowance,
    source: Answer.Source,
) -> Refusal | None:
    try:
        take_answer(
            annotator=annotator, task_id=task_id, submission=submission, left=left, source=source
        )
    except Refusal as error:
        return error
    return None


@transaction.atomic
def take_answer(
    *,
    annotator: Membership,
    task_id: int,
    submission: Submission,
    at: datetime | None = None,
    left: Allowance | None = None,
    source: Answer.Source = Answer.Source.PAGE,
) -> Answer:
    """Store an answer as a new version, live if it is the latest; a known id changes nothing.

    The answer is deducted from the allowance `left`.
    """
    task = (
        AnnotationTask.objects.select_for_update(of=("self",))
        .select_related("input__contest")
        .filter(pk=task_id, annotator=annotator)
        .first()
    )
    if task is None:
        raise TaskNotFound
    known = Answer.objects.filter(pk=submission.id).first()
    if known is not None:
        if known.task_id != task.pk:
            raise AnswerIdTaken
        return known
    contest, at = task.input.contest, at or timezone.now()
    if annotator.removed_at is not None:
        raise NotAnAnnotator
    # Answers given in time may arrive late, from an outbox. The browser's clock may be wrong: the
    # time must lie between handing out and arrival.
    answered_at = max(task.handed_out_at, min(submission.answered_at, at))
    if not contest.takes_answers_at(answered_at, arriving=at):
        raise ContestNotOpen
    categories = _offered_categories(contest, {unit.label for unit in submission.units})
    units = check_submission(submission, text_length=len(task.input.text), labels=categories)
    if task.answers.count() >= MOST_VERSIONS:
        raise TooManyVersions(most=MOST_VERSIONS)
    if left is not None:
        left.spend(len(units))
    try:
        answer = _add_version(task, submission, answered_at, received_at=at, source=source)
    except IntegrityError as error:
        # Only the task is locked: the same id may arrive for another task at the same time.
        raise AnswerIdTaken from error
    Unit.objects.bulk_create(
        Unit(answer=answer, start=unit.start, end=unit.end, category=categories[unit.label])
        for unit in units
    )
    # Also if a later version is live: the durations of all versions are summed.
    note_changes(contest_id=contest.pk, input_ids=[task.input_id])
    return answer


def _offered_categories(contest: Contest, labels: Collection[str]) -> dict[str, Category]:
    """Return the offered categories among these labels, by label."""
    offered = contest.categories.filter(archived_at=None, label__in=labels)
    return {category.label: category for category in offered}


def _add_version(
    task: AnnotationTask,
    submission: Submission,
    answered_at: datetime,
    *,
    received_at: datetime,
    source: Answer.Source,
) -> Answer:
    """Store the next version, live unless a later answer has already arrived."""
    versions = list(task.answers.order_by("version"))
    live = next((answer for answer in versions if answer.is_live), None)
    traces = submission.traces.shifted(answered_at - submission.answered_at)
    is_live = live is None or live.answered_at <= answered_at
    if is_live:
        if live is not None:
            task.answers.filter(is_live=True).update(is_live=False)
        _count_accepted(task, live, submission.verdict)
        task.answered_at = answered_at
        if task.released_at is not None:
            reclaim(task)
        task.save(update_fields=["answered_at", "released_at"])
    return Answer.objects.create(
        id=submission.id,
        task=task,
        version=len(versions) + 1,
        is_live=is_live,
        verdict=submission.verdict,
        source=source,
        answered_at=answered_at,
        received_at=received_at,
        guideline=revision_in_force(task.input.contest_id, at=answered_at),
        duration_ms=submission.duration_ms,
        is_flagged=submission.is_flagged,
        **asdict(traces),
    )


@transaction.atomic
def withdraw_answer(
    *, annotator: Membership, answer_id: UUID, actor: Actor, at: datetime | None = None
) -> None:
    """Withdraw an answer and reopen its task; a second call changes nothing.

    The answer stays in the history, like superseded versions.
    """
    Membership.objects.select_for_update(of=("self",)).get(pk=annotator.pk)
    own = Answer.objects.filter(task__annotator=annotator).select_related("task__input__contest")
    answer = own.filter(pk=answer_id).first()
    if answer is None:
        raise AnswerNotFound
    if answer.withdrawn_at is not None:
        return
    at = at or timezone.now()
    contest = answer.task.input.contest
    if not contest.takes_answers_at(at):
        raise ContestNotOpen
    if not answer.is_live:
        raise AnswerSuperseded
    if answer.version >= MOST_VERSIONS:
        # The task would be handed out again but could not be answered.
        raise TooManyVersions(most=MOST_VERSIONS)
    own.filter(pk=answer.pk).update(is_live=False, withdrawn_at=at)
    AnnotationTask.objects.filter(pk=answer.task_id).update(answered_at=None)
    hold([answer.task], contest, at)
    _count_accepted(answer.task, answer, None)
    note_changes(contest_id=contest.pk, input_ids=[answer.task.input_id])
    record(actor, CHANGED, "answer", answer.pk, contest_id=contest.pk, withdrawn=True)


def _count_accepted(task: AnnotationTask, before: Answer | None, verdict: str | None) -> None:
    change = (verdict == ACCEPT) - (before is not None and before.verdict == ACCEPT)
    if change:
        Membership.objects.filter(pk=task.annotator_id).update(
            accepted_tasks=F("accepted_tasks") + change
        )
