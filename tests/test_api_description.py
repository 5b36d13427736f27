"""The description of the interface for programs: complete, valid, served from here."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.api_description import description, path_of, unfit
from tests.programs import program_of

METHODS = ("get", "post", "put", "patch", "delete")


def described(client) -> dict:
    return client.get("/api/schema/?format=json").json()


def test_the_description_is_valid_and_made_without_a_warning():
    # A warning or an invalid schema raises.
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def calls() -> dict[str, set[str]]:
    """Return the methods of each call, by its path."""
    return {
        path_of(route): {name for name in METHODS if hasattr(pattern.callback.cls, name)}
        for route, pattern in routes(get_resolver().url_patterns)
        if route.startswith("api/") and route not in ("api/", "api/schema/")
    }


def routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern


def test_every_call_is_described(client, ana):
    client.force_login(ana)
    paths = described(client)["paths"]
    assert {path: set(operations) for path, operations in paths.items()} == calls()


def operations() -> list:
    return [
        pytest.param(path, operation, id=f"{method} {path}")
        for path, found in description()["paths"].items()
        for method, operation in found.items()
    ]


@pytest.mark.parametrize(("path", "operation"), operations())
def test_a_call_says_what_it_does_takes_and_answers(path, operation):
    assert operation["description"].endswith(".")
    named = {each["name"] for each in operation.get("parameters", []) if each["in"] == "path"}
    assert named == {part.split("}")[0] for part in path.split("{")[1:]}
    answers = operation["responses"]
    good = [answers[status] for status in answers if status.startswith("2")]
    assert good
    assert all("content" in each for each in good) or set(answers) >= {"204"}
    if path != "/api/session/":
        assert "403" in answers
    if named:
        assert "404" in answers
    if "requestBody" in operation:
        assert "400" in answers


def test_an_answer_that_is_not_described_is_noticed():
    schema = {"$ref": "#/components/schemas/Refusal"}
    assert unfit({"code": "no-run", "reason": "None yet."}, schema) == []
    assert unfit({"code": "no-run"}, schema)
    assert unfit({"code": 1, "reason": "None yet."}, schema)
    assert unfit({"code": "no-run", "reason": "None yet.", "text": "Durand"}, schema)


def test_tokens_and_sessions_are_named_as_ways_to_sign_in(client, ana):
    client.force_login(ana)
    assert set(described(client)["components"]["securitySchemes"]) == {"cookieAuth", "token"}


@pytest.mark.parametrize("path", ["/api/", "/api/schema/"])
def test_strangers_are_led_to_the_door(client, path):
    assert client.get(path).url.startswith("/accounts/login/")


def test_a_program_reads_the_description_by_its_token(ana):
    answer = program_of(ana).get("/api/schema/?format=json")
    assert (answer.status_code, "paths" in answer.json()) == (200, True)
    wrong = Client(headers={"Authorization": "Bearer nonsense"}).get("/api/schema/?format=json")
    assert (wrong.status_code, wrong.json()["code"]) == (403, "authentication_failed")


def test_the_page_is_no_empty_box_before_its_script_has_come(client, ana):
    client.force_login(ana)
    page = client.get("/api/").content.decode()
    assert "Loading the API documentation" in page
    assert "<noscript>" in page
