"""The API of answer files, for managers' programs."""

from collections.abc import Sequence
from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import FileAPIView
from accounts.audit import actor_of
from contests.contest.access import ManagedAPIView
from contests.downloads import services as downloading
from contests.downloads.domain import FORMATS
from contests.downloads.models import AnswerFile
from contests.downloads.views import send_answer_file
from jobs.files import told_of_files
from jobs.serializers import MadeFileSerializer
from jobs.tasks import enqueue
from web.api import RefusalSerializer


class AnswerFileWishSerializer(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=list(FORMATS))
    all_versions = serializers.BooleanField(
        default=False, help_text="Include superseded and withdrawn answers."
    )
    with_names = serializers.BooleanField(
        default=False, help_text="Include aliases and names; otherwise only pseudonyms."
    )


class AnswerFileSerializer(MadeFileSerializer, AnswerFileWishSerializer):
    answers = serializers.IntegerField()


class AnswerFilesView(ManagedAPIView):
    @extend_schema(operation_id="answer_files", responses=AnswerFileSerializer(many=True))
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return a contest's answer files, newest first."""
        files = self.managed(contest_id).answer_files.all()
        return self.in_pages(files, AnswerFileSerializer, _known)

    @extend_schema(
        operation_id="ask_for_answer_file",
        request=AnswerFileWishSerializer,
        responses={201: AnswerFileSerializer, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Create a file, written in the background; the request is recorded in the audit log."""
        contest = self.managed(contest_id)
        wish = AnswerFileWishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        options = dict(wish.validated_data)
        made, job = downloading.start_answer_file(
            contest=contest, choice=options.pop("format"), **options, actor=actor_of(request)
        )
        enqueue(job)
        (known,) = _known([made])
        return Response(AnswerFileSerializer(known).data, status=status.HTTP_201_CREATED)


class AnswerFileView(ManagedAPIView):
    @extend_schema(operation_id="answer_file", responses=AnswerFileSerializer)
    def get(self, _request: Request, contest_id: int, file_id: int) -> Response:
        """Return a file's state and progress."""
        found = get_object_or_404(self.managed(contest_id).answer_files, pk=file_id)
        (known,) = _known([found])
        return Response(AnswerFileSerializer(known).data)


class AnswerFileContentView(FileAPIView, ManagedAPIView):
    @extend_schema(
        operation_id="answer_file_content",
        responses={
            (200, each.content_type.split(";")[0]): OpenApiTypes.BINARY for each in FORMATS.values()
        },
    )
    def get(self, request: Request, contest_id: int, file_id: int) -> HttpResponseBase:
        """Return the finished file; the download is recorded in the audit log."""
        made = self.managed(contest_id).answer_files.filter(finished_at__isnull=False)
        file = get_object_or_404(made, pk=file_id)
        return send_answer_file(request._request, file, actor=actor_of(request))


def _known(files: Sequence[AnswerFile]) -> list[dict[str, Any]]:
    return told_of_files(files, "all_versions", "with_names", "answers")
