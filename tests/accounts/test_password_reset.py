"""Resetting a password, in a real SMTP conversation."""

import re
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AccountLetter, AuditEvent, User
from tests.letters import send_letters

NEW_PASSWORD = "une phrase assez longue"


def test_the_link_in_the_mail_sets_a_new_password_once(client, ana, mailbox):
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    send_letters()
    (message,) = mailbox.messages
    assert message["To"] == "ana@example.org"
    kinds = {part.get_content_type() for part in message.walk()}
    assert {"text/plain", "text/html"} <= kinds
    body = message.get_body(("plain",)).get_content()
    path = re.search(r"https?://[^/\s]+(/accounts/reset/\S+)", body).group(1)

    form_path = client.get(path)["Location"]
    answer = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    assert client.post(form_path, answer).status_code == 302
    assert client.login(username="ana@example.org", password=NEW_PASSWORD)
    assert AuditEvent.objects.filter(action="changed", object_type="password").count() == 1
    client.logout()
    assert client.get(path).status_code == 200  # "this link has been used"


def test_the_link_leads_to_this_site_whatever_host_was_asked(client, ana, mailbox, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.BASE_URL = "https://palio.hospital.example"
    data = {"email": "ana@example.org"}
    client.post("/accounts/reset/", data, headers={"host": "evil.example:99999"})
    send_letters()
    (message,) = mailbox.messages
    for kind in ("plain", "html"):
        body = message.get_body((kind,)).get_content()
        assert "https://palio.hospital.example/accounts/reset/" in body
        assert "evil.example" not in body


def test_a_stranger_learns_nothing_and_gets_no_mail(client, ana, mailbox):
    known = client.post("/accounts/reset/", {"email": "ana@example.org"})
    unknown = client.post("/accounts/reset/", {"email": "nobody@example.org"})
    assert known["Location"] == unknown["Location"]
    send_letters()
    assert [message["To"] for message in mailbox.messages] == ["ana@example.org"]
    assert not AccountLetter.objects.exists()


def test_mail_bombing_is_refused(client, ana, mailbox):
    for _ in range(8):
        client.post("/accounts/reset/", {"email": "ana@example.org"})
    send_letters()
    assert len(mailbox.messages) == 5


def test_the_same_is_done_for_a_known_and_an_unknown_address(client, ana, mailbox):
    asked = []
    for email in ("ana@example.org", "ben@example.org"):
        with CaptureQueriesContext(connection) as captured:
            client.post("/accounts/reset/", {"email": email})
        asked.append([query["sql"].partition(" ")[0] for query in captured])
        assert not any("accounts_user" in query["sql"] for query in captured)
    assert asked[0] == asked[1]
    # The mail server was not called: whoever asks does not wait for it.
    assert mailbox.messages == []


def test_a_letter_is_tried_again_while_the_mail_server_does_not_answer(client, ana, mailbox):
    mailbox.hangs_up_at = "MAIL"
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    send_letters()
    mailbox.hangs_up_at = ""
    send_letters()
    assert mailbox.messages == []
    AccountLetter.objects.update(due_at=timezone.now())
    send_letters()
    send_letters()
    assert len(mailbox.messages) == 1


def test_a_letter_nobody_expects_any_more_is_given_up(client, ana, mailbox):
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    AccountLetter.objects.update(asked_at=timezone.now() - timedelta(hours=4))
    send_letters()
    assert (mailbox.messages, AccountLetter.objects.count()) == ([], 0)


def test_an_address_that_the_mail_server_refuses_is_given_up(client, ana, mailbox):
    mailbox.to_address = "550 no such mailbox"
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    send_letters()
    assert not AccountLetter.objects.exists()


def test_a_closed_account_and_one_without_a_password_get_no_letter(client, ana, bob, mailbox):
    User.objects.filter(pk=ana.pk).update(is_active=False)
    bob.set_unusable_password()
    bob.save()
    for email in ("ana@example.org", "bob@example.org"):
        client.post("/accounts/reset/", {"email": email})
    send_letters()
    assert mailbox.messages == []
