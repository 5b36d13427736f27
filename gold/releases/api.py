"""Calls about releases: which there are, what one says of itself, its texts, what changed."""

from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import FileAPIView
from accounts.audit import Actor, actor_of
from gold.releases import selectors
from gold.releases.access import ReleaseAPIView
from gold.releases.forms import ReleaseForm
from gold.releases.models import Release, ReleaseInput
from gold.releases.selectors import ShownChange
from gold.releases.serializers import (
    DifferenceSerializer,
    RecordSerializer,
    ReleaseDetailSerializer,
    ReleaseSerializer,
)
from gold.releases.services import releases as services
from gold.releases.services.card import LANGUAGES, card_markdown
from gold.releases.services.releases import note_download
from jobs.tasks import enqueue
from web.api import RefusalSerializer
from web.forms import LARGEST_ID
from web.streaming import stream

JSONL = "application/jsonl"


def send_records(
    request: HttpRequest, release: Release, *, keeps_document_ids: bool, actor: Actor
) -> StreamingHttpResponse:
    """Send the texts of a release with all that it says of them, one a line."""
    note_download(release=release, keeps_document_ids=keeps_document_ids, actor=actor)
    lines = services.record_lines(release, keeps_document_ids=keeps_document_ids)
    name = f"release-{release.pk}.jsonl"
    return stream(request, lines, content_type=f"{JSONL}; charset=utf-8", name=name)


MARKDOWN = "text/markdown"
PAGE_PARAMETERS = [
    OpenApiParameter("page", int, description="From 1."),
    OpenApiParameter("size", int, description="Of a page, at most 500."),
]


class CardQuerySerializer(serializers.Serializer[Any]):
    lang = serializers.ChoiceField(
        choices=LANGUAGES, required=False, help_text="Default: the language of the account."
    )


class FreezeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(
        max_length=80, help_text="Under a name that exists, it becomes its next version."
    )
    contests = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID), max_length=200
    )
    description = serializers.CharField(
        max_length=4000, required=False, default="", allow_blank=True
    )
    takes_in_changes = serializers.BooleanField(
        default=True,
        help_text="First let a run take in the answers and decisions that the latest one does not know.",
    )


class RecordsQuerySerializer(serializers.Serializer[Any]):
    keeps_document_ids = serializers.BooleanField(
        default=False, help_text="The hospital's ids of documents instead of pseudonyms."
    )


class ReleasesView(ReleaseAPIView):
    @extend_schema(operation_id="releases", responses=ReleaseSerializer(many=True))
    def get(self, _request: Request) -> Response:
        """Return the releases that this person may read, the latest first."""
        return self.in_pages(Release.objects.visible_to(self.person), ReleaseSerializer)

    @extend_schema(
        operation_id="freeze",
        request=FreezeSerializer,
        responses={201: ReleaseDetailSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request) -> Response:
        """Freeze contests that you manage; it is done in the background."""
        wish = FreezeSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        given = wish.validated_data
        changes = ReleaseForm.TAKE_IN if given["takes_in_changes"] else ReleaseForm.LEAVE_OUT
        form = ReleaseForm(given | {"changes": changes}, user=self.person)
        if not form.is_valid():
            wrong = {name: [str(error) for error in each] for name, each in form.errors.items()}
            raise serializers.ValidationError(wrong)
        begun, job = services.start_freezing(**form.wish, actor=actor_of(request))
        enqueue(job)
        return Response(ReleaseDetailSerializer(begun).data, status=status.HTTP_201_CREATED)


class ReleaseView(ReleaseAPIView):
    @extend_schema(operation_id="release", responses=ReleaseDetailSerializer)
    def get(self, _request: Request, release_id: int) -> Response:
        """Return a release with the numbers of its data card, its contests, runs and guidelines."""
        return Response(ReleaseDetailSerializer(self.visible(release_id)).data)


class CardView(FileAPIView, ReleaseAPIView):
    @extend_schema(
        operation_id="release_card",
        parameters=[CardQuerySerializer],
        responses={(200, MARKDOWN): OpenApiTypes.STR},
    )
    def get(self, request: Request, release_id: int) -> HttpResponse:
        """Return the data card as Markdown."""
        found = self.frozen(release_id)
        wish = CardQuerySerializer(data=request.query_params)
        wish.is_valid(raise_exception=True)
        text = card_markdown(found, language=wish.validated_data.get("lang") or get_language())
        return HttpResponse(text, content_type=f"{MARKDOWN}; charset=utf-8")


class RecordsView(FileAPIView, ReleaseAPIView):
    @extend_schema(
        operation_id="release_records",
        parameters=[RecordsQuerySerializer],
        responses={(200, JSONL): RecordSerializer},
    )
    def get(self, request: Request, release_id: int) -> HttpResponseBase:
        """Return every text with its gold spans, one JSON object a line. It is written into the audit log."""
        found = self.frozen(release_id)
        wish = RecordsQuerySerializer(data=request.query_params)
        wish.is_valid(raise_exception=True)
        return send_records(
            request._request,
            found,
            keeps_document_ids=wish.validated_data["keeps_document_ids"],
            actor=actor_of(request),
        )


class DifferenceView(ReleaseAPIView):
    @extend_schema(
        operation_id="release_difference",
        parameters=PAGE_PARAMETERS,
        responses=DifferenceSerializer,
    )
    def get(self, request: Request, release_id: int, other_id: int) -> Response:
        """Return which texts were added, removed or changed since another release."""
        after, before = self.frozen(release_id), self.frozen(other_id)
        found = selectors.differences(before, after)
        pages = self.pagination_class()
        page = pages.paginate_queryset(found, request, view=self) or []
        shown = selectors.shown_changes(before, after, page)
        services.note_comparing(before=before, after=after, shown=shown, actor=actor_of(request))
        answer = pages.get_paginated_response([_change(each) for each in shown])
        return Response({"counts": selectors.change_counts(found), **answer.data})


def _change(shown: ShownChange) -> dict[str, Any]:
    row = shown.after or shown.before
    return {
        "kind": shown.change.kind,
        "text": row.text if row else "",
        "before_id": _id(shown.before),
        "after_id": _id(shown.after),
        "before": _units(shown.before),
        "after": _units(shown.after),
    }


def _id(row: ReleaseInput | None) -> str | None:
    return str(row.position) if row else None


def _units(row: ReleaseInput | None) -> list[dict[str, Any]] | None:
    if row is None:
        return None
    return [{name: unit[name] for name in ("start", "end", "label")} for unit in row.units]
