"""The managers' page of the audit log, and its filters."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent

READ, EXPORTED = AuditEvent.Action.READ, AuditEvent.Action.EXPORTED


@pytest.fixture
def path(client, contest, carl, ana, ana_in_contest):
    record(Actor(ana, "10.0.0.1"), READ, "input", 5, contest_id=contest.pk)
    record(Actor(carl, "10.0.0.2"), EXPORTED, "release", 1, contest_id=contest.pk)
    record(Actor(carl), READ, "input", 6, contest_id=contest.pk + 1)
    client.force_login(carl)
    return f"/contests/{contest.pk}/audit/"


def shown(client, path, **query):
    page = client.get(path, query).context["page"]
    return [(event.action, event.object_type) for event in page]


def test_it_shows_everything_of_this_contest_with_this_reading_first(client, path):
    assert shown(client, path) == [
        ("read", "audit log"), ("exported", "release"), ("read", "input"), ("created", "membership"),
        ("created", "team"), ("created", "team"), ("created", "contest"),
    ]  # fmt: skip


def test_it_can_be_narrowed_by_person_action_and_day(client, path, ana):
    assert shown(client, path, actor=ana.pk) == [("read", "input")]
    assert shown(client, path, action="exported") == [("exported", "release")]
    today = timezone.localdate()
    assert len(shown(client, path, since=today, until=today)) >= 4
    assert shown(client, path, until=today - timedelta(days=1)) == []
    assert shown(client, path, since=today + timedelta(days=1)) == []


@pytest.mark.parametrize("query", [{"since": "yesterday"}, {"actor": "999"}, {"action": "danced"}])
def test_a_filter_that_makes_no_sense_is_said_to(client, path, query):
    assert client.get(path, query).context["form"].errors


def test_days_in_the_wrong_order_are_said_to(client, path):
    response = client.get(path, {"since": "2026-02-02", "until": "2026-02-01"})
    assert "is after the last day" in response.content.decode()


def test_only_managers_see_it(client, path, ana, eve):
    for person in (ana, eve):
        client.force_login(person)
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("days", [{"since": "0001-01-01"}, {"until": "9999-12-31"}])
def test_days_at_the_end_of_time_are_refused(client, carl, contest, days):
    client.force_login(carl)
    response = client.get(f"/contests/{contest.pk}/audit/", days)
    assert response.status_code == 200
    assert response.context["form"].errors
