"""The answers of a contest, row by row."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from contests.annotating.models import AnnotationTask, Answer
from contests.contest.models import Contest
from contests.downloads.domain import Cells
from contests.people.models import Membership

# So many tasks are read at once.
BATCH_SIZE = 200


def answered_tasks(contest: Contest, *, all_versions: bool) -> list[int]:
    """Return the tasks with an answer: input by input, in an order that stays."""
    tasks = AnnotationTask.objects.filter(input__contest=contest)
    if all_versions:
        tasks = tasks.filter(answers__version=1)
    else:
        tasks = tasks.filter(answers__is_live=True)
    return list(tasks.order_by("input", "annotator").values_list("pk", flat=True))


def rows_of(task_ids: Sequence[int], *, all_versions: bool, with_names: bool) -> Iterator[Cells]:
    """Yield the answers to some tasks, the versions of each one after the other."""
    for answer in _answers(task_ids, all_versions=all_versions):
        row = _row(answer)
        if with_names:
            person = answer.task.annotator
            row |= {"alias": person.alias, "name": person.user.name}
        yield row


def _answers(task_ids: Sequence[int], *, all_versions: bool) -> QuerySet[Answer]:
    answers = Answer.objects.filter(task__in=task_ids)
    if not all_versions:
        answers = answers.filter(is_live=True)
    return (
        answers.select_related(
            "task__input",
            "task__team__group",
            "task__annotator__user",
            "task__annotator__team__group",
            "guideline",
        )
        .prefetch_related("units__category")
        .order_by("task__input", "task__annotator", "version")
    )


def pseudonym_of(member: Membership) -> str:
    """Return a name for a person that is the same in every file of a contest, and in no other's."""
    key = f"{member.contest_id}/{member.pk}"
    return salted_hmac("contests.annotator", key, algorithm="sha256").hexdigest()[:16]


def _row(answer: Answer) -> dict[str, Any]:
    task = answer.task
    team = task.team or task.annotator.team
    same = (
        "version", "withdrawn_at", "answered_at", "received_at", "shown_at", "first_edit_at",
        "duration_ms", "keyboard_edits", "mouse_edits",
    )  # fmt: skip
    return {name: getattr(answer, name) for name in same} | {
        "id": str(task.input_id),
        "text": task.input.text,
        "spans": [_span(unit.start, unit.end, unit.category.label) for unit in answer.units.all()],
        "annotator": pseudonym_of(task.annotator),
        "answer": answer.verdict,
        "answer_id": str(answer.pk),
        "task": task.pk,
        "source": answer.source or None,
        "counts": answer.is_live,
        "flagged": answer.is_flagged,
        "guidelines": answer.guideline.version if answer.guideline else None,
        "shown": [_span(*unit) for unit in task.shown_units],
        "group": team and team.group.number,
        "team": team and team.name,
        "arm": team and team.arm,
        "retention": team and team.retention,
        "perturbation": team and team.perturbation,
    }


def _span(start: int, end: int, label: str) -> dict[str, object]:
    return {"start": start, "end": end, "label": label}
