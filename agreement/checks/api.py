"""Independent checks and continua, for programs of a contest's managers."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit import actor_of
from agreement.checks.forms import LARGEST_SEED
from agreement.checks.models import EngineCheck
from agreement.checks.selectors import checks_of
from agreement.checks.services import LARGEST_SAMPLE, start_check
from agreement.checks.views import send_continua
from contests.contest.access import ManagedAPIView
from jobs.tasks import enqueue
from web.api import RefusalSerializer


class CheckWishSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, max_value=LARGEST_SAMPLE, default=50)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=0)


class ComparisonSerializer(serializers.Serializer[Any]):
    input = serializers.IntegerField()
    observed = serializers.FloatField(allow_null=True, help_text="As the runs have it.")
    other_observed = serializers.FloatField(allow_null=True, help_text="By the check's engine.")
    gamma = serializers.FloatField(allow_null=True)
    other_gamma = serializers.FloatField(allow_null=True)
    failure = serializers.CharField(help_text="Why the check's engine has no figures; else empty.")


class CheckSerializer(serializers.ModelSerializer[EngineCheck]):
    run = serializers.IntegerField(source="run.number", help_text="The latest one at its start.")
    compared = serializers.IntegerField()
    set_aside = serializers.IntegerField()
    largest_observed = serializers.FloatField(allow_null=True, help_text="Largest difference.")
    largest_gamma = serializers.FloatField(allow_null=True, help_text="Largest difference.")
    has_same_samples = serializers.BooleanField(
        help_text="Both engines had the same random continua: gamma must be the same, too."
    )
    comparisons = ComparisonSerializer(many=True, help_text="Of the inputs computed so far.")

    class Meta:
        model = EngineCheck
        fields = (
            "id", "run", "engine", "engine_version", "seed", "created_at", "finished_at", "compared",
            "set_aside", "largest_observed", "largest_gamma", "has_same_samples", "comparisons",
        )  # fmt: skip
        read_only_fields = fields


class ChecksView(ManagedAPIView):
    @extend_schema(operation_id="engine_checks", responses=CheckSerializer(many=True))
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the independent checks of a contest, the latest first."""
        return self.in_pages(checks_of(self.managed(contest_id)), CheckSerializer)

    @extend_schema(
        operation_id="start_engine_check",
        request=CheckWishSerializer,
        responses={201: CheckSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Compute a random sample of inputs again with the other engine, in the background."""
        contest = self.managed(contest_id)
        wish = CheckWishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        check, job = start_check(contest=contest, **wish.validated_data, actor=actor_of(request))
        enqueue(job)
        return Response(CheckSerializer(check).data, status=status.HTTP_201_CREATED)


class ContinuaView(ManagedAPIView):
    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        # A file comes as it is, whatever the program says that it accepts.
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="continua", responses={(200, "application/zip"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, contest_id: int) -> HttpResponseBase:
        """Return what people marked, input by input, as files for pygamma-agreement; people are pseudonyms.

        It is noted in the audit log.
        """
        contest = self.managed(contest_id)
        actor = actor_of(request)
        return send_continua(request._request, contest, with_names=False, actor=actor)
