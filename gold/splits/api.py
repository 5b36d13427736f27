"""Calls about splits: which there are, asking for one, its parts and its report."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit import actor_of
from gold.releases.access import ReleaseAPIView
from gold.splits import services as splitting
from gold.splits.domain.samples import (
    DOCUMENT,
    GROUPS,
    LARGEST_SEED,
    METHODS,
    MOST,
    MOST_FOLDS,
)
from gold.splits.models import Split
from gold.splits.selectors import refusal_of
from jobs.models import Job
from jobs.selectors import with_jobs
from jobs.serializers import JobProgressSerializer, progress_of, state_of
from jobs.tasks import enqueue
from web.api import RefusalSerializer
from web.api import refusal_of as told_refusal


class SplitOptionsSerializer(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=METHODS, default=METHODS[0])
    ratios = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=MOST),
        min_length=3,
        max_length=3,
        default=[70, 15, 15],
        help_text="Of train, validation and test.",
    )
    group_by = serializers.ChoiceField(
        choices=GROUPS,
        allow_blank=True,
        default=DOCUMENT,
        help_text="All texts of a document, or of a patient, in one part; empty: each may go anywhere.",
    )
    link_limit = serializers.IntegerField(
        min_value=1,
        max_value=MOST,
        allow_null=True,
        default=None,
        help_text="A text that stands in more documents keeps none of them together.",
    )
    min_count = serializers.IntegerField(
        min_value=0,
        max_value=MOST,
        default=20,
        help_text="Categories with fewer examples are not looked at.",
    )
    folds = serializers.IntegerField(
        min_value=2,
        max_value=MOST_FOLDS,
        allow_null=True,
        default=None,
        help_text="As many equal parts instead.",
    )
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=0)
    takes_incomplete = serializers.BooleanField(default=False)
    second_test = serializers.BooleanField(
        default=False,
        help_text="A part “test-random” beside, as large as test and drawn at random before the others.",
    )


class SplitWishSerializer(SplitOptionsSerializer):
    name = serializers.CharField(
        max_length=60, allow_blank=True, default="", help_text="What it is for."
    )


class SubsetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    target = serializers.FloatField()
    size = serializers.IntegerField()
    empty = serializers.IntegerField()
    mean_gamma = serializers.FloatField(allow_null=True)
    mean_gamma_with_empty = serializers.FloatField(allow_null=True)
    mean_annotators = serializers.FloatField(allow_null=True)


class CategorySplitSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    total = serializers.IntegerField()
    target = serializers.DictField(
        child=serializers.FloatField(), allow_null=True, help_text="Null: left out of the strata."
    )
    got = serializers.DictField(child=serializers.IntegerField())
    deviation = serializers.IntegerField(allow_null=True)
    random = serializers.DictField(child=serializers.IntegerField())
    iterative = serializers.DictField(child=serializers.IntegerField())


class PeerSerializer(serializers.Serializer[Any]):
    deviation = serializers.IntegerField()
    subsets = SubsetSerializer(many=True)


class SplitReportSerializer(serializers.Serializer[Any]):
    """As in docs/split.md."""

    method = serializers.CharField()
    ratios = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    min_count = serializers.IntegerField()
    folds = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField()
    samples = serializers.IntegerField()
    groups = serializers.IntegerField()
    left_out = serializers.ListField(child=serializers.CharField())
    deviation = serializers.IntegerField()
    subsets = SubsetSerializer(many=True)
    categories = CategorySplitSerializer(many=True)
    peers = serializers.DictField(child=PeerSerializer())
    notes = serializers.ListField(child=serializers.CharField())


class SplitSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="From 1 in each release.")
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    refusal = RefusalSerializer(allow_null=True, help_text="Why it could not be made.")
    progress = JobProgressSerializer(allow_null=True)
    options = SplitOptionsSerializer()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SplitDetailSerializer(SplitSerializer):
    parts = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The ids of the records of each part; empty until it is made.",
    )
    report = SplitReportSerializer(allow_null=True, help_text="Null until it is made.")


class SplitsView(ReleaseAPIView):
    @extend_schema(operation_id="splits", responses=SplitSerializer(many=True))
    def get(self, _request: Request, release_id: int) -> Response:
        """Return the splits of a release, the latest first."""
        return self.in_pages(self.frozen(release_id).splits.all(), SplitSerializer, _known)

    @extend_schema(
        operation_id="ask_for_split",
        request=SplitWishSerializer,
        responses={201: SplitSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, release_id: int) -> Response:
        """Ask for a split; it is computed in the background."""
        release = self.frozen(release_id)
        wish = SplitWishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        options = dict(wish.validated_data)
        name = options.pop("name")
        made, job = splitting.start_splitting(
            release=release, options=options, name=name, actor=actor_of(request)
        )
        enqueue(job)
        (known,) = _known([made])
        return Response(SplitSerializer(known).data, status=status.HTTP_201_CREATED)


class SplitView(ReleaseAPIView):
    @extend_schema(operation_id="split", responses=SplitDetailSerializer)
    def get(self, _request: Request, release_id: int, split_id: int) -> Response:
        """Return a split: how far it is, then its parts and its report."""
        found = get_object_or_404(self.frozen(release_id).splits, pk=split_id)
        (known,) = _known([found])
        known |= {"parts": found.parts, "report": found.report or None}
        return Response(SplitDetailSerializer(known).data)


def _known(splits: Sequence[Split]) -> list[dict[str, Any]]:
    return [_described(each, job) for each, job in with_jobs(splits)]


def _described(split: Split, job: Job | None) -> dict[str, Any]:
    refused = refusal_of(split)
    state = state_of(job, is_made=split.finished_at is not None)
    return {
        "id": split.pk,
        "number": split.number,
        "name": split.name,
        "state": Job.State.FAILED if refused else state,
        "refusal": told_refusal(refused) if refused else None,
        "progress": progress_of(job),
        "options": {"second_test": False, **split.options},
        "created_at": split.created_at,
        "finished_at": split.finished_at,
    }
