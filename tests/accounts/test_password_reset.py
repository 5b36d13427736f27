"""Resetting a password, in a real SMTP conversation."""

import re

from accounts.models import AuditEvent

NEW_PASSWORD = "une phrase assez longue"


def test_the_link_in_the_mail_sets_a_new_password_once(client, ana, mailbox):
    client.post("/accounts/reset/", {"email": "ana@example.org"})
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
    (message,) = mailbox.messages
    for kind in ("plain", "html"):
        body = message.get_body((kind,)).get_content()
        assert "https://palio.hospital.example/accounts/reset/" in body
        assert "evil.example" not in body


def test_a_stranger_learns_nothing_and_gets_no_mail(client, ana, mailbox):
    known = client.post("/accounts/reset/", {"email": "ana@example.org"})
    unknown = client.post("/accounts/reset/", {"email": "nobody@example.org"})
    assert known["Location"] == unknown["Location"]
    assert len(mailbox.messages) == 1


def test_mail_bombing_is_refused(client, ana, mailbox):
    for _ in range(8):
        client.post("/accounts/reset/", {"email": "ana@example.org"})
    assert len(mailbox.messages) == 5
