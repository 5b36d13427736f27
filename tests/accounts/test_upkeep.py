"""Accounts that are closed, and sessions that have ended."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import AuditEvent
from accounts.tasks import forget_expired_sessions


def test_a_closed_account_is_signed_out_at_once_and_leaves_a_trace(client, ana):
    client.force_login(ana)
    assert client.get("/contests/").status_code == 200
    call_command("close_account", "ANA@example.org")
    assert client.get("/contests/").status_code == 302
    assert AuditEvent.objects.get(object_type="account", action="changed").object_id == str(ana.pk)


def test_an_unknown_account_cannot_be_closed(db):
    with pytest.raises(CommandError, match="no account"):
        call_command("close_account", "nobody@example.org")


def test_only_sessions_that_have_ended_are_forgotten(client, ana, bob):
    client.force_login(ana)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    client.cookies.clear()
    client.force_login(bob)
    forget_expired_sessions()
    assert Session.objects.get().get_decoded()["_auth_user_id"] == str(bob.pk)
