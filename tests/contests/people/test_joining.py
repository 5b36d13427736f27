"""Joining by the contest's link: for many, until a date, as far as there are places."""

import re
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import User
from contests.annotating.services.answers import hand_out
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.people.errors import (
    AddressNotConfirmed,
    AliasDue,
    AliasEmpty,
    AliasRefused,
    AliasTaken,
    DomainNotAllowed,
    JoinLinkUsedUp,
    NotAnAnnotator,
    NotAnnotatorRole,
    RemovedBefore,
)
from contests.people.models import AliasRefusal, Invitation, JoinLink, Membership
from contests.people.services import joining
from contests.people.services import joining as invitations
from contests.people.services.letters import letter_link
from contests.people.services.members import assign_team, choose_alias, refuse_alias
from contests.teams.errors import TeamInUse, TeamsFull, TeamTaken
from contests.teams.models import Team
from contests.teams.services import add_team, change_team, delete_team
from tests.conftest import create_person
from tests.letters import send_letters

ACCOUNT = {
    "email": "dora@example.org",
    "name": "Dora",
    "language": "fr",
    "password1": "une phrase assez longue",
    "password2": "une phrase assez longue",
    "alias": "ravioli",
}


@pytest.fixture(autouse=True)
def _in_english(client):
    """Strangers have no language of their own yet."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def make_link(contest, carl, **options):
    values = {
        "expires_at": timezone.now() + timedelta(days=7),
        "most_people": None,
        "domains": (),
    } | options
    return joining.create_link(contest=contest, manager=carl, actor=Actor(carl), **values)


def address(link):
    return f"/join/{joining.token_of(link)}/"


def join(link, user, alias):
    return joining.join_by_link(link=link, user=user, alias=alias, actor=Actor(user))


def test_a_stranger_joins_with_a_new_account_and_gets_a_team(client, contest, carl):
    response = client.post(address(make_link(contest, carl)), ACCOUNT)
    assert response["Location"] == f"/contests/{contest.pk}/"
    member = Membership.objects.get(alias="ravioli")
    assert (member.user.email, member.role) == ("dora@example.org", "annotator")
    assert member.team is not None
    assert JoinLink.objects.get().joined == 1


def test_an_address_in_capitals_is_the_same_address(client, contest, carl):
    client.post(address(make_link(contest, carl)), ACCOUNT | {"email": "Dora@Example.ORG"})
    assert Membership.objects.get(alias="ravioli").user.email == "dora@example.org"


def test_someone_signed_in_joins_with_an_alias_alone(client, contest, carl, eve):
    client.force_login(eve)
    client.post(address(make_link(contest, carl)), {"alias": "fusilli"})
    assert contest.memberships.get(user=eve).alias == "fusilli"


def test_who_already_takes_part_is_led_to_the_contest(client, contest, carl, ana, ana_in_contest):
    client.force_login(ana)
    response = client.get(address(make_link(contest, carl)))
    assert response["Location"] == f"/contests/{contest.pk}/"


def test_an_address_with_an_account_is_asked_to_sign_in(client, contest, carl, eve):
    page = client.post(address(make_link(contest, carl)), ACCOUNT | {"email": eve.email})
    assert "Sign in to join" in page.content.decode()
    assert not contest.memberships.filter(user=eve).exists()


def test_an_alias_that_is_taken_leaves_no_account_and_no_place_behind(
    client, contest, carl, ana_in_contest
):
    client.post(address(make_link(contest, carl)), ACCOUNT | {"alias": "Linguine"})
    assert not User.objects.filter(email="dora@example.org").exists()
    assert JoinLink.objects.get().joined == 0


@pytest.mark.parametrize("end", ["expired", "withdrawn", "replaced", "closed", "forged", "used up"])
def test_a_link_that_has_ended_lets_nobody_in(client, contest, carl, eve, end):
    link = make_link(contest, carl, most_people=1)
    path = address(link)
    if end == "expired":
        JoinLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "withdrawn":
        joining.revoke_link(link=link, actor=Actor(carl))
    elif end == "replaced":
        make_link(contest, carl)
    elif end == "closed":
        Contest.objects.update(state="closed")
    elif end == "forged":
        path = f"/join/{link.nonce}.{'A' * 43}/"
    else:
        join(link, eve, "ziti")
    assert client.get(path).status_code == 404
    assert client.post(path, ACCOUNT).status_code == 404
    assert not User.objects.filter(email="dora@example.org").exists()


def test_the_database_alone_does_not_hold_the_link(contest, carl):
    link = make_link(contest, carl)
    assert joining.token_of(link) not in str(list(JoinLink.objects.values()))


def test_no_more_people_than_the_link_is_for(contest, carl, bob, eve):
    link = make_link(contest, carl, most_people=1)
    join(link, bob, "orzo")
    with pytest.raises(JoinLinkUsedUp):
        join(link, eve, "ziti")
    with pytest.raises(IntegrityError):
        JoinLink.objects.update(joined=2)


def test_with_domains_people_get_their_own_link_by_mail(client, contest, carl, mailbox):
    path = address(make_link(contest, carl, domains=["example.org"]))
    assert 'name="password1"' not in client.get(path).content.decode()
    client.post(path, {"email": "dora@wards.example.org"})
    assert mailbox.messages == []
    send_letters()
    (message,) = mailbox.messages
    body = message.get_body(("plain",)).get_content()
    own = re.search(r"/invitations/\S+/", body).group(0)
    client.post(own, ACCOUNT)
    assert Membership.objects.get(alias="ravioli").user.email == "dora@wards.example.org"
    assert JoinLink.objects.get().joined == 1


@pytest.mark.parametrize(
    "email", ["dora@example.com", "dora@notexample.org", "dora@example.org.com"]
)
def test_addresses_of_other_domains_get_no_mail(client, contest, carl, mailbox, email):
    path = address(make_link(contest, carl, domains=["example.org"]))
    page = client.post(path, {"email": email}).content.decode()
    assert "addresses of example.org only" in page
    assert mailbox.messages == []


def test_someone_signed_in_with_another_domain_is_refused(contest, carl, eve):
    link = make_link(contest, carl, domains=["hospital.example"])
    with pytest.raises(DomainNotAllowed):
        join(link, eve, "ziti")


def test_one_address_is_not_flooded_with_letters(client, contest, carl, mailbox):
    path = address(make_link(contest, carl, domains=["example.org"]))
    for _ in range(3):
        assert "on its way" in client.post(path, {"email": "dora@example.org"}).content.decode()
    send_letters()
    assert len(mailbox.messages) == 1


def test_a_member_is_not_told_apart_from_a_stranger(client, contest, carl, mailbox, ana_in_contest):
    path = address(make_link(contest, carl, domains=["example.org"]))
    answers, queries = [], []
    for email in ("ana@example.org", "dora@example.org"):
        with CaptureQueriesContext(connection) as captured:
            answers.append(client.post(path, {"email": email}).content.decode())
        queries.append(len(captured))
        assert "on its way" in answers[-1]
    # The time tells nothing, either: the same is done for both.
    assert queries[0] == queries[1]
    send_letters()
    assert [message["To"] for message in mailbox.messages] == ["dora@example.org"]
    assert Invitation.objects.get(email="ana@example.org").revoked_at is not None


def test_a_person_who_was_removed_does_not_come_back_by_the_link(
    contest, carl, ana, ana_in_contest
):
    link = make_link(contest, carl)
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    with pytest.raises(RemovedBefore):
        join(link, ana, "fusilli")
    assert JoinLink.objects.get().joined == 0


def test_who_joins_a_draft_is_told_to_wait(client, contest, carl, eve):
    Contest.objects.update(
        state="draft", starts_at="2031-05-06T10:00Z", description="Nobody reads this yet."
    )
    client.force_login(eve)
    response = client.post(address(make_link(contest, carl)), {"alias": "ziti"}, follow=True)
    assert response.redirect_chain[-1][0] == f"/contests/{contest.pk}/"
    page = response.content.decode()
    assert "begins on <strong>6 May 2031" in page
    assert "ziti" in page
    assert "Nobody reads this yet." not in page
    assert contest.name in client.get("/contests/").content.decode()


def test_a_draft_waits_for_those_who_joined_it_and_for_nobody_else(
    client, contest, carl, ana, ana_in_contest, eve
):
    Contest.objects.update(state="draft")
    client.force_login(eve)
    assert client.get(f"/contests/{contest.pk}/").status_code == 404
    client.force_login(ana)
    page = client.get(f"/contests/{contest.pk}/").content.decode()
    assert "start date is not set yet" in page
    # Of the contest itself nothing is there.
    assert client.get(f"/contests/{contest.pk}/guidelines/").status_code == 404
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    assert client.get(f"/contests/{contest.pk}/").status_code == 404


def test_full_teams_take_nobody(contest, carl, bob, eve):
    Team.objects.filter(name="farfalle").update(places=1)
    Team.objects.filter(name="gnocchi").update(places=1)
    link = make_link(contest, carl)
    dora = create_person("dora")
    assert {join(link, bob, "a").team.name, join(link, eve, "b").team.name} == {
        "farfalle",
        "gnocchi",
    }
    with pytest.raises(TeamsFull):
        join(link, dora, "c")
    assert JoinLink.objects.get().joined == 2


def test_where_managers_give_teams_people_wait_for_one(contest, carl, eve):
    Contest.objects.update(assigns_teams=False)
    member = join(make_link(contest, carl), eve, "ziti")
    assert member.team is None
    with pytest.raises(NotAnAnnotator):
        hand_out(annotator=member, count=1)
    assign_team(member=member, team=contest.teams.get(name="gnocchi"), actor=Actor(carl))
    assert hand_out(annotator=member, count=1)


def test_moving_to_a_team_of_another_group_begins_its_order_anew(contest, carl, ana_in_contest):
    hand_out(annotator=ana_in_contest, count=2)
    Contest.objects.update(state="training")
    other = add_team(contest=contest, group=2, name="penne", arm="control", retention=0)
    moved = assign_team(member=ana_in_contest, team=other, actor=Actor(carl))
    assert (moved.team, moved.next_position) == (other, 0)
    same_group = assign_team(member=moved, team=None, actor=Actor(carl))
    assert same_group.team is None


def test_a_refused_alias_is_gone_for_everyone_and_the_person_is_told_why(
    client, contest, carl, ana, ana_in_contest, eve
):
    client.force_login(carl)
    path = f"/contests/{contest.pk}/people/{ana_in_contest.pk}/alias/"
    client.post(path, {"reason": "That is a colleague’s name."})
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.needs_alias
    with pytest.raises(AliasDue):
        hand_out(annotator=ana_in_contest, count=1)
    with pytest.raises(AliasRefused):
        join(make_link(contest, carl), eve, "LINGUINE")
    client.force_login(ana)
    assert "a colleague’s name" in client.get(f"/contests/{contest.pk}/").content.decode()
    own = f"/contests/{contest.pk}/alias/"
    assert "refused this alias" in client.post(own, {"alias": "linguine"}).content.decode()
    client.post(own, {"alias": "bucatini"})
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.alias == "bucatini"
    assert hand_out(annotator=ana_in_contest, count=1)


def test_an_alias_is_changed_to_one_that_is_free_only(contest, ana_in_contest, bob_in_contest):
    with pytest.raises(AliasTaken):
        choose_alias(member=ana_in_contest, alias="ORZO", actor=Actor())
    with pytest.raises(AliasEmpty):
        choose_alias(member=ana_in_contest, alias="\u200b ", actor=Actor())
    assert choose_alias(member=ana_in_contest, alias=" ziti ", actor=Actor()).alias == "ziti"


def test_managers_have_no_alias_to_refuse(contest, carl):
    with pytest.raises(NotAnnotatorRole):
        refuse_alias(member=contest.memberships.get(user=carl), reason="x", actor=Actor(carl))
    assert not AliasRefusal.objects.exists()


def test_a_renamed_team_draws_as_before(contest):
    team = contest.teams.get(name="farfalle")
    values = {"arm": team.arm, "retention": 1, "perturbation": 0, "places": None}
    renamed = change_team(team=team, actor=Actor(), name="conchiglie", **values)
    assert (renamed.name, renamed.key) == ("conchiglie", "farfalle")
    again = add_team(contest=contest, group=1, name="farfalle", arm="control", retention=0)
    assert again.key == "farfalle #2"


def test_arms_stay_as_they_are_while_the_contest_runs(contest):
    team = contest.teams.get(name="farfalle")
    values = {"name": team.name, "arm": team.arm, "perturbation": 0, "places": 3}
    change_team(team=team, actor=Actor(), retention=1, **values)
    with pytest.raises(NotPermitted):
        change_team(team=team, actor=Actor(), retention=0.5, **values)


def test_a_team_with_people_is_not_deleted_and_an_empty_group_goes(contest, ana_in_contest):
    Contest.objects.update(state="draft")
    with pytest.raises(TeamInUse):
        delete_team(team=ana_in_contest.team, actor=Actor())
    lone = add_team(contest=contest, group=9, name="penne", arm="control", retention=0)
    delete_team(team=lone, actor=Actor())
    assert list(contest.groups.values_list("number", flat=True)) == [1]


def test_a_team_of_the_same_name_is_refused(contest):
    with pytest.raises(TeamTaken):
        add_team(contest=contest, group=1, name="FARFALLE", arm="control", retention=0)


def test_the_link_is_made_and_withdrawn_on_the_page(client, contest, carl):
    client.force_login(carl)
    base = f"/contests/{contest.pk}/people/"
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    client.post(base + "link/", {"last_day": day, "most_people": "5", "domains": "@Example.org, "})
    link = JoinLink.objects.get()
    assert (link.most_people, link.domains) == (5, ["example.org"])
    assert joining.token_of(link) in client.get(base).content.decode()
    asked = client.post(f"{base}link/{link.pk}/withdraw/")
    assert "Withdraw the contest’s link?" in asked.content.decode()
    client.post(f"{base}link/{link.pk}/withdraw/", {"confirmed": "1"})
    assert not JoinLink.objects.working().exists()


@pytest.mark.parametrize(
    "wrong", [{"last_day": "2001-01-01"}, {"last_day": ""}, {"domains": "a b@c"}]
)
def test_a_link_with_wrong_limits_is_not_made(client, contest, carl, wrong):
    client.force_login(carl)
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    response = client.post(f"/contests/{contest.pk}/people/link/", {"last_day": day} | wrong)
    assert response.status_code == 200
    assert not JoinLink.objects.exists()


def test_removing_someone_is_asked_without_javascript(client, contest, carl, ana_in_contest):
    client.force_login(carl)
    path = f"/contests/{contest.pk}/people/{ana_in_contest.pk}/remove/"
    assert "Remove Ana?" in client.post(path).content.decode()
    assert contest.memberships.present().filter(pk=ana_in_contest.pk).exists()
    client.post(path, {"confirmed": "1"})
    assert not contest.memberships.present().filter(pk=ana_in_contest.pk).exists()


def test_moving_someone_who_has_answered_is_asked_first(client, contest, carl, ana_in_contest):
    hand_out(annotator=ana_in_contest, count=1)
    client.force_login(carl)
    path = f"/contests/{contest.pk}/people/{ana_in_contest.pk}/team/"
    team = contest.teams.get(name="gnocchi")
    assert "blurs the comparison" in client.post(path, {"team": team.pk}).content.decode()
    client.post(path, {"team": team.pk, "confirmed": "1"})
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.team == team


def test_invitations_of_the_link_do_not_outlive_its_limit(client, contest, carl, eve, bob):
    link = make_link(contest, carl, domains=["example.org"], most_people=1)
    invitations.ask_by_link(link=link, email="dora@example.org", actor=Actor())
    token = letter_link(Invitation.objects.get()).split("/")[-2]
    join(link, bob, "orzo")
    with pytest.raises(JoinLinkUsedUp):
        invitations.accept_invitation(
            token=token, user=create_person("dora"), alias="x", actor=Actor()
        )
    assert Invitation.objects.get().accepted_at is None


def unproven(name):
    person = create_person(name)
    User.objects.filter(pk=person.pk).update(email_confirmed_at=None)
    person.refresh_from_db()
    return person


def test_an_unproven_address_does_not_open_a_link_for_its_domain(client, contest, carl, mailbox):
    dora = unproven("dora")
    link = make_link(contest, carl, domains=["example.org"])
    with pytest.raises(AddressNotConfirmed):
        join(link, dora, "ravioli")
    client.force_login(dora)
    page = client.post(address(link), {"alias": "ravioli", "email": "boss@example.org"})
    assert "on its way" in page.content.decode()
    send_letters()
    (message,) = mailbox.messages
    # Her own address, whatever was posted.
    assert message["To"] == "dora@example.org"
    body = message.get_body(("plain",)).get_content()
    client.post(re.search(r"/invitations/\S+/", body).group(0), {"alias": "ravioli"})
    dora.refresh_from_db()
    assert dora.email_confirmed_at is not None
    assert contest.memberships.get(user=dora).alias == "ravioli"


def test_an_unproven_address_of_another_domain_gets_no_letter(client, contest, carl, mailbox):
    client.force_login(unproven("dora"))
    page = client.post(address(make_link(contest, carl, domains=["hospital.example"])))
    assert "addresses of hospital.example only" in page.content.decode()
    send_letters()
    assert mailbox.messages == []


def test_an_open_link_opens_for_an_unproven_address(contest, carl):
    assert join(make_link(contest, carl), unproven("dora"), "ravioli").alias == "ravioli"


def test_where_mail_is_sent_an_open_link_tells_nobody_who_has_an_account(
    client, contest, carl, eve, mailbox
):
    path = address(make_link(contest, carl))
    assert 'name="password1"' not in client.get(path).content.decode()
    told = []
    for email in (eve.email, "dora@example.org"):
        told.append(client.post(path, ACCOUNT | {"email": email}).content.decode())
        assert "on its way" in told[-1]
    assert not User.objects.filter(email="dora@example.org").exists()
    send_letters()
    links = {
        message["To"]: re.search(
            r"/invitations/\S+/", message.get_body(("plain",)).get_content()
        ).group(0)
        for message in mailbox.messages
    }
    assert "You already have an account" in client.get(links[eve.email]).content.decode()
    client.post(links["dora@example.org"], ACCOUNT)
    dora = Membership.objects.get(alias="ravioli").user
    assert dora.email_confirmed_at is not None


def test_an_account_made_without_a_letter_is_unproven(client, contest, carl):
    client.post(address(make_link(contest, carl)), ACCOUNT)
    assert Membership.objects.get(alias="ravioli").user.email_confirmed_at is None


@pytest.mark.parametrize("domains", [[], ["example.org"]])
def test_who_tries_many_addresses_by_a_link_has_to_wait(client, contest, carl, settings, domains):
    settings.SIGN_IN_LIMIT_PER_ADDRESS = 3
    path = address(make_link(contest, carl, domains=domains))
    pages = [
        client.post(path, ACCOUNT | {"email": f"x{number}@example.org", "alias": ""})
        if domains
        else client.post(path, ACCOUNT | {"email": "carl@example.org"}, REMOTE_ADDR="10.0.0.1")
        for number in range(4)
    ]
    assert "Too many attempts" not in pages[2].content.decode()
    assert "Too many attempts" in pages[3].content.decode()


WRONG = ACCOUNT | {"password1": "kurz", "password2": "lang", "alias": "Linguine"}


@pytest.mark.parametrize("invited", [True, False])
def test_everything_that_is_wrong_is_said_at_once_at_its_field(
    client, contest, carl, eve, ana_in_contest, invited
):
    if invited:
        issued = invitations.invite(
            contest=contest,
            email="dora@example.org",
            role="annotator",
            manager=carl,
            actor=Actor(carl),
        )
        page = client.post(f"/invitations/{issued.token}/", WRONG)
    else:
        page = client.post(address(make_link(contest, carl)), WRONG | {"email": eve.email})
    errors = page.context["account_form"].errors | page.context["alias_form"].errors
    assert set(errors) == {"password1", "password2", "alias"} | (set() if invited else {"email"})
    assert "too short" in str(errors["password1"])
    assert "match" in str(errors["password2"])
    assert "already has this alias" in str(errors["alias"])
    if not invited:
        assert "Sign in to join" in str(errors["email"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_new_account_begins_in_the_language_of_the_page(client, contest, carl, language):
    page = client.get(
        address(make_link(contest, carl)), headers={"Accept-Language": language}
    ).content.decode()
    assert f'<option value="{language}" selected>' in page
    assert re.search(r'name="email"[^>]*autocomplete="email"', page)


def test_someone_who_comes_back_may_keep_their_alias(client, contest, carl, ana, ana_in_contest):
    invitations.remove_member(member=ana_in_contest, actor=Actor(carl))
    issued = invitations.invite(
        contest=contest, email=ana.email, role="annotator", manager=carl, actor=Actor(carl)
    )
    client.force_login(ana)
    client.post(f"/invitations/{issued.token}/", {"alias": "linguine"})
    assert contest.memberships.present().filter(user=ana).exists()
