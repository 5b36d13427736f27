"""Invitations: by link, once, until a date; and leaving."""

import re
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import User
from contests.annotating.services.answers import hand_out
from contests.people.errors import (
    AliasTaken,
    AlreadyMember,
    InvitationForOther,
    InvitationInvalid,
    LastManager,
)
from contests.people.models import Invitation, Membership
from contests.people.services import joining as invitations
from contests.people.services import members as setup
from contests.people.services.letters import letter_link, write_invitation
from jobs.models import Job
from tests.letters import send_letters


def invite(contest, carl, email="dora@example.org", role="annotator"):
    return invitations.invite(
        contest=contest, email=email, role=role, manager=carl, actor=Actor(carl)
    )


def test_the_letter_and_the_link_for_the_manager_both_work(client, contest, carl, mailbox):
    client.force_login(carl)
    path = f"/contests/{contest.pk}/people/"
    page = client.post(path, {"email": "dora@example.org", "role": "annotator"}).content.decode()
    # The request waits for no mail server.
    assert mailbox.messages == []
    shown = re.search(r"/invitations/[\w-]{30,}/", page).group(0)
    assert "e-mail on its way" in page
    send_letters()
    (message,) = mailbox.messages
    assert message["To"] == "dora@example.org"
    body = message.get_body(("plain",)).get_content()
    mailed = re.search(r"https?://[^/\s]+(/invitations/\S+/)", body).group(1)
    assert mailed != shown
    page = client.get(path).content.decode()
    assert shown not in page
    assert "e-mail sent" in page
    client.logout()
    assert [client.get(link).status_code for link in (shown, mailed)] == [200, 200]


def test_a_letter_that_is_refused_is_told(client, contest, carl, mailbox):
    mailbox.to_address = "550 no such mailbox"
    client.force_login(carl)
    path = f"/contests/{contest.pk}/people/"
    client.post(path, {"email": "dora@example.org", "role": "annotator"})
    send_letters()
    assert "refused by the mail server" in client.get(path).content.decode()


def test_without_a_mail_server_the_manager_passes_the_link_on(client, contest, carl):
    client.force_login(carl)
    data = {"email": "dora@example.org", "role": "annotator"}
    page = client.post(f"/contests/{contest.pk}/people/", data).content.decode()
    assert "/invitations/" in page
    assert "pass the link on yourself" in page
    assert "e-mail sent" not in page


def test_only_the_digest_of_the_secret_is_stored(contest, carl):
    issued = invite(contest, carl)
    assert issued.token not in str(list(Invitation.objects.values()))


def test_a_stranger_joins_with_a_new_account_and_the_link_is_used_up(client, contest, carl):
    path = f"/invitations/{invite(contest, carl).token}/"
    answer = {
        "name": "Dora",
        "language": "fr",
        "password1": "une phrase assez longue",
        "password2": "une phrase assez longue",
        "alias": "ravioli",
    }
    assert client.post(path, answer)["Location"] == f"/contests/{contest.pk}/"
    member = Membership.objects.get(alias="ravioli")
    assert member.user.email == "dora@example.org"
    assert client.get(f"/contests/{contest.pk}/").status_code == 200
    client.logout()
    assert client.post(path, answer).status_code == 404


def test_someone_signed_in_joins_with_an_alias_alone(client, contest, carl, eve):
    client.force_login(eve)
    token = invite(contest, carl, email=eve.email).token
    client.post(f"/invitations/{token}/", {"alias": "fusilli"})
    member = contest.memberships.get(user=eve)
    assert member.alias == "fusilli"


def test_new_annotators_keep_the_teams_even_and_can_begin_at_once(
    contest, carl, eve, ana_in_contest
):
    member = invitations.accept_invitation(
        token=invite(contest, carl, email=eve.email).token,
        user=eve,
        alias="fusilli",
        actor=Actor(eve),
    )
    assert ana_in_contest.team.name == "farfalle"
    assert member.team.name == "gnocchi"
    assert hand_out(annotator=member, count=1)


