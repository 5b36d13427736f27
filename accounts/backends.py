"""Sign-in by e-mail address."""

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User


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
