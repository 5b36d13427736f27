"""Selecting the next inputs of an annotator, and releasing tasks that nobody answers.

To prevent deadlocks, locks are taken in one order: contest, member, the member's tasks, inputs by id. Other
members' locked tasks are skipped. Contests and inputs are locked with `no_key`, so that rows referring to
them can still be added.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputPlace
from contests.people.models import Membership
from contests.teams.models import SequenceItem

Row = TypeVar("Row", bound=Model)
Key = Literal["pk", "input_id"]

# Extra candidates to read: enough unless an input occurs in most documents.
LOOKAHEAD = 10
# From a place to the lines of its document, and to the inputs on them.
_LINE = "chunk__document__chunks__line"
_THERE = "chunk__document__chunks__places__input"


def take_apart(rows: QuerySet[Row], *, key: Key, previous: int | None, count: int) -> list[Row]:
    """Return the first rows in order, skipping neighbours of the row taken before.

    `key` names the attribute with the input's id, `previous` is the person's last input. A neighbour is
    taken only if nothing else is left.
    """
    taken: list[Row] = []
    window = list(rows[: count + LOOKAHEAD])
    pairs = neighbouring_pairs([previous, *(getattr(row, key) for row in window)])
    while window and len(taken) < count:
        row = next((row for row in window if (previous, getattr(row, key)) not in pairs), None)
        if row is None and (row := _first_beyond(rows, key, previous, taken)) is not None:
            window.append(row)
            pairs = neighbouring_pairs([previous, *(getattr(each, key) for each in window)])
        row = row or window[0]
        window.remove(row)
        taken.append(row)
        previous = getattr(row, key)
    return taken


def _first_beyond(
    rows: QuerySet[Row], key: Key, previous: int | None, taken: Collection[Row]
) -> Row | None:
    """Return the first row that is neither taken nor a neighbour of the previous input."""
    given = [getattr(row, key) for row in taken]
    apart = rows.exclude(**{f"{key}__in": given}).exclude(**{f"{key}__in": neighbours_of(previous)})
    return apart.first()


def neighbours_of(input_id: int | None) -> QuerySet[InputPlace, int]:
    """Return the ids of the inputs on the line before or after one of this input's places."""
    beside = Q(**{_LINE: F("chunk__line") + 1}) | Q(**{_LINE: F("chunk__line") - 1})
    places = InputPlace.objects.filter(beside, input=input_id, **{f"{_THERE}__isnull": False})
    return places.values_list(_THERE, flat=True)


def neighbouring_pairs(input_ids: Collection[int | None]) -> set[tuple[int, int]]:
    """Return the pairs of these inputs, in both orders, that are on neighbouring lines."""
    ids = [input_id for input_id in input_ids if input_id is not None]
    after = {_LINE: F("chunk__line") + 1, f"{_THERE}__in": ids}
    pairs = InputPlace.objects.filter(input__in=ids, **after).values_list("input_id", _THERE)
    return {pair for left, right in pairs for pair in ((left, right), (right, left))}


def next_inputs(
    member: Membership, *, waiting: Sequence[AnnotationTask], count: int
) -> list[ContestInput]:
    """Return up to `count` new inputs for a person whose open tasks are `waiting`.

    With `coverage` routing, the caller has locked the contest.
    """
    if count <= 0:
        return []
    previous = waiting[-1].input_id if waiting else _last_answered(member)
    if member.contest.routing == Contest.Routing.COVERAGE:
        return _least_covered(member, previous, count)
    return _next_in_sequence(member, previous, count)


def lock_to_give(contest: Contest) -> Contest:
    """Return the current contest row, locked if its routing is `coverage`."""
    contests = Contest.objects.filter(pk=contest.pk)
    if contest.routing == Contest.Routing.COVERAGE:
        contests = contests.select_for_update(no_key=True)
    return contests.get()


def hold(tasks: Sequence[AnnotationTask], contest: Contest, at: datetime) -> None:
    """Reserve these tasks' inputs for their annotator for a while (`coverage` only)."""
    if contest.routing == Contest.Routing.COVERAGE and tasks:
        until = at + timedelta(hours=settings.ABANDONED_TASK_HOURS)
        ids = [task.pk for task in tasks]
        AnnotationTask.objects.filter(pk__in=ids).update(held_until=until)


