"""Handing out annotation tasks and taking their answers."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.submission import ACCEPT, Submission, check_submission
from contests.exceptions import (
    AliasDue,
    AnswerIdTaken,
    ContestError,
    ContestNotOpen,
    NotAnAnnotator,
    TaskNotFound,
    TrainingDue,
)
from contests.models import (
    AnnotationTask,
    Answer,
    Category,
    Contest,
    ContestInput,
    Membership,
    SequenceItem,
    Team,
    Unit,
)
from contests.selectors.arms import Draws
from contests.selectors.guidelines import revision_in_force
from contests.services.neighbours import take_apart
from corpus.domain.spans import Span


@transaction.atomic
def hand_out(
    *, annotator: Membership, count: int, at: datetime | None = None
) -> list[AnnotationTask]:
    """Return up to `count` open tasks of this person, the oldest first, adding new ones as needed."""
    # The row is the lock: two tabs asking at once get the same tasks, not twice as many.
    member = Membership.objects.select_for_update(of=("self",)).get(pk=annotator.pk)
    contest, at = member.contest, at or timezone.now()
    if not contest.takes_answers_at(at):
        raise ContestNotOpen
    if member.team is None or member.removed_at is not None:
        raise NotAnAnnotator
    if member.needs_alias:
        raise AliasDue
    if member.needs_training:
        raise TrainingDue
    open_tasks = AnnotationTask.objects.filter(annotator=member, answered_at=None)
    tasks = list(open_tasks.select_related("input").order_by("id")[:count])
    inputs = _next_inputs(member, contest, tasks, count - len(tasks))
    return tasks + _create_tasks(member, member.team, inputs, at)


def _next_inputs(
    member: Membership, contest: Contest, waiting: Sequence[AnnotationTask], count: int
) -> list[ContestInput]:
    if count <= 0:
        return []
    previous = waiting[-1].input_id if waiting else _last_answered(member)
    if contest.routing == Contest.Routing.COVERAGE:
        return _least_covered(member, contest, previous, count)
    return _next_in_sequence(member, previous, count)


def _last_answered(member: Membership) -> int | None:
    answered = AnnotationTask.objects.filter(annotator=member, answered_at__isnull=False)
    return answered.order_by("-answered_at").values_list("input_id", flat=True).first()


def _next_in_sequence(member: Membership, previous: int | None, count: int) -> list[ContestInput]:
    ahead = sequence_ahead(member)
    items = list(ahead[:count])
    if not items:
        return []
    next_position: int | None = items[-1].position + 1
    if not _follows(member, previous, items):
        # What is passed over may have been what kept two neighbours apart.
        items = take_apart(ahead, key="input_id", previous=previous, count=count)
        left = ahead.exclude(input__in=[item.input_id for item in items])
        next_position = left.values_list("position", flat=True).first()
    if next_position is not None:
        member.next_position = next_position
        member.save(update_fields=["next_position"])
    return [item.input for item in items]


def _follows(member: Membership, previous: int | None, items: Sequence[SequenceItem]) -> bool:
    """Return whether the items come in the group's order right after what the person met last."""
    first = member.next_position
    if [item.position for item in items] != list(range(first, first + len(items))):
        return False
    before = SequenceItem.objects.filter(group__teams=member.team_id, position=first - 1)
    return before.values_list("input_id", flat=True).first() == previous


def sequence_ahead(member: Membership) -> QuerySet[SequenceItem]:
    """Return what comes next for this person in the order of their group."""
    ahead = SequenceItem.objects.filter(
        group__teams=member.team_id, position__gte=member.next_position
    )
    # Someone who changed teams may already have met what comes next here.
    return (
        ahead.exclude(input__tasks__annotator=member).select_related("input").order_by("position")
    )


def _least_covered(
    member: Membership, contest: Contest, previous: int | None, count: int
) -> list[ContestInput]:
    # One at a time per contest: nobody may be given an input that has just reached its number.
    Contest.objects.select_for_update().get(pk=contest.pk)
    open_now = open_inputs(member, contest)
    inputs = take_apart(open_now, key="pk", previous=previous, count=count)
    ids = [item.pk for item in inputs]
    ContestInput.objects.filter(pk__in=ids).update(times_given=F("times_given") + 1)
    return inputs


