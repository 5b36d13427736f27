"""The training as the annotation page speaks it: the same tasks and answers as the contest's own."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from contests.api.serializers import AnswerSerializer, BatchSerializer
from contests.api.views import ContestAPIView
from contests.domain.submission import Submission
from contests.domain.training import TrainingProgress
from contests.exceptions import ContestError
from contests.models import Membership, TrainingTask
from contests.selectors.training import ExplainedPlace, lesson, training_progress
from contests.services.training_answers import (
    Taught,
    next_training_tasks,
    take_training_answer,
)
from contests.wording import explain
from corpus.domain.spans import Span


class TrainingTaskSerializer(serializers.ModelSerializer[TrainingTask]):
    """A training task in the form of the contest's tasks; nothing is proposed on it."""

    shown_units = serializers.ReadOnlyField(default=[])

    class Meta:
        model = TrainingTask
        fields = ("id", "text", "tokens", "shown_units")


class TrainingTasksView(ContestAPIView):
    def post(self, request: Request, contest_id: int) -> Response:
        """Give the tasks that are left in this person's round, and how far they are."""
        member = self.annotator(contest_id)
        try:
            tasks = next_training_tasks(member=member)
        except ContestError as error:
            return Response(_refusal(error), status=status.HTTP_409_CONFLICT)
        if tasks:
            ids = [task.pk for task in tasks]
            read = AuditEvent.Action.READ
            record(actor_of(request), read, "training", contest_id=contest_id, tasks=ids)
        return Response(
            {
                "tasks": TrainingTaskSerializer(tasks, many=True).data,
                "progress": _progress(member, training_progress(member)),
            }
        )


class TrainingAnswersView(ContestAPIView):
    def post(self, request: Request, contest_id: int) -> Response:
        """Take answers to training tasks; each comes back with what differs from the known one."""
        batch = BatchSerializer(data=request.data)
        batch.is_valid(raise_exception=True)
        member = self.annotator(contest_id)
        results = [
            _take(request, member, AnswerSerializer(data=data))
            for data in batch.validated_data["answers"]
        ]
        member.refresh_from_db()
        progress = _progress(member, training_progress(member))
        return Response({"results": results, "progress": progress})


def _take(request: Request, member: Membership, form: AnswerSerializer) -> dict[str, Any]:
    answer = {"id": str(form.initial_data.get("id", ""))}
    if not form.is_valid():
        reason = _("This answer is not in the expected form.")
        refused = {"status": "refused", "code": "invalid", "reason": reason}
        return answer | refused | {"errors": form.errors}
    values = form.validated_data
    submission = Submission(
        id=values["id"],
        verdict=values["verdict"],
        answered_at=values["answered_at"],
        units=tuple(Span(**unit) for unit in values["units"]),
        duration_ms=values["duration_ms"],
    )
    try:
        taught = take_training_answer(
            member=member, task_id=values["task"], submission=submission, actor=actor_of(request)
        )
    except ContestError as error:
        return answer | {"status": "refused"} | _refusal(error)
    return answer | {"status": "taken", "difference": _difference(member, taught)}


def _difference(member: Membership, taught: Taught) -> dict[str, Any]:
    """Return every place of the text: right, missed, spurious, or with wrong bounds or category."""
    learnt = lesson(member.contest, taught.difference, language=member.user.language)
    return {
        "score": round(taught.difference.score, 4),
        "is_right": taught.difference.is_right,
        "is_counted": taught.is_counted,
        "note": taught.task.note,
        "language": learnt.language,
        "places": [_place(member, place) for place in learnt.places],
    }


def _place(member: Membership, explained: ExplainedPlace) -> dict[str, Any]:
    place, section = explained.place, explained.section
    address = reverse("contests:guidelines", args=[member.contest_id])
    return {
        "outcome": place.outcome,
        "credit": round(place.credit, 4),
        "label": place.label,
        "known": _span(place.known),
        "given": _span(place.given),
        "guideline": section
        and {
            "anchor": section.anchor,
            "number": section.number,
            "heading": section.heading,
            "excerpt": section.html.replace('href="#', f'href="{address}#'),
            "url": f"{address}#{section.anchor}",
        },
    }


def _span(span: Span | None) -> dict[str, Any] | None:
    return {"start": span.start, "end": span.end, "label": span.label} if span else None


def _progress(member: Membership, progress: TrainingProgress) -> dict[str, Any]:
    return {
        "done": progress.done,
        "total": progress.total,
        "score": None if progress.score is None else round(progress.score, 4),
        "pass_mark": progress.pass_mark,
        "is_done": progress.is_done,
        "is_passed": progress.is_passed,
        "is_trained": member.trained_at is not None,
        "round": member.training_round,
    }


def _refusal(error: ContestError) -> dict[str, str]:
    return {"code": error.code, "reason": explain(error)}
