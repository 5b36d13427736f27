"""Calls about pre-annotation, for programs of a contest's managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import PersonAPIView
from accounts.audit import actor_of
from contests.contest.models import Contest
from contests.proposals import selectors
from contests.proposals import services as detecting
from detection.base import Choice
from jobs.tasks import enqueue
from web.api import RefusalSerializer


class PreAnnotationSerializer(serializers.Serializer[Any]):
    detector = serializers.CharField(
        max_length=60, help_text="A detector’s name, with “+” and a mode to go with the rules."
    )
    rule_labels = serializers.ListField(
        child=serializers.CharField(max_length=121),
        default=list,
        help_text="With “best-per-label”: labels of the contest that are taken from the rules.",
    )
    detectors = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="What can be chosen."
    )
    is_current = serializers.BooleanField(
        read_only=True, help_text="Every input has what the detector gives today."
    )


class PreAnnotationView(PersonAPIView):
    """Who does not manage the contest gets 404."""

    def _managed(self, contest_id: int) -> Contest:
        return get_object_or_404(Contest.objects.managed_by(self.person), pk=contest_id)

    @extend_schema(operation_id="pre_annotation", responses=PreAnnotationSerializer)
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return which detector proposes, and whether all of its proposals are there."""
        standing = selectors.standing(self._managed(contest_id))
        choice = standing.settings.choice
        shown = {
            "detector": choice.key,
            "rule_labels": sorted(choice.rule_labels),
            "detectors": [key for key, _words in selectors.offered_choices(choice)],
            "is_current": standing.is_current,
        }
        return Response(PreAnnotationSerializer(shown).data)

    @extend_schema(
        operation_id="choose_detector",
        request=PreAnnotationSerializer,
        responses={200: PreAnnotationSerializer, 409: RefusalSerializer},
    )
    def put(self, request: Request, contest_id: int) -> Response:
        """Choose the detector. In a contest in preparation its inputs are gone through again."""
        contest = self._managed(contest_id)
        wish = PreAnnotationSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        choice = Choice.of(wish.validated_data["detector"], wish.validated_data["rule_labels"])
        detecting.choose(contest=contest, choice=choice, actor=actor_of(request))
        job = detecting.restart_in_draft(contest=contest, actor=actor_of(request))
        if job is not None:
            enqueue(job)
        return self.get(request, contest_id)