def open_inputs(member: Membership, contest: Contest) -> QuerySet[ContestInput]:
    """Return what this person may still be given, that which most lacks annotators first."""
    return (
        ContestInput.objects.filter(contest=contest, times_given__lt=contest.annotators_per_input)
        .exclude(tasks__annotator=member)
        .order_by("times_given", "id")
    )


def _create_tasks(
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
            AnnotationTask(input=item, annotator=member, shown_units=shown, handed_out_at=at)
        )
    return AnnotationTask.objects.bulk_create(tasks)


@transaction.atomic
def take_answers(
    *, annotator: Membership, answers: Sequence[tuple[int, Submission]], actor: Actor
) -> list[ContestError | None]:
    """Store those of a batch that can be taken, with their trace; return why each of the others not.

    An answer comes with the id of its task.
    """
    # The person's row first: two batches of one person would lock their tasks crosswise.
    Membership.objects.select_for_update(of=("self",)).get(pk=annotator.pk)
    refusals = [_try_to_take(annotator, task_id, answer) for task_id, answer in answers]
    pairs = zip(answers, refusals, strict=True)
    taken = [str(answer.id) for (_, answer), refusal in pairs if refusal is None]
    if taken:
        created = AuditEvent.Action.CREATED
        record(actor, created, "answer", contest_id=annotator.contest_id, answers=taken)
    return refusals


def _try_to_take(
    annotator: Membership, task_id: int, submission: Submission
) -> ContestError | None:
    try:
        take_answer(annotator=annotator, task_id=task_id, submission=submission)
    except ContestError as error:
        return error
    return None


@transaction.atomic
def take_answer(
    *, annotator: Membership, task_id: int, submission: Submission, at: datetime | None = None
) -> Answer:
    """Store an answer; the same one again changes nothing, a later one becomes the live version."""
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
    # One that was given in time may arrive late: an outbox waits for the network. And nobody answers
    # before the task was theirs, whatever a browser's clock says.
    answered_at = max(task.handed_out_at, min(submission.answered_at, at))
    if not contest.takes_answers_at(answered_at, arriving=at):
        raise ContestNotOpen
    categories = _offered_categories(contest, {unit.label for unit in submission.units})
    units = check_submission(submission, text_length=len(task.input.text), labels=categories)
    try:
        answer = _add_version(task, submission, at)
    except IntegrityError as error:
        # The lock is on the task: the same id may come in for another one at the same instant.
        raise AnswerIdTaken from error
    Unit.objects.bulk_create(
        Unit(answer=answer, start=unit.start, end=unit.end, category=categories[unit.label])
        for unit in units
    )
    return answer


def _offered_categories(contest: Contest, labels: Collection[str]) -> dict[str, Category]:
    """Return those of the labels that may be given now, with their categories."""
    offered = contest.categories.filter(archived_at=None, label__in=labels)
    return {category.label: category for category in offered}


def _add_version(task: AnnotationTask, submission: Submission, at: datetime) -> Answer:
    """Store the next version; it is live unless a later answer has already arrived."""
    versions = list(task.answers.order_by("version"))
    live = next((answer for answer in versions if answer.is_live), None)
    # A browser's clock may be wrong; an answer cannot be younger than its arrival.
    answered_at = min(submission.answered_at, at)
    is_live = live is None or live.answered_at <= answered_at
    if is_live:
        if live is not None:
            task.answers.filter(is_live=True).update(is_live=False)
        _count_accepted(task, live, submission.verdict)
        task.answered_at = answered_at
        task.save(update_fields=["answered_at"])
    return Answer.objects.create(
        id=submission.id,
        task=task,
        version=len(versions) + 1,
        is_live=is_live,
        verdict=submission.verdict,
        answered_at=answered_at,
        received_at=at,
        guideline=revision_in_force(task.input.contest_id, at=answered_at),
        duration_ms=submission.duration_ms,
    )


def _count_accepted(task: AnnotationTask, before: Answer | None, verdict: str) -> None:
    change = (verdict == ACCEPT) - (before is not None and before.verdict == ACCEPT)
    if change:
        Membership.objects.filter(pk=task.annotator_id).update(
            accepted_tasks=F("accepted_tasks") + change
        )
