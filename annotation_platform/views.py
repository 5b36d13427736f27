"""The start page, the health checks, the API documentation and the error pages."""

import sys
from typing import Any

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated

from annotation_platform import schedule
from jobs.selectors import are_jobs_stuck

describe_calls = SpectacularAPIView.as_view(permission_classes=[IsAuthenticated])

RETRY_SECONDS = 5
# Two minutes of them.
MOST_UPKEEP_WAITING = 20


def front_door(request: HttpRequest) -> HttpResponse:
    """Redirect anonymous visitors to sign-in and everyone else to their contests."""
    return redirect("contests:list" if request.user.is_authenticated else "accounts:login")


def _database_works() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _queue_works() -> bool:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _upkeep_works() -> bool:
    """Tell whether someone takes what the scheduler sends; about nine messages a minute."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
            return int(client.llen(schedule.UPKEEP)) <= MOST_UPKEEP_WAITING
    except redis.RedisError:
        return False


@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """Return the health of database, queue and workers; 503 if one fails."""
    parts = {"database": _database_works(), "queue": _queue_works()}
    parts["upkeep"] = parts["queue"] and _upkeep_works()
    parts["workers"] = parts["database"] and not are_jobs_stuck()
    return _told(parts)


@never_cache
def health_of_web(_request: HttpRequest) -> JsonResponse:
    """Say whether pages can be served: a proxy must not take the pages away where a worker is stuck."""
    return _told({"database": _database_works(), "queue": _queue_works()})


def _told(parts: dict[str, bool]) -> JsonResponse:
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def api_schema(request: HttpRequest) -> HttpResponseBase:
    """Describe the calls: to a program by its token, to people once they have signed in."""
    is_program = "Authorization" in request.headers
    return (describe_calls if is_program else login_required(describe_calls))(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_program(request):
        return _tell(400, "invalid", _("Invalid request"))
    return render(request, "web/errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_program(request):
        return _tell(403, "permission_denied", _("You don't have permission."))
    return render(request, "web/errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _is_program(request):
        return _tell(403, "csrf", _("This page has been open for too long"))
    return render(request, "web/errors/403.html", {"is_csrf_failure": True}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_program(request):
        return _tell(404, "not_found", _("Page not found"))
    return render(request, "web/errors/404.html", status=404)


def _is_program(request: HttpRequest) -> bool:
    """Return whether the client expects JSON: on API paths, or by its Accept header."""
    return request.path_info.startswith("/api/") or not request.accepts("text/html")


def _tell(status: int, code: str, words: str) -> HttpResponse:
    return JsonResponse({"detail": words, "code": code}, status=status)


def server_error(request: HttpRequest, *_args: Any) -> HttpResponse:
    """Answer without touching database, session or context processors: one of them may be what broke."""
    context = {"request_id": request.META.get("palio.request_id", "")}
    if _is_program(request):
        words = _("Something went wrong on our side")
        response: HttpResponse = JsonResponse(
            {"detail": words, "code": "error", **context}, status=500
        )
    else:
        response = HttpResponse(render_to_string("web/errors/500.html", context), status=500)
    if isinstance(sys.exc_info()[1], OperationalError):
        # The database is locked or unreachable: a retry may succeed.
        response.status_code = 503
        response["Retry-After"] = str(RETRY_SECONDS)
    return response
