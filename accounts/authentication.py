"""Programs sign in with a token of a person."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.services import token_digest

KEYWORD = "Bearer"
# Often enough to see what is in use; not a write for each request.
NOTED_EVERY = timedelta(minutes=1)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`, with a token made in the preferences."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != KEYWORD.lower().encode():
            return None
        token = _usable_token(secret.strip())
        _note_use(token)
        request.META["palio.user_id"] = token.user_id
        # As the middleware does for those who have a session.
        translation.activate(token.user.language)
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return KEYWORD


def _usable_token(secret: bytes) -> ApiToken:
    tokens = ApiToken.objects.filter(revoked_at=None, user__is_active=True)
    token = tokens.filter(digest=token_digest(secret)).select_related("user").first()
    if token is None:
        raise AuthenticationFailed(_("This token is not known or has been revoked."))
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the token is described to programs."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class EmailBackend(ModelBackend):
    """Password check by e-mail, in any case; demo accounts are refused in production."""

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