def test_someone_who_was_removed_comes_back_to_what_they_did(contest, carl, ana, ana_in_contest):
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    token = invite(contest, carl, email=ana.email).token
    again = invitations.accept_invitation(token=token, user=ana, alias="", actor=Actor(ana))
    assert again.pk == ana_in_contest.pk
    assert again.alias == "linguine"


def test_an_alias_that_is_taken_is_refused_and_no_account_is_left_behind(
    client, contest, carl, ana_in_contest
):
    answer = {
        "name": "Dora",
        "language": "fr",
        "password1": "une phrase assez longue",
        "password2": "une phrase assez longue",
        "alias": "LINGUINE",
    }
    path = f"/invitations/{invite(contest, carl).token}/"
    assert client.post(path, answer).status_code == 200
    assert not User.objects.filter(email="dora@example.org").exists()
    assert Invitation.objects.get().accepted_at is None


def test_someone_with_an_account_is_asked_to_sign_in_first(client, contest, carl, eve):
    response = client.get(f"/invitations/{invite(contest, carl, email=eve.email).token}/")
    assert response.status_code == 200
    assert "account_form" not in response.context


@pytest.mark.parametrize("end", ["expired", "revoked", "replaced"])
def test_a_link_that_has_ended_is_refused(client, contest, carl, end):
    issued = invite(contest, carl)
    if end == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "revoked":
        invitations.revoke_invitation(invitation=issued.invitation, actor=Actor(carl))
    else:
        invite(contest, carl)
    assert client.get(f"/invitations/{issued.token}/").status_code == 404
    with pytest.raises(InvitationInvalid):
        invitations.accept_invitation(token=issued.token, user=carl, alias="x", actor=Actor(carl))


def test_a_member_is_not_invited_again(contest, carl, ana_in_contest):
    with pytest.raises(AlreadyMember):
        invite(contest, carl, email="ana@example.org")


def test_the_last_manager_stays(contest, carl, ana_in_contest):
    with pytest.raises(LastManager):
        invitations.remove_member(member=contest.memberships.get(user=carl), actor=Actor(carl))
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    assert not contest.memberships.present().filter(user__email="ana@example.org").exists()


def test_an_invitation_cannot_be_both_used_and_withdrawn(contest, carl):
    issued = invite(contest, carl)
    now = timezone.now()
    with pytest.raises(IntegrityError):
        Invitation.objects.filter(pk=issued.invitation.pk).update(accepted_at=now, revoked_at=now)


def test_an_annotator_who_was_removed_comes_back_as_manager(contest, carl, ana, ana_in_contest):
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    token = invite(contest, carl, email=ana.email, role="manager").token
    again = invitations.accept_invitation(token=token, user=ana, alias="", actor=Actor(ana))
    assert again.is_manager
    assert again.team is None


@pytest.mark.parametrize(
    "alias", ["Élan", "ÉLAN", "e\u0301lan", "é\u200blan", " ｅ\u0301lan\u202e"]
)
def test_aliases_that_read_the_same_are_one(contest, ana_in_contest, eve, alias):
    Membership.objects.filter(pk=ana_in_contest.pk).update(alias="élan")
    with pytest.raises(AliasTaken):
        setup.add_member(contest=contest, user=eve, role="annotator", alias=alias)


@pytest.mark.parametrize("alias", ["", "  ", "\u200b", "\u202e \u2060", "\x00", "ﷺ" * 3, "x" * 41])
def test_an_alias_must_be_seen_and_fit(client, contest, carl, eve, alias):
    client.force_login(eve)
    token = invite(contest, carl, email=eve.email).token
    response = client.post(f"/invitations/{token}/", {"alias": alias})
    assert response.status_code == 200
    assert not contest.memberships.filter(user=eve).exists()


