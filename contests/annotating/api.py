"""The annotators' API: contests, next tasks, answers, history, withdrawal."""

from typing import Any
from uuid import UUID

from django.db.models import CharField, OuterRef, Prefetch, Subquery, Value
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import PersonAPIView
from accounts.audit import actor_of
from accounts.models import User
from contests.annotating.models import Answer
from contests.annotating.selectors import latest_answers
from contests.annotating.serializers import (
    AnswerSerializer,
    BatchSerializer,
    ContestSerializer,
    DescribedBatchSerializer,
    HandOutSerializer,
    HistoryQuerySerializer,
    HistorySerializer,
    ListedContestSerializer,
    ResultsSerializer,
    TasksSerializer,
)
from contests.annotating.services.answers import hand_out, take_answers, withdraw_answer
from contests.categories.models import Category
from contests.contest.models import ContestQuerySet
from contests.people.access import ContestAPIView
from contests.people.models import Membership
from contests.people.selectors import collective_progress, own_progress
from text.errors import Refusal
from web.api import PERSON, RefusalSerializer, refusal_of


class ContestsView(ContestAPIView, PersonAPIView):
    @extend_schema(
        operation_id="contests", parameters=[PERSON], responses=ListedContestSerializer(many=True)
    )
    def get(self, _request: Request) -> Response:
        """List the contests that this person can see, newest first."""
        return self.in_pages(_with_role(self.contests, self.person), ListedContestSerializer)


class ContestView(ContestAPIView, PersonAPIView):
    @extend_schema(operation_id="contest", parameters=[PERSON], responses=ContestSerializer)
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return a contest and the categories it offers."""
        offered = Category.objects.filter(archived_at=None).select_related("supercategory")
        contests = _with_role(self.contests, self.person).prefetch_related(
            Prefetch("categories", queryset=offered, to_attr="offered")
        )
        return Response(ContestSerializer(get_object_or_404(contests, pk=contest_id)).data)


def _with_role(contests: ContestQuerySet, person: User) -> ContestQuerySet:
    """Annotate each contest with the person's role in it; non-members are administrators."""
    own = Membership.objects.present().filter(contest=OuterRef("pk"), user=person)
    role = Coalesce(
        Subquery(own.values("role")[:1]), Value("administrator"), output_field=CharField()
    )
    return contests.annotate(role=role)


class NextTasksView(ContestAPIView):
    @extend_schema(
        operation_id="next_tasks",
        parameters=[PERSON],
        request=HandOutSerializer,
        responses={200: TasksSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Hand out the next tasks: open tasks first, in their original order, then new ones."""
        wish = HandOutSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        annotator = self.annotator(contest_id)
        tasks = hand_out(annotator=annotator, count=wish.validated_data["count"])
        self.note_reading(contest_id, [task.input_id for task in tasks])
        progress = _progress(annotator)
        return Response(TasksSerializer({"tasks": tasks, "progress": progress}).data)


class AnswersView(ContestAPIView):
    @extend_schema(
        operation_id="submit_answers",
        parameters=[PERSON],
        request=DescribedBatchSerializer,
        responses=ResultsSerializer,
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Store a batch of answers; return for each whether it was taken, or why it was refused."""
        batch = BatchSerializer(data=request.data)
        batch.is_valid(raise_exception=True)
        annotator = self.annotator(contest_id)
        forms = [AnswerSerializer(data=data) for data in batch.validated_data["answers"]]
        good = [form for form in forms if form.is_valid()]
        answers = [(form.validated_data["task"], form.submission()) for form in good]
        refusals = iter(
            take_answers(
                annotator=annotator,
                answers=answers,
                actor=actor_of(request),
                # The page authenticates with a session, programs with a token.
                source=Answer.Source.PROGRAM if request.auth else Answer.Source.PAGE,
            )
        )
        results = [_result(form, None if form.errors else next(refusals)) for form in forms]
        annotator.refresh_from_db(fields=["accepted_tasks"])
        return Response({"results": results, "accepted": annotator.accepted_tasks})


class HistoryView(ContestAPIView):
    @extend_schema(
        operation_id="history",
        parameters=[PERSON, HistoryQuerySerializer],
        responses=HistorySerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        """Return this person's current answers with their texts, newest first."""
        wish = HistoryQuerySerializer(data=request.query_params)
        wish.is_valid(raise_exception=True)
        annotator = self.annotator(contest_id)
        answers = latest_answers(annotator, count=wish.validated_data["count"])
        self.note_reading(contest_id, [answer.task.input_id for answer in answers])
        return Response(HistorySerializer({"answers": answers}).data)


class WithdrawView(ContestAPIView):
    @extend_schema(
        operation_id="withdraw_answer",
        parameters=[PERSON],
        request=None,
        responses={204: None, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int, answer_id: UUID) -> Response:
        """Withdraw an answer and reopen its task; the answer stays in the history."""
        annotator = self.annotator(contest_id)
        withdraw_answer(annotator=annotator, answer_id=answer_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _progress(annotator: Membership) -> dict[str, int]:
    own = own_progress(annotator, now=timezone.now())
    together = collective_progress(annotator.contest)
    return {
        "accepted": own.accepted,
        "goal": own.goal,
        "together": together.accepted,
        "together_goal": together.goal,
    }


def _result(form: AnswerSerializer, refusal: Refusal | None) -> dict[str, Any]:
    answer = {"id": str(form.initial_data.get("id", ""))}
    if form.errors:
        return answer | {"status": "refused", **form.refused()}
    return answer | (
        {"status": "refused", **refusal_of(refusal)} if refusal else {"status": "taken"}
    )
