"""Tokens for programs: made, used, revoked; stored as a digest only."""

import pytest
from django.test import Client

from accounts.audit import Actor
from accounts.models import ApiToken, AuditEvent
from accounts.services import close_account, create_token, revoke_token


@pytest.fixture
def issued(ana, ana_in_contest):
    return create_token(user=ana, name="script", actor=Actor(ana))


def ask(contest, secret, **options):
    headers = {"Authorization": f"Bearer {secret}"}
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
    shown = client.post("/accounts/tokens/", {"name": "analysis"}).content.decode()
    assert "shown this once" in shown
    later = client.get("/accounts/preferences/").content.decode()
    assert "analysis" in later
    assert "shown this once" not in later
    client.post(f"/accounts/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert "analysis" not in client.get("/accounts/preferences/").content.decode()


def test_nobody_revokes_another_persons_token(client, issued, bob):
    client.force_login(bob)
    assert client.post(f"/accounts/tokens/{issued.token.pk}/revoke/").status_code == 404
    issued.token.refresh_from_db()
    assert issued.token.revoked_at is None
