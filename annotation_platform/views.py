"""The front door, the health page and what is shown when something goes wrong."""

import sys
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache

RETRY_SECONDS = 5


def front_door(request: HttpRequest) -> HttpResponse:
    """Lead a stranger to sign-in and everyone else to their contests."""
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


@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """Say whether database and queue answer; 503 where one does not."""
    parts = {"database": _database_works(), "queue": _queue_works()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "web/errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "web/errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "web/errors/403.html", {"is_csrf_failure": True}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "web/errors/404.html", status=404)


def server_error(request: HttpRequest, *_args: Any) -> HttpResponse:
    """Answer without touching database, session or context processors: one of them may be what broke."""
    context = {"request_id": request.META.get("palio.request_id", "")}
    response = HttpResponse(render_to_string("web/errors/500.html", context), status=500)
    if isinstance(sys.exc_info()[1], OperationalError):
        # The database is locked or away: the same request may well work soon.
        response.status_code = 503
        response["Retry-After"] = str(RETRY_SECONDS)
    return response
