"""The interface of the annotation page: next tasks, and answers in batches."""

from datetime import UTC
from typing import Any, cast

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.audit import actor_of, record
from accounts.models import AuditEvent, User
from contests.domain.submission import Submission
from contests.exceptions import ContestError
from contests.models import AnnotationTask, Answer, Contest, Membership
from contests.services.annotation import hand_out, take_answers
from contests.wording import explain
from corpus.domain.spans import Span

MOST_TASKS = 50
MOST_ANSWERS = 200
LONGEST_DURATION_MS = 24 * 60 * 60 * 1000


class HandOutSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(min_value=1, max_value=MOST_TASKS, default=10)


class TaskSerializer(serializers.ModelSerializer[AnnotationTask]):
    text = serializers.CharField(source="input.text")
    tokens = serializers.JSONField(source="input.tokens")

    class Meta:
        model = AnnotationTask
        fields = ("id", "text", "tokens", "shown_units")


class UnitSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(min_value=0)
    end = serializers.IntegerField(min_value=1)
    label = serializers.CharField()  # type: ignore[assignment]  # hides a title nobody uses

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["start"] >= attrs["end"]:
            raise serializers.ValidationError(_("A span must end after it starts."))
        return attrs


class AnswerSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    task = serializers.IntegerField()
    verdict = serializers.ChoiceField(choices=Answer.Verdict.choices)
    units = UnitSerializer(many=True, default=list)
    # In UTC, where every moment that can be written can also be stored.
    answered_at = serializers.DateTimeField(default_timezone=UTC)
    duration_ms = serializers.IntegerField(
        min_value=0, max_value=LONGEST_DURATION_MS, allow_null=True, default=None
    )


class BatchSerializer(serializers.Serializer[Any]):
    # Each answer is judged on its own, so that a bad one does not hold the others back.
    answers = serializers.ListField(
        child=serializers.DictField(), min_length=1, max_length=MOST_ANSWERS
    )


class ContestAPIView(APIView):
    """Base of the calls that a contest's annotator makes; anyone else gets 404."""

    def annotator(self, contest_id: int) -> Membership:
        user = cast("User", self.request.user)
        contests = Contest.objects.visible_to(user).filter(pk=contest_id)
        members = Membership.objects.present().annotators().select_related("contest")
        return get_object_or_404(members, contest__in=contests, user=user)


class NextTasksView(ContestAPIView):
    def post(self, request: Request, contest_id: int) -> Response:
        """Hand out the next tasks."""
        wish = HandOutSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        annotator = self.annotator(contest_id)
        try:
            tasks = hand_out(annotator=annotator, count=wish.validated_data["count"])
        except ContestError as error:
            return Response(_refusal(error), status=status.HTTP_409_CONFLICT)
        record(
            actor_of(request),
            AuditEvent.Action.READ,
            "input",
            contest_id=contest_id,
            inputs=[task.input_id for task in tasks],
        )
        return Response({"tasks": TaskSerializer(tasks, many=True).data})


class AnswersView(ContestAPIView):
    def post(self, request: Request, contest_id: int) -> Response:
        """Take a batch of answers; each is taken or refused with its reason."""
        batch = BatchSerializer(data=request.data)
        batch.is_valid(raise_exception=True)
        annotator = self.annotator(contest_id)
        forms = [AnswerSerializer(data=data) for data in batch.validated_data["answers"]]
        good = [form for form in forms if form.is_valid()]
        answers = [_submission(form) for form in good]
        refusals = iter(take_answers(annotator=annotator, answers=answers, actor=actor_of(request)))
        results = [_result(form, None if form.errors else next(refusals)) for form in forms]
        return Response({"results": results})


def _submission(form: AnswerSerializer) -> tuple[int, Submission]:
    values = form.validated_data
    submission = Submission(
        id=values["id"],
        verdict=values["verdict"],
        answered_at=values["answered_at"],
        units=tuple(Span(**unit) for unit in values["units"]),
        duration_ms=values["duration_ms"],
    )
    return values["task"], submission


def _result(form: AnswerSerializer, refusal: ContestError | None) -> dict[str, Any]:
    answer = {"id": str(form.initial_data.get("id", ""))}
    if form.errors:
        reason = _("This answer is not in the expected form.")
        return answer | {
            "status": "refused",
            "code": "invalid",
            "reason": reason,
            "errors": form.errors,
        }
    return answer | ({"status": "refused", **_refusal(refusal)} if refusal else {"status": "taken"})


def _refusal(error: ContestError) -> dict[str, str]:
    return {"code": error.code, "reason": explain(error)}
