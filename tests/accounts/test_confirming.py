"""Addresses are proven by a letter before anyone is trusted by them."""

import re

import pytest

from accounts.audit import Actor
from accounts.errors import AddressUnproven
from accounts.models import AuditEvent, User
from accounts.services import check_proven
from corpus.corpora.services import create_corpus
from tests.letters import send_letters


@pytest.fixture
def dora(ana):
    """Ana's account, whose address nobody has proven."""
    User.objects.filter(pk=ana.pk).update(email_confirmed_at=None)
    ana.refresh_from_db()
    return ana


def asked_for(client, mailbox):
    assert client.post("/accounts/address/")["Location"] == "/accounts/preferences/"
    assert mailbox.messages == []
    send_letters()
    (message,) = mailbox.messages
    body = message.get_body(("plain",)).get_content()
    return re.search(r"https?://[^/\s]+(/accounts/address/\S+)", body).group(1)


def test_the_link_in_the_letter_confirms_by_a_button(client, dora, mailbox):
    client.force_login(dora)
    assert "address is not confirmed" in client.get("/accounts/preferences/").content.decode()
    link = asked_for(client, mailbox)
    # Programs that look through letters open every link.
    client.get(link)
    dora.refresh_from_db()
    assert dora.email_confirmed_at is None
    client.post(link)
    dora.refresh_from_db()
    assert dora.email_confirmed_at is not None
    assert AuditEvent.objects.get(action="changed").details == {"fields": ["address confirmed"]}
    assert "not confirmed" not in client.get("/accounts/preferences/").content.decode()


def test_the_owner_of_an_address_does_not_confirm_a_strangers_account(client, dora, eve, mailbox):
    client.force_login(dora)
    link = asked_for(client, mailbox)
    client.logout()
    assert client.post(link)["Location"].startswith("/accounts/login/")
    User.objects.filter(pk=eve.pk).update(email_confirmed_at=None)
    client.force_login(eve)
    assert "no longer works" in client.post(link).content.decode()
    assert not User.objects.filter(email_confirmed_at__isnull=False).exists()


def test_a_reset_password_proves_the_address(client, dora, mailbox):
    client.post("/accounts/reset/", {"email": dora.email})
    send_letters()
    body = mailbox.messages[0].get_body(("plain",)).get_content()
    path = re.search(r"https?://[^/\s]+(/accounts/reset/\S+)", body).group(1)
    answer = dict.fromkeys(("new_password1", "new_password2"), "une phrase assez longue")
    client.post(client.get(path)["Location"], answer)
    dora.refresh_from_db()
    assert dora.email_confirmed_at is not None


def test_a_person_is_not_flooded_with_letters(client, dora, mailbox):
    client.force_login(dora)
    for _ in range(8):
        client.post("/accounts/address/")
    send_letters()
    assert len(mailbox.messages) == 5


@pytest.fixture
def corpus(carl):
    return create_corpus(owner=carl, actor=Actor(carl), name="Notes")


def test_who_has_not_proven_their_address_keeps_no_corpus(client, corpus, carl, dora, mailbox):
    with pytest.raises(AddressUnproven):
        check_proven(dora)
    client.force_login(carl)
    path = f"/corpora/{corpus.pk}/keepers/"
    page = client.post(path, {"email": dora.email, "confirmed": "1"}, follow=True)
    assert "has not confirmed their e-mail address" in page.content.decode()
    assert not corpus.keepers.filter(pk=dora.pk).exists()
    User.objects.update(email_confirmed_at="2026-01-01T00:00Z")
    client.post(path, {"email": dora.email})
    assert corpus.keepers.filter(pk=dora.pk).exists()


def test_without_a_mail_server_the_keeper_is_asked(client, corpus, carl, dora):
    client.force_login(carl)
    path = f"/corpora/{corpus.pk}/keepers/"
    page = client.post(path, {"email": dora.email}).content.decode()
    assert "is not confirmed, because this platform has no mail server" in page
    assert not corpus.keepers.filter(pk=dora.pk).exists()
    client.post(path, {"email": dora.email, "confirmed": "1"})
    assert corpus.keepers.filter(pk=dora.pk).exists()
