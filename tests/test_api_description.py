"""The description of the interface for programs: complete, valid, served from here."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import get_resolver


def described(client) -> dict:
    return client.get("/api/schema/?format=json").json()


def test_the_description_is_valid_and_made_without_a_warning():
    # A warning or an invalid schema raises.
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_every_call_is_described(client, ana):
    client.force_login(ana)
    written = {str(pattern.pattern) for pattern in _patterns(get_resolver().url_patterns)}
    calls = {path for path in written if path.startswith("api/")} - {"api/", "api/schema/"}
    paths = described(client)["paths"]
    assert len(paths) == len(calls)


def _patterns(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _patterns(pattern.url_patterns)
        else:
            yield pattern


def test_tokens_and_sessions_are_named_as_ways_to_sign_in(client, ana):
    client.force_login(ana)
    assert set(described(client)["components"]["securitySchemes"]) == {"cookieAuth", "token"}


@pytest.mark.parametrize("path", ["/api/", "/api/schema/"])
def test_strangers_are_led_to_the_door(client, path):
    assert client.get(path).url.startswith("/accounts/login/")
