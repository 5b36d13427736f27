"""Tokens for programs: made, used within their scope and time, ended; stored as a digest only."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.tokens import default_token_generator
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.audit import Actor
from accounts.models import ApiToken, AuditEvent, User
from accounts.services import close_account, create_token, revoke_token
from tests.conftest import PASSWORD
from tests.programs import program_of


@pytest.fixture
def issued(ana, ana_in_contest):
    return create_token(user=ana, name="script", scope="annotate", days=30, actor=Actor(ana))


def ask(contest, secret, **options):
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "en"}
    return Client(enforce_csrf_checks=True).post(
        f"/api/contests/{contest.pk}/tasks/", {}, content_type="application/json", headers=headers
    )


def test_a_program_with_a_token_gets_its_persons_tasks(issued, contest):
    response = ask(contest, issued.secret)
    assert len(response.json()["tasks"]) == 4
    issued.token.refresh_from_db()
    assert issued.token.last_used_at is not None


def test_only_the_digest_is_stored(issued):
    (row,) = ApiToken.objects.values()
    assert issued.secret not in str(row)


@pytest.mark.parametrize("secret", ["", "wrong", "\u00e9"])
def test_a_token_nobody_made_is_refused(issued, contest, secret):
    assert ask(contest, secret).status_code == 403


def test_a_revoked_token_is_refused_at_once(issued, contest, ana):
    revoke_token(token=issued.token, actor=Actor(ana))
    assert ask(contest, issued.secret).status_code == 403


def test_the_token_of_a_closed_account_is_refused(issued, contest, ana, carl):
    close_account(user=ana, actor=Actor(carl))
    assert ask(contest, issued.secret).status_code == 403


def test_making_and_revoking_leave_a_trace_without_the_secret(issued, ana):
    revoke_token(token=issued.token, actor=Actor(ana))
    revoke_token(token=issued.token, actor=Actor(ana))
    events = AuditEvent.objects.filter(object_type="token").order_by("id")
    assert [event.action for event in events] == ["created", "changed"]
    assert issued.secret not in str(list(events.values()))


def test_a_token_is_made_and_revoked_in_the_preferences(client, ana):
    client.force_login(ana)
    wish = {"name": "analysis", "scope": "read", "days": "90"}
    shown = client.post("/accounts/tokens/", wish).content.decode()
    assert "Copy this token now" in shown
    later = client.get("/accounts/preferences/").content.decode()
    assert "analysis" in later
    assert "Copy this token now" not in later
    client.post(f"/accounts/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert "analysis" not in client.get("/accounts/preferences/").content.decode()


def test_nobody_revokes_another_persons_token(client, issued, bob):
    client.force_login(bob)
    assert client.post(f"/accounts/tokens/{issued.token.pk}/revoke/").status_code == 404
    issued.token.refresh_from_db()
    assert issued.token.revoked_at is None


NEW_PASSWORD = "une phrase assez longue"


def change(client, ana):
    client.force_login(ana)
    answer = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    return client.post("/accounts/password/", answer | {"old_password": PASSWORD})


def reset(client, ana):
    uid = urlsafe_base64_encode(force_bytes(ana.pk))
    path = f"/accounts/reset/{uid}/{default_token_generator.make_token(ana)}/"
    answer = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    return client.post(client.get(path)["Location"], answer)


def command(client, ana, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda **_: NEW_PASSWORD)
    call_command("changepassword", ana.email)


@pytest.mark.parametrize("way", [change, reset])
def test_a_token_ends_with_the_password(client, issued, contest, ana, way):
    assert ask(contest, issued.secret).status_code == 200
    way(client, ana)
    ana.refresh_from_db()
    assert ana.check_password(NEW_PASSWORD)
    assert ask(contest, issued.secret).status_code == 403
    assert AuditEvent.objects.get(object_type="token", action="changed").details == {
        "revoked": True
    }


def test_a_token_ends_with_the_password_that_an_operator_sets(
    client, issued, contest, ana, monkeypatch
):
    command(client, ana, monkeypatch)
    assert ask(contest, issued.secret).status_code == 403


def test_a_token_outlives_a_sign_in_that_only_makes_a_new_hash(
    client, issued, contest, ana, monkeypatch
):
    # So Django finds that the hash is not as it should be, and makes another.
    monkeypatch.setattr(Argon2PasswordHasher, "time_cost", 2)
    before = ana.password
    assert client.login(username=ana.email, password=PASSWORD)
    ana.refresh_from_db()
    assert ana.password != before
    assert ask(contest, issued.secret).status_code == 200


def test_the_page_of_the_new_password_says_which_tokens_will_end(client, issued, ana):
    client.force_login(ana)
    assert "Your API token is revoked" in client.get("/accounts/password/").content.decode()
    ApiToken.objects.update(revoked_at=timezone.now())
    assert "is revoked when you" not in client.get("/accounts/password/").content.decode()


def test_an_expired_token_is_refused_and_says_so(client, issued, contest, ana):
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    response = ask(contest, issued.secret)
    assert response.status_code == 403
    assert "expire" in response.json()["detail"]
    client.force_login(ana)
    assert "expired" in client.get("/accounts/preferences/").content.decode()


def test_a_token_of_a_demo_account_is_refused_in_production(issued, contest, settings):
    User.objects.update(is_demo=True)
    assert ask(contest, issued.secret).status_code == 200
    settings.PRODUCTION, settings.SECURE_SSL_REDIRECT = True, False
    assert ask(contest, issued.secret).status_code == 403


@pytest.mark.parametrize(
    "wish", [{"scope": "all"}, {"scope": ""}, {"days": "3650"}, {"days": ""}, {"days": "x"}]
)
def test_a_token_without_a_known_scope_and_end_is_not_made(client, ana, wish):
    client.force_login(ana)
    client.post("/accounts/tokens/", {"name": "a", "scope": "read", "days": "30"} | wish)
    assert not ApiToken.objects.exists()


def _calls(resolver: Any, route: str = "") -> Iterator[tuple[str, Any]]:
    """Yield route and class of every call of the API."""
    for each in resolver.url_patterns:
        path = route + str(each.pattern)
        if not isinstance(each, URLPattern):
            yield from _calls(each, path)
        elif hasattr(each.callback, "cls") and path.startswith("api/"):
            yield path, each.callback.cls


READS = {"get", "head", "options"}
# What changes something and may be done with a token that annotates; all else needs `manage`.
BY_ANNOTATORS = {
    "api/contests/<int:contest_id>/tasks/",
    "api/contests/<int:contest_id>/answers/",
    "api/contests/<int:contest_id>/answers/<uuid:answer_id>/withdraw/",
    "api/contests/<int:contest_id>/training/tasks/",
    "api/contests/<int:contest_id>/training/answers/",
    "api/contests/<int:contest_id>/chat/",
    "api/contests/<int:contest_id>/chat/reading/",
}
WITHOUT_TOKENS = {"api/session/", "api/schema/", "api/"}


def _address(route: str) -> str:
    for converter, value in {
        "int": "999999",
        "uuid": "00000000-0000-0000-0000-000000000000",
        "str": "x",
    }.items():
        while f"<{converter}:" in route:
            begin = route.index(f"<{converter}:")
            route = route[:begin] + value + route[route.index(">", begin) + 1 :]
    return f"/{route}"


def _is_stopped(program: Client, route: str, method: str) -> bool:
    response = program.generic(method.upper(), _address(route), "{}", "application/json")
    return response.status_code == 403 and response.json()["code"] == "token-scope"


def test_every_call_that_changes_something_asks_for_its_scope(ana):
    changing = [
        (route, method)
        for route, view in _calls(get_resolver())
        if route not in WITHOUT_TOKENS
        for method in view.http_method_names
        if method not in READS and hasattr(view, method)
    ]
    assert len(changing) >= 10
    stopped = {
        scope: {route for route, method in changing if _is_stopped(program, route, method)}
        for scope in ApiToken.Scope.values
        for program in [program_of(ana, scope)]
    }
    everything = {route for route, _ in changing}
    assert stopped == {"read": everything, "annotate": everything - BY_ANNOTATORS, "manage": set()}


def test_a_token_that_may_read_is_enough_to_read(ana, ana_in_contest, contest):
    program = program_of(ana, "read")
    assert program.get(f"/api/contests/{contest.pk}/history/").status_code == 200
    assert program.get("/api/releases/").status_code == 200


def test_an_unknown_scope_cannot_be_stored(issued):
    with pytest.raises(IntegrityError):
        ApiToken.objects.update(scope="root")
