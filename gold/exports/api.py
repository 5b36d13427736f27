"""Calls about exports: which there are, asking for one, how far it is, its archive."""

from collections.abc import Sequence
from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import FileAPIView
from accounts.audit import actor_of
from formats import EXPORTS
from gold.exports import services as exporting
from gold.exports.domain.archives import CONTRACT, DROP, EXPAND, KEEP
from gold.exports.models import Export
from gold.exports.views import ZIP, send_archive
from gold.releases.access import ReleaseAPIView
from gold.releases.models import Release
from gold.splits.models import Split
from jobs.files import told_of_files
from jobs.serializers import MadeFileSerializer
from jobs.tasks import enqueue
from web.api import RefusalSerializer
from web.forms import LARGEST_ID


class ExportWishSerializer(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=list(EXPORTS))
    policy = serializers.ChoiceField(
        choices=[KEEP, EXPAND, CONTRACT, DROP],
        default=KEEP,
        help_text="What becomes of spans that do not fall on tokens.",
    )
    takes_incomplete = serializers.BooleanField(default=False)
    keeps_document_ids = serializers.BooleanField(
        default=False, help_text="The hospital's ids of documents instead of pseudonyms."
    )
    split = serializers.IntegerField(
        max_value=LARGEST_ID,
        allow_null=True,
        default=None,
        help_text="Id of a split; null for the whole release.",
    )


class ExportSerializer(MadeFileSerializer, ExportWishSerializer):
    texts = serializers.IntegerField()
    misaligned = serializers.IntegerField(help_text="Spans that do not fall on tokens.")
    problems = serializers.IntegerField(help_text="What the format cannot say.")


class ExportsView(ReleaseAPIView):
    @extend_schema(operation_id="exports", responses=ExportSerializer(many=True))
    def get(self, _request: Request, release_id: int) -> Response:
        """Return the exports of a release, the latest first."""
        return self.in_pages(self.frozen(release_id).exports.all(), ExportSerializer, _known)

    @extend_schema(
        operation_id="ask_for_export",
        request=ExportWishSerializer,
        responses={201: ExportSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, release_id: int) -> Response:
        """Ask for an archive; it is packed in the background. It is written into the audit log."""
        release = self.frozen(release_id)
        wish = ExportWishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        wanted = wish.validated_data
        made, job = exporting.start_exporting(
            release=release,
            choice=wanted["format"],
            policy=wanted["policy"],
            takes_incomplete=wanted["takes_incomplete"],
            keeps_document_ids=wanted["keeps_document_ids"],
            split=_split(release, wanted["split"]),
            actor=actor_of(request),
        )
        enqueue(job)
        (known,) = _known([made])
        return Response(ExportSerializer(known).data, status=status.HTTP_201_CREATED)


def _split(release: Release, split_id: int | None) -> Split | None:
    if split_id is None:
        return None
    found = release.splits.filter(finished_at__isnull=False, pk=split_id).first()
    if found is None:
        raise serializers.ValidationError({"split": [_("The release has no such split yet.")]})
    return found


class ExportView(ReleaseAPIView):
    @extend_schema(operation_id="export", responses=ExportSerializer)
    def get(self, _request: Request, release_id: int, export_id: int) -> Response:
        """Return an export, and how far it is."""
        found = get_object_or_404(self.frozen(release_id).exports, pk=export_id)
        (known,) = _known([found])
        return Response(ExportSerializer(known).data)


class ArchiveView(FileAPIView, ReleaseAPIView):
    @extend_schema(operation_id="export_archive", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, release_id: int, export_id: int) -> HttpResponseBase:
        """Return the archive, once it is made. It is written into the audit log."""
        release = self.frozen(release_id)
        made = release.exports.select_related("split").filter(finished_at__isnull=False)
        export = get_object_or_404(made, pk=export_id)
        return send_archive(request._request, export, actor=actor_of(request))


def _known(exports: Sequence[Export]) -> list[dict[str, Any]]:
    names = ("policy", "takes_incomplete", "keeps_document_ids", "texts", "misaligned", "problems")
    told = told_of_files(exports, *names)
    return [each | {"split": row.split_id} for each, row in zip(told, exports, strict=True)]
