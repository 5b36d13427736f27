"""Sign-in by API, and the base classes of API views in every stage."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib.auth import login
from django.middleware.csrf import get_token
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.forms import SignInForm
from accounts.models import User
from web.api import Pages


class PersonAPIView(APIView):
    """Base of API views for a signed-in person or their program."""

    pagination_class = Pages

    @property
    def person(self) -> User:
        return cast("User", self.request.user)

    def in_pages(
        self,
        rows: Any,
        serializer: type[serializers.BaseSerializer[Any]],
        describe: Callable[[list[Any]], list[Any]] = list,
    ) -> Response:
        """Return the requested page; `describe` converts its rows for the serializer."""
        pages = self.pagination_class()
        page: list[Any] = pages.paginate_queryset(rows, self.request, view=self) or []
        return pages.get_paginated_response(serializer(describe(page), many=True).data)


class FileAPIView(PersonAPIView):
    """Base of API views that return a file, whatever the Accept header says."""

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        return super().perform_content_negotiation(request, force=True)


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.EmailField()
    password = serializers.CharField(trim_whitespace=False)


class SessionSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField(allow_null=True, help_text="Id of the signed-in person.")
    csrf_token = serializers.CharField()


# REST framework checks the CSRF token only for signed-in people.
@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """The current session. A page whose session has ended signs in again here."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(operation_id="session", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        """Return the signed-in person and a CSRF token for the next request."""
        return _session(request)

    @extend_schema(
        operation_id="sign_in",
        request=SignInSerializer,
        responses={
            200: SessionSerializer,
            400: OpenApiResponse(description="Wrong e-mail address or password."),
            429: OpenApiResponse(description="Too many attempts."),
        },
    )
    def post(self, request: Request) -> Response:
        """Sign in, throttled as on the page."""
        given = request.data if isinstance(request.data, Mapping) else {}
        form = SignInForm(request._request, data=given)
        if not form.is_valid():
            throttled = form.is_throttled
            code = status.HTTP_429_TOO_MANY_REQUESTS if throttled else status.HTTP_400_BAD_REQUEST
            reasons = [str(reason) for each in form.errors.values() for reason in each]
            return Response({"code": "refused", "reason": " ".join(reasons)}, status=code)
        login(request._request, form.get_user())
        return _session(request)


def _session(request: Request) -> Response:
    user = request._request.user
    person = user.pk if isinstance(user, User) else None
    answer = {"person": person, "csrf_token": get_token(request._request)}
    return Response(SessionSerializer(answer).data, headers={"Cache-Control": "no-store"})
