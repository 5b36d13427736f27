"""What is done for a signed-in person on every page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from accounts.models import User


class PreferencesMiddleware:
    """Answer in the language of the person; strangers keep their browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The session cookie tells strangers apart without a query.
        if isinstance(request.user, User):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
            request.META["palio.user_id"] = request.user.pk
        return self.get_response(request)


class PrivatePagesMiddleware:
    """Keep what a signed-in person sees out of every cache, unless the page says how long.

    Workstations in a hospital are shared: after a sign-out "back" must not show a clinical text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_signed_in = isinstance(request.user, User)
        response = self.get_response(request)
        # Programs have no session: their token has named the person meanwhile.
        is_private = is_signed_in or "palio.user_id" in request.META
        if is_private and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
