"""The audit log: written at every step, changed by nobody."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.audit import Actor, client_address, record
from accounts.models import AuditEvent
from tests.conftest import PASSWORD


def only_on(vendor: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(connection.vendor != vendor, reason=f"a statement of {vendor}")


@pytest.fixture
def event(carl):
    return record(Actor(carl, "10.0.0.7", "r1"), AuditEvent.Action.READ, "input", 3, contest_id=1)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_auditevent SET action = 'changed'",
        "DELETE FROM accounts_auditevent",
        pytest.param(
            "INSERT OR REPLACE INTO accounts_auditevent "
            "(id, at, action, object_type, object_id, request_id, details) "
            "SELECT id, at, 'changed', '', '', '', '{}' FROM accounts_auditevent",
            marks=only_on("sqlite"),
        ),
    ],
)
def test_the_database_refuses_to_change_or_delete_an_event(event, statement):
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEvent.objects.get().action == "read"


@only_on("postgresql")
def test_the_database_refuses_to_empty_the_log(transactional_db, event):
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_auditevent")
    assert AuditEvent.objects.exists()


def test_the_trigger_still_refuses_after_the_test_runner_emptied_the_log(transactional_db, event):
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEvent.objects.all().update(object_type="nothing")


def test_signing_in_and_out_and_failing_leave_a_trace_without_what_was_typed(client, ana):
    client.post("/accounts/login/", {"username": "ana@example.org", "password": "wrong-secret"})
    client.post("/accounts/login/", {"username": "my password", "password": "x"})
    client.post("/accounts/login/", {"username": "ana@example.org", "password": PASSWORD})
    client.post("/accounts/logout/")
    events = list(AuditEvent.objects.order_by("id"))
    assert [event.action for event in events] == ["refused", "refused", "signed-in", "signed-out"]
    assert [event.object_id for event in events] == [str(ana.pk), "", str(ana.pk), str(ana.pk)]
    assert all(event.address == "127.0.0.1" and event.request_id for event in events)
    assert "my password" not in str([vars(event) for event in events])


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "6.6.6.6, 10.1.1.1", "10.1.1.1"),
        (2, "6.6.6.6, 10.1.1.1, 10.2.2.2", "10.1.1.1"),
        (2, "10.2.2.2", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "not an address", None),
        (1, "fe80::1%eth0", "fe80::1"),
    ],
)
def test_only_our_own_proxies_are_believed(rf, settings, proxies, forwarded, expected):
    settings.TRUSTED_PROXIES = proxies
    assert client_address(rf.get("/", HTTP_X_FORWARDED_FOR=forwarded)) == expected


def test_reading_ones_own_answers_is_recorded(client, ana, ana_in_contest):
    from contests.annotating.services.answers import hand_out, take_answer
    from tests.factories import submission

    task = hand_out(annotator=ana_in_contest, count=1)[0]
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    client.force_login(ana)
    client.get(f"/contests/{ana_in_contest.contest_id}/")
    read = AuditEvent.objects.get(action="read")
    assert read.contest_id == ana_in_contest.contest_id
    assert read.details == {"inputs": [task.input_id]}
