"""Middleware for signed-in people."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from accounts.models import User


class PreferencesMiddleware:
    """Respond in the person's language; anonymous visitors keep their browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without a session cookie this needs no query.
        if isinstance(request.user, User):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
            request.META["palio.user_id"] = request.user.pk
        return self.get_response(request)


class PrivatePagesMiddleware:
    """Forbid caching of responses to signed-in people, unless the view sets Cache-Control.

    Hospital workstations are shared: "back" after sign-out must not show clinical text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_signed_in = isinstance(request.user, User)
        response = self.get_response(request)
        # Programs have no session; token authentication has set the user id.
        is_private = is_signed_in or "palio.user_id" in request.META
        if is_private and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
