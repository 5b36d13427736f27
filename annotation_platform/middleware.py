"""Middleware for all requests."""

import threading
import time
import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.contrib import messages
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import is_valid_path
from django.utils.translation import gettext as _

# Enough to keep working while one waits for the disk, few enough for everyone to get the lock.
AT_ONCE_ON_SQLITE = 4

GetResponse = Callable[[HttpRequest], HttpResponse]


def _places() -> int:
    pool = settings.DATABASES["default"].get("OPTIONS", {}).get("pool", {})
    return int(pool.get("max_size", AT_ONCE_ON_SQLITE))


class GateMiddleware:
    """Let a few requests at a time through; reading a body and sending a file happen outside."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._places = threading.Semaphore(_places())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with self._places:
            return self._get_response(request)


log = structlog.get_logger("palio.request")


class RequestLogMiddleware:
    """Give each request an id and write one line about it.

    The line names the route, not the path: a path may hold the secret of an invitation.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = uuid.uuid4().hex
        request.META["palio.request_id"] = request_id
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            response["X-Request-ID"] = request_id
            log.info(
                "request",
                method=request.method,
                route=_route(request),
                status=response.status_code,
                # Not request.user: its query would fail if the database is down.
                user_id=request.META.get("palio.user_id"),
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
            return response


class FormAddressMiddleware:
    """Redirect a GET on a POST-only URL to the page above it.

    People get there by changing the language on a form's response or by signing in again after
    sending one; the browser would show a bare error.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and _is_opened(request):
            words = _("Your input was not saved. Please enter it again here.")
            messages.warning(request, words)
            return redirect(_page_above(request.path))
        return response


def _is_opened(request: HttpRequest) -> bool:
    """Return whether a browser navigates to the page, rather than a script fetching it."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _page_above(path: str) -> str:
    while path != "/":
        path = path[: path.rstrip("/").rfind("/") + 1]
        if is_valid_path(path):
            return path
    return path


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.route if match else "(none)"


def log_request_exception(sender: object, request: HttpRequest, **_kwargs: object) -> None:
    log.error("request failed", route=_route(request), exc_info=True)


got_request_exception.connect(log_request_exception, dispatch_uid="palio.request-exception")