def test_an_address_that_no_mail_can_reach_still_gives_a_link(client, contest, carl):
    client.force_login(carl)
    data = {"email": f"dora@{'é' * 60}.ch", "role": "annotator"}
    page = client.post(f"/contests/{contest.pk}/people/", data).content.decode()
    assert "/invitations/" in page
    send_letters()


def test_the_name_of_the_contest_stays_in_the_line_of_the_subject(contest, carl, mailbox):
    contest.name = "Palio\ndi prova"
    issued = invite(contest, carl)
    write_invitation(issued.invitation).send()
    (message,) = mailbox.messages
    assert "Palio di prova" in message["Subject"]


@pytest.mark.parametrize("role", ["annotator", "manager"])
def test_an_invitation_is_for_its_own_address_only(client, contest, carl, eve, role):
    issued = invite(contest, carl, role=role)
    with pytest.raises(InvitationForOther):
        invitations.accept_invitation(token=issued.token, user=eve, alias="x", actor=Actor(eve))
    client.force_login(eve)
    path = f"/invitations/{issued.token}/"
    for page in (client.get(path), client.post(path, {"alias": "x"})):
        assert "for someone else" in page.content.decode()
        assert "dora@example.org" in page.content.decode()
    assert not contest.memberships.filter(user=eve).exists()
    # What the page offers: sign out, and come back to it.
    assert client.post("/accounts/logout/", {"next": path})["Location"] == path


@pytest.mark.parametrize("by_letter", [True, False])
def test_only_the_link_in_the_letter_proves_the_address(client, contest, carl, by_letter):
    issued = invite(contest, carl)
    link = letter_link(issued.invitation) if by_letter else issued.link
    answer = {
        "name": "Dora",
        "language": "fr",
        "password1": "une phrase assez longue",
        "password2": "une phrase assez longue",
        "alias": "ravioli",
    }
    client.post(link.removeprefix("http://localhost:8000"), answer)
    dora = Membership.objects.get(alias="ravioli").user
    assert (dora.email_confirmed_at is not None) == by_letter


def test_an_invitation_is_sent_again_and_is_good_for_as_long_as_a_new_one(
    client, contest, carl, mailbox
):
    issued = invite(contest, carl)
    send_letters()
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=1))
    client.force_login(carl)
    path = f"/contests/{contest.pk}/invitations/{issued.invitation.pk}/again/"
    page = client.post(path, follow=True).content.decode()
    assert "The invitation is on its way." in page
    send_letters()
    first, second = [message.get_body(("plain",)).get_content() for message in mailbox.messages]
    link = re.search(r"/invitations/\S+/", second).group(0)
    # Whichever letter is opened: both have the same link.
    assert link in first
    client.logout()
    assert client.get(link).status_code == 200


def test_without_a_mail_server_there_is_a_new_link_to_pass_on(client, contest, carl):
    issued = invite(contest, carl)
    client.force_login(carl)
    path = f"/contests/{contest.pk}/invitations/{issued.invitation.pk}/again/"
    page = client.post(path).content.decode()
    again = re.search(r"/invitations/[\w-]{30,}/", page).group(0)
    client.logout()
    assert client.get(again).status_code == 200
    assert client.get(f"/invitations/{issued.token}/").status_code == 404


@pytest.mark.parametrize("end", ["used", "withdrawn", "closed", "stranger"])
def test_an_invitation_that_has_ended_is_not_sent_again(
    client, contest, carl, ana, ana_in_contest, eve, mailbox, end
):
    issued = invite(contest, carl, email=eve.email)
    client.force_login(carl)
    if end == "used":
        invitations.accept_invitation(token=issued.token, user=eve, alias="x", actor=Actor(eve))
    elif end == "withdrawn":
        invitations.revoke_invitation(invitation=issued.invitation, actor=Actor(carl))
    elif end == "closed":
        contest.state = "closed"
        contest.save()
    else:
        client.force_login(ana)
    Job.objects.all().delete()
    client.post(f"/contests/{contest.pk}/invitations/{issued.invitation.pk}/again/")
    assert not Job.objects.exists()
