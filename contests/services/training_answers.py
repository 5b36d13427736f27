"""Training: giving its tasks, taking answers, telling what differs, and noting who has passed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.lifecycle import TRAIN
from contests.domain.submission import ACCEPT, Submission, check_submission
from contests.domain.training import Difference, TrainingProgress, compare
from contests.exceptions import (
    AliasDue,
    AnswerIdTaken,
    GuidelinesUnread,
    NotAnAnnotator,
    TaskNotFound,
    TrainingClosed,
)
from contests.models import Contest, Membership, TrainingAnswer, TrainingTask
from contests.selectors.guidelines import latest_revision
from contests.selectors.training import (
    difference_of,
    offered_labels,
    open_training_tasks,
    training_progress,
)


@dataclass(frozen=True)
class Taught:
    """What came of an answer: the difference, whether it counted, and where the person is now."""

    task: TrainingTask
    difference: Difference
    is_counted: bool
    progress: TrainingProgress


def check_may_train(member: Membership) -> None:
    """Refuse a person who cannot train now, with the reason."""
    if member.removed_at is not None or member.is_manager:
        raise NotAnAnnotator
    if not member.contest.permits(TRAIN):
        raise TrainingClosed
    if member.needs_alias:
        raise AliasDue
    if member.guideline_read_id is None and latest_revision(member.contest) is not None:
        raise GuidelinesUnread


def next_training_tasks(*, member: Membership) -> Sequence[TrainingTask]:
    """Return the tasks that are left in this person's round."""
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
    """Compare an answer with the known one; the first of a round counts, later ones are practice."""
    # The row is the lock: the same answer sent twice at once counts once.
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
) -> TrainingAnswer:
    try:
        with transaction.atomic():
            return _create(member, task, submission, difference, at)
    except IntegrityError as error:
        # The lock is on the person: someone else may send the same id at the same instant.
        raise AnswerIdTaken from error


def _create(
    member: Membership,
    task: TrainingTask,
    submission: Submission,
    difference: Difference,
    at: datetime,
) -> TrainingAnswer:
    return TrainingAnswer.objects.create(
        id=submission.id,
        task=task,
        member=member,
        round=member.training_round,
        verdict=submission.verdict,
        units=[[unit.start, unit.end, unit.label] for unit in sorted(submission.units)],
        score=difference.score,
        answered_at=at,
        duration_ms=submission.duration_ms,
    )


@transaction.atomic
def settle(*, member: Membership, actor: Actor, at: datetime | None = None) -> None:
    """Note that a person has passed, once they have; it stays so whatever they do later."""
    if member.trained_at is not None or not training_progress(member).is_passed:
        return
    member.trained_at = at or timezone.now()
    member.save(update_fields=["trained_at"])
    changed = AuditEvent.Action.CHANGED
    record(
        actor, changed, "membership", member.pk, contest_id=member.contest_id, fields=["trained"]
    )


@transaction.atomic
def settle_everyone(*, contest: Contest) -> None:
    """Look again at who has passed: tasks were removed, or the mark was lowered."""
    waiting = contest.memberships.present().annotators().filter(trained_at=None)
    for member in waiting.filter(training_answers__isnull=False).distinct():
        settle(member=member, actor=Actor())


@transaction.atomic
def repeat_training(*, member: Membership, actor: Actor) -> Membership:
    """Begin the training anew; what was answered stays in its round."""
    fresh = Membership.objects.select_for_update(of=("self",)).get(pk=member.pk)
    check_may_train(fresh)
    begun = TrainingAnswer.objects.filter(member=fresh, round=fresh.training_round)
    if begun.exists():
        fresh.training_round += 1
        fresh.save(update_fields=["training_round"])
        changed = AuditEvent.Action.CHANGED
        number = fresh.training_round
        record(actor, changed, "membership", fresh.pk, contest_id=fresh.contest_id, round=number)
    return fresh
