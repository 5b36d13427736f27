"""A signed-in person's language, whatever the browser asks for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

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
        return self.get_response(request)
