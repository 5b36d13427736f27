"""Authentication by API token and by e-mail address."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.services import token_digest

if TYPE_CHECKING:
    # REST framework's settings name this module, so it is imported before the views.
    from rest_framework.views import APIView

KEYWORD = "Bearer"
# Avoids a database write for each request.
NOTED_EVERY = timedelta(minutes=1)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`, with a token made in the preferences."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != KEYWORD.lower().encode():
            return None
        token = _usable_token(secret.strip())
        _record_use(token)
        request.META["palio.user_id"] = token.user_id
        # PreferencesMiddleware does the same for sessions.
        translation.activate(token.user.language)
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return KEYWORD


def _usable_token(secret: bytes) -> ApiToken:
    known = ApiToken.objects.filter(digest=token_digest(secret)).select_related("user")
    token = known.usable().first()
    if token is not None:
        return token
    if known.filter(revoked_at=None, expires_at__lte=timezone.now()).exists():
        raise AuthenticationFailed(
            _("This token has expired. Create a new one in your preferences.")
        )
    raise AuthenticationFailed(_("This token is unknown or has been revoked."))


def _record_use(token: ApiToken) -> None:
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)


class WithinScope(IsAuthenticated):
    """Allow signed-in people, and programs within the scope of their token.

    Reading needs `read`. Other methods need `manage` unless the view declares a lower
    `token_scope`: a view that declares nothing stays closed.
    """

    message = _lazy("This token may not do this. Create one with more rights in your preferences.")
    code = "token-scope"

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not super().has_permission(request, view):
            return False
        token = request.auth
        return not isinstance(token, ApiToken) or token.covers(_needed_scope(request, view))


def _needed_scope(request: Request, view: "APIView") -> str:
    if request.method in SAFE_METHODS:
        return ApiToken.Scope.READ
    return getattr(view, "token_scope", ApiToken.Scope.MANAGE)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The OpenAPI description of the token."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class EmailBackend(ModelBackend):
    """Check a password by e-mail address, ignoring case; refuse demo accounts in production."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        email = User.objects.normalize_email(username or kwargs.get(User.USERNAME_FIELD))
        return super().authenticate(request, username=email, password=password)

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        refused = settings.PRODUCTION and getattr(user, "is_demo", False)
        return not refused and super().user_can_authenticate(user)