@transaction.atomic
def release_abandoned(contest: Contest, at: datetime) -> None:
    """Release the reservations of tasks not answered in time; the tasks can still be answered.

    Runs in its own transaction before any lock is taken, because it changes tasks of all members.
    """
    held = AnnotationTask.objects.filter(answered_at=None, released_at=None, held_until__lt=at)
    # A locked task is being answered right now, so it is not abandoned.
    free = held.select_for_update(skip_locked=True, no_key=True, of=("self",))
    abandoned = list(free.filter(input__contest=contest).values_list("pk", "input_id"))
    if not abandoned:
        return
    task_ids, input_ids = zip(*abandoned, strict=True)
    AnnotationTask.objects.filter(pk__in=task_ids).update(released_at=at)
    for input_id in sorted(input_ids):
        # One by one: two people may have abandoned the same input.
        ContestInput.objects.filter(pk=input_id).update(times_given=F("times_given") - 1)


def lock_answered(member: Membership, task_ids: Collection[int]) -> None:
    """Lock the tasks and inputs that a batch of answers may change; the caller has locked the member."""
    if member.contest.routing != Contest.Routing.COVERAGE:
        # Without releases, an answer changes only the member's own rows.
        return
    own = AnnotationTask.objects.filter(annotator=member, pk__in=task_ids).order_by("pk")
    tasks = own.select_for_update(no_key=True)
    _lock_inputs([task.input_id for task in tasks if task.released_at is not None])


def _lock_inputs(input_ids: Collection[int]) -> None:
    if input_ids:
        inputs = ContestInput.objects.filter(pk__in=input_ids).order_by("pk")
        list(inputs.select_for_update(no_key=True).values_list("pk"))


def reclaim(task: AnnotationTask) -> None:
    """Undo the release of a task because its answer has arrived."""
    task.released_at = None
    ContestInput.objects.filter(pk=task.input_id).update(times_given=F("times_given") + 1)


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
        # A skipped item may have separated two neighbours.
        items = take_apart(ahead, key="input_id", previous=previous, count=count)
        left = ahead.exclude(input__in=[item.input_id for item in items])
        next_position = left.values_list("position", flat=True).first()
    if next_position is not None:
        member.next_position = next_position
        member.save(update_fields=["next_position"])
    return [item.input for item in items]


def _follows(member: Membership, previous: int | None, items: Sequence[SequenceItem]) -> bool:
    """Return whether the items directly follow the person's last input in the group's order."""
    first = member.next_position
    if [item.position for item in items] != list(range(first, first + len(items))):
        return False
    before = SequenceItem.objects.filter(group__teams=member.team_id, position=first - 1)
    return before.values_list("input_id", flat=True).first() == previous


def sequence_ahead(member: Membership) -> QuerySet[SequenceItem]:
    """Return the items ahead of this person in their group's order."""
    ahead = SequenceItem.objects.filter(
        group__teams=member.team_id, position__gte=member.next_position
    )
    # After a change of team, the person may know some of these inputs.
    return (
        ahead.exclude(input__tasks__annotator=member).select_related("input").order_by("position")
    )


def _least_covered(member: Membership, previous: int | None, count: int) -> list[ContestInput]:
    open_now = open_inputs(member, member.contest)
    inputs = take_apart(open_now, key="pk", previous=previous, count=count)
    ids = [item.pk for item in inputs]
    _lock_inputs(ids)
    ContestInput.objects.filter(pk__in=ids).update(times_given=F("times_given") + 1)
    return inputs


def open_inputs(member: Membership, contest: Contest) -> QuerySet[ContestInput]:
    """Return the inputs that can be handed out to this person, fewest annotators first."""
    own = AnnotationTask.objects.filter(annotator=member, input=OuterRef("pk"), released_at=None)
    return ContestInput.objects.filter(
        ~Exists(own), contest=contest, times_given__lt=contest.annotators_per_input
    ).order_by("times_given", "id")


def recount_given(*, contest: Contest) -> None:
    """Recount the annotators of each input; only `coverage` keeps this count up to date."""
    given = (
        AnnotationTask.objects.filter(input=OuterRef("pk"))
        .order_by()
        .values("input")
        .annotate(people=Count("pk"))
        .values("people")
    )
    inputs = ContestInput.objects.filter(contest=contest)
    inputs.update(times_given=Coalesce(Subquery(given), 0))
