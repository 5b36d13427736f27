"""The training API, with tasks and answers in the format of the contest's own."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit import READ, actor_of, record
from contests.annotating.serializers import (
    AnswerSerializer,
    BatchSerializer,
    DescribedBatchSerializer,
    HandOutSerializer,
    ResultSerializer,
)
from contests.people.access import ContestAPIView
from contests.people.models import Membership
from contests.training.domain import TrainingProgress
from contests.training.models import TrainingTask
from contests.training.selectors import ExplainedPlace, lesson, training_progress
from contests.training.services import Taught, next_training_tasks, take_training_answer
from text.errors import Refusal
from text.spans import Span
from web.api import (
    PERSON,
    RefusalSerializer,
    ShownUnitsField,
    TokensField,
    UnitSerializer,
    refusal_of,
)


class TrainingTaskSerializer(serializers.ModelSerializer[TrainingTask]):
    """A training task in the format of the contest's tasks, without proposals."""

    tokens = TokensField(read_only=True)
    shown_units = ShownUnitsField(default=[], read_only=True)  # type: ignore[arg-type]  # a list, too

    class Meta:
        model = TrainingTask
        fields = ("id", "text", "tokens", "shown_units")


class TrainingProgressSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True, help_text="From 0 to 1.")
    pass_mark = serializers.FloatField(allow_null=True)
    is_done = serializers.BooleanField()
    is_passed = serializers.BooleanField()
    is_trained = serializers.BooleanField(
        help_text="Whether this person has completed the training."
    )
    round = serializers.IntegerField()


class TrainingTasksSerializer(serializers.Serializer[Any]):
    tasks = TrainingTaskSerializer(many=True)
    progress = TrainingProgressSerializer()


class GuidelineSectionSerializer(serializers.Serializer[Any]):
    anchor = serializers.CharField()
    number = serializers.CharField()
    heading = serializers.CharField()
    excerpt = serializers.CharField(help_text="HTML.")
    url = serializers.CharField()


class DifferencePlaceSerializer(serializers.Serializer[Any]):
    outcome = serializers.CharField()
    credit = serializers.FloatField()
    label = serializers.CharField()  # type: ignore[assignment]  # hides a title nobody uses
    known = UnitSerializer(allow_null=True)
    given = UnitSerializer(allow_null=True)
    guideline = GuidelineSectionSerializer(allow_null=True)


class DifferenceSerializer(serializers.Serializer[Any]):
    score = serializers.FloatField()
    is_right = serializers.BooleanField()
    is_counted = serializers.BooleanField()
    note = serializers.CharField()
    language = serializers.CharField()
    places = DifferencePlaceSerializer(many=True)


class TrainingResultSerializer(ResultSerializer):
    difference = DifferenceSerializer(required=False)


class TrainingResultsSerializer(serializers.Serializer[Any]):
    results = TrainingResultSerializer(many=True)
    progress = TrainingProgressSerializer()


class TrainingTasksView(ContestAPIView):
    @extend_schema(
        operation_id="training_tasks",
        parameters=[PERSON],
        request=HandOutSerializer,
        responses={200: TrainingTasksSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Return the next open tasks of this person's round and their progress."""
        wish = HandOutSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        member = self.annotator(contest_id)
        tasks = next_training_tasks(member=member)[: wish.validated_data["count"]]
        if tasks:
            ids = [task.pk for task in tasks]
            record(actor_of(request), READ, "training", contest_id=contest_id, tasks=ids)
        return Response(
            {
                "tasks": TrainingTaskSerializer(tasks, many=True).data,
                "progress": _progress(member, training_progress(member)),
            }
        )


class TrainingAnswersView(ContestAPIView):
    @extend_schema(
        operation_id="submit_training_answers",
        parameters=[PERSON],
        request=DescribedBatchSerializer,
        responses=TrainingResultsSerializer,
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Store answers to training tasks; return each answer's differences from the known one."""
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
        return answer | {"status": "refused", **form.refused()}
    try:
        taught = take_training_answer(
            member=member,
            task_id=form.validated_data["task"],
            submission=form.submission(),
            actor=actor_of(request),
        )
    except Refusal as error:
        return answer | {"status": "refused"} | refusal_of(error)
    return answer | {"status": "taken", "difference": _difference(member, taught)}


def _difference(member: Membership, taught: Taught) -> dict[str, Any]:
    """Return the score and all places: right, missed, spurious, or with wrong bounds or category."""
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
