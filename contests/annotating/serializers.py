"""Serializers of tasks, answers, history and contests."""

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext
from rest_framework import serializers

from contests.annotating.domain import MOST_UNITS, Submission, Traces
from contests.annotating.errors import TooManyUnits
from contests.annotating.models import AnnotationTask, Answer
from contests.categories.models import Category
from contests.contest.models import Contest
from text.spans import Span
from web.api import ShownUnitsField, TokensField, UnitSerializer, refusal_of
from web.forms import LARGEST_ID

MOST_TASKS = 50
MOST_ANSWERS = 200
MOST_EDITS = 1_000_000
LONGEST_DURATION_MS = 24 * 60 * 60 * 1000
# If a task was open longer than this, the browser's clock is wrong.
LONGEST_OPEN = timedelta(days=366)


class HandOutSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(min_value=1, max_value=MOST_TASKS, default=10)


class TaskSerializer(serializers.ModelSerializer[AnnotationTask]):
    text = serializers.CharField(source="input.text")
    tokens = TokensField(source="input.tokens")
    shown_units = ShownUnitsField()

    class Meta:
        model = AnnotationTask
        fields = ("id", "text", "tokens", "shown_units")


class ProgressSerializer(serializers.Serializer[Any]):
    accepted = serializers.IntegerField(help_text="Accepted tasks of this person.")
    goal = serializers.IntegerField()
    together = serializers.IntegerField(help_text="Accepted tasks of everyone.")
    together_goal = serializers.IntegerField()


class TasksSerializer(serializers.Serializer[Any]):
    tasks = TaskSerializer(many=True)
    progress = ProgressSerializer()


class MomentField(serializers.DateTimeField):
    """A date and time in UTC: conversion to other time zones can overflow."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)


class EditsField(serializers.IntegerField):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            min_value=0, max_value=MOST_EDITS, allow_null=True, default=None, **options
        )


class AnswerSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Chosen by the client; an answer sent twice counts once.")
    task = serializers.IntegerField(max_value=LARGEST_ID)
    verdict = serializers.ChoiceField(choices=Answer.Verdict.choices)
    # The number is checked before the units themselves.
    units = UnitSerializer(many=True, default=list, max_length=MOST_UNITS)  # type: ignore[call-arg]
    answered_at = MomentField()
    duration_ms = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_DURATION_MS,
        allow_null=True,
        default=None,
        help_text="Visible time from shown to answered.",
    )
    shown_at = MomentField(allow_null=True, default=None)
    first_edit_at = MomentField(allow_null=True, default=None)
    keyboard_edits = EditsField()
    mouse_edits = EditsField()
    is_flagged = serializers.BooleanField(default=False)

    def submission(self) -> Submission:
        """Return the validated answer as a Submission."""
        values = self.validated_data
        return Submission(
            id=values["id"],
            verdict=values["verdict"],
            answered_at=values["answered_at"],
            units=tuple(Span(**unit) for unit in values["units"]),
            duration_ms=values["duration_ms"],
            is_flagged=values["is_flagged"],
            traces=_traces(values),
        )

    def refused(self) -> dict[str, Any]:
        """Return the code, reason and errors of an invalid answer."""
        given = self.initial_data.get("units")
        if isinstance(given, list) and len(given) > MOST_UNITS:
            return {**refusal_of(TooManyUnits(most=MOST_UNITS)), "errors": self.errors}
        reason = gettext("This answer does not have the expected format.")
        return {"code": "invalid", "reason": reason, "errors": self.errors}


def _traces(values: dict[str, Any]) -> Traces:
    """Return the answer's traces without timestamps that are impossible."""
    shown, edited = values["shown_at"], values["first_edit_at"]
    if not _in_order(shown, edited, values["answered_at"]):
        # The clock was changed while the task was open; the answer still counts.
        shown = edited = None
    return Traces(shown, edited, values["keyboard_edits"], values["mouse_edits"])


def _in_order(shown: datetime | None, edited: datetime | None, answered: datetime) -> bool:
    known = [moment for moment in (shown, edited, answered) if moment is not None]
    return known == sorted(known) and answered - known[0] <= LONGEST_OPEN


class BatchSerializer(serializers.Serializer[Any]):
    # Each answer is validated separately, so that an invalid one does not block the others.
    answers = serializers.ListField(
        child=serializers.DictField(), min_length=1, max_length=MOST_ANSWERS
    )


class DescribedBatchSerializer(serializers.Serializer[Any]):
    """The documented form of a batch."""

    answers = AnswerSerializer(many=True)

    class Meta:
        ref_name = "Batch"


class ResultSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    status = serializers.ChoiceField(choices=["taken", "refused"])
    code = serializers.CharField(required=False)
    reason = serializers.CharField(required=False)
    errors = serializers.DictField(  # type: ignore[assignment]  # an answer's, not the form's
        required=False, help_text="By field, if the answer is invalid."
    )


class ResultsSerializer(serializers.Serializer[Any]):
    results = ResultSerializer(many=True, help_text="One for each answer, in their order.")
    accepted = serializers.IntegerField(help_text="Accepted tasks of this person, these included.")


class HistoryQuerySerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(min_value=1, max_value=MOST_TASKS, default=MOST_TASKS)


class PastUnitSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    label = serializers.CharField(source="category.label")  # type: ignore[assignment]


class PastAnswerSerializer(serializers.ModelSerializer[Answer]):
    task = TaskSerializer()
    units = PastUnitSerializer(many=True)

    class Meta:
        model = Answer
        fields = ("id", "task", "version", "verdict", "units", "answered_at", "is_flagged")


class HistorySerializer(serializers.Serializer[Any]):
    answers = PastAnswerSerializer(many=True)


class CategorySerializer(serializers.ModelSerializer[Category]):
    colour = serializers.CharField(source="supercategory.colour")

    class Meta:
        model = Category
        fields = ("label", "name_en", "name_fr", "shortcut", "description", "colour")


class ListedContestSerializer(serializers.ModelSerializer[Contest]):
    role = serializers.CharField(help_text="Of this person: annotator, manager or administrator.")

    class Meta:
        model = Contest
        fields: ClassVar[tuple[str, ...]] = (
            "id", "name", "state", "language", "starts_at", "ends_at", "goal_per_annotator", "role",
        )  # fmt: skip


class ContestSerializer(ListedContestSerializer):
    categories = CategorySerializer(many=True, source="offered")

    class Meta(ListedContestSerializer.Meta):
        fields: ClassVar[tuple[str, ...]] = (*ListedContestSerializer.Meta.fields, "categories")
