"""The state of a contest as plain values, to compare two runs of a simulation."""

from typing import Any

from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.contest.models import Contest
from contests.people.models import Membership


def snapshot(contest: Contest) -> dict[str, list[Any]]:
    """Return everything that a simulation writes, by natural keys."""
    tasks = AnnotationTask.objects.filter(annotator__contest=contest)
    answers = Answer.objects.filter(task__annotator__contest=contest)
    units = Unit.objects.filter(answer__task__annotator__contest=contest)
    return {
        "members": rows(contest.memberships, "alias", "next_position", "accepted_tasks"),
        "tasks": rows(
            tasks,
            "annotator__alias",
            "input__text",
            "shown_units",
            "handed_out_at",
            "answered_at",
        ),
        "answers": rows(
            answers,
            "task__annotator__alias",
            "task__input__text",
            "version",
            "is_live",
            "verdict",
            "answered_at",
            "received_at",
            "duration_ms",
        ),
        "units": rows(
            units,
            "answer__task__annotator__alias",
            "answer__task__input__text",
            "answer__version",
            "start",
            "end",
            "category__label",
        ),
    }


def rows(query: Any, *fields: str) -> list[Any]:
    return sorted(query.values_list(*fields), key=repr)


def wipe(contest: Contest) -> None:
    """Take all tasks and answers away, as if nobody had begun."""
    Unit.objects.filter(answer__task__annotator__contest=contest).delete()
    Answer.objects.filter(task__annotator__contest=contest).delete()
    AnnotationTask.objects.filter(annotator__contest=contest).delete()
    Membership.objects.filter(contest=contest).update(next_position=0, accepted_tasks=0)
