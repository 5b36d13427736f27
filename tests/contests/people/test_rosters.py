"""Inviting many at once: lists as people paste them, judged line by line."""

import pytest

from accounts.audit import Actor
from contests.people.domain import read_roster
from contests.people.models import Invitation
from contests.people.selectors import check_roster
from contests.people.services.joining import accept_invitation, invite
from contests.people.tasks import send_invitations
from jobs import services as jobs
from jobs.models import Job
from jobs.runs import JobRun


def read(text):
    return [(row.number, row.email, row.role, row.team) for row in read_roster(text)]


def test_addresses_stand_one_per_line_with_role_and_team_in_any_order():
    text = "ana@example.org\n\nBob Rochat <bob@example.org>\ndora@example.org, manager\n# a note\n"
    text += "emil@example.org; gnocchi; annotator\nfarfalle\tflo@example.org\n"
    assert read(text) == [
        (1, "ana@example.org", "", ""),
        (3, "bob@example.org", "", ""),
        (4, "dora@example.org", "manager", ""),
        (6, "emil@example.org", "annotator", "gnocchi"),
        (7, "flo@example.org", "", "farfalle"),
    ]


def test_several_addresses_on_one_line_are_several_people():
    text = "Ana <ana@example.org>; bob@example.org;\ndora@example.org, emil@example.org"
    assert [(number, email) for number, email, _, _ in read(text)] == [
        (1, "ana@example.org"),
        (1, "bob@example.org"),
        (2, "dora@example.org"),
        (2, "emil@example.org"),
    ]


def test_a_first_line_may_name_the_columns_in_french_too():
    text = "\ufeffNom;Adresse e-mail;Équipe;Rôle\nAna;ana@example.org;gnocchi;responsable\n"
    assert read(text) == [(2, "ana@example.org", "manager", "gnocchi")]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "email,role\n", '"', "\x00", ",,,;", "a@b.c, x" * 2000]
)
def test_any_text_can_be_read(text):
    assert all(row.email == "" for row in read_roster(text))


def problems(contest, text):
    rows = check_roster(contest, text, role="annotator")
    return {row.line.number: row.problem for row in rows if row.problem}


def test_each_line_is_judged(contest, ana_in_contest):
    text = "\n".join(
        [
            "dora@example.org",
            "dora@EXAMPLE.org",
            "not an address",
            "emil@@example.org",
            "ANA@example.org",
            "flo@example.org, penne",
            "gil@example.org, manager, gnocchi",
            "hal@example.org, gnocchi, boss",
            "ida@example.org, GNOCCHI",
        ]
    )
    assert problems(contest, text) == {
        2: "twice",
        3: "no-address",
        4: "bad-address",
        5: "member",
        6: "unknown-team",
        7: "manager-with-team",
        8: "unreadable",
    }


def post(client, contest, **data):
    return client.post(f"/contests/{contest.pk}/people/list/", {"role": "annotator"} | data)


def test_nobody_is_invited_if_a_line_is_wrong(client, contest, carl):
    client.force_login(carl)
    page = post(client, contest, people="dora@example.org\nnobody").content.decode()
    assert "There is no e-mail address on this line." in page
    assert not Invitation.objects.exists()
    assert not Job.objects.exists()


def test_the_valid_ones_are_invited_on_request(client, contest, carl):
    client.force_login(carl)
    post(client, contest, people="dora@example.org\nnobody", valid_only="1")
    assert [each.email for each in Invitation.objects.all()] == ["dora@example.org"]


def run(job):
    claimed = jobs.claim_job(job_id=job.pk, worker="host:1")
    send_invitations(JobRun.of(claimed))


def test_everyone_gets_a_letter_with_a_link_that_works(client, contest, carl, eve, mailbox):
    client.force_login(carl)
    post(client, contest, people="eve@example.org, gnocchi\ndora@example.org")
    job = Job.objects.get(kind="contests.send_invitations")
    assert "@" not in str(job.params)
    run(job)
    letters = {message["To"]: message for message in mailbox.messages}
    assert set(letters) == {"eve@example.org", "dora@example.org"}
    body = letters["eve@example.org"].get_body(("plain",)).get_content()
    token = body.split("/invitations/")[1].split("/")[0]
    member = accept_invitation(token=token, user=eve, alias="ziti", actor=Actor(eve))
    assert member.team.name == "gnocchi"


def test_an_invitation_withdrawn_in_between_is_not_sent(client, contest, carl, mailbox):
    client.force_login(carl)
    post(client, contest, people="dora@example.org")
    invite(
        contest=contest,
        email="dora@example.org",
        role="annotator",
        manager=carl,
        actor=Actor(carl),
    )
    run(Job.objects.filter(kind="contests.send_invitations").earliest("created_at"))
    assert mailbox.messages == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_csv_file_of_a_spreadsheet_is_read(client, contest, carl, encoding, tmp_path):
    path = tmp_path / "liste.csv"
    path.write_bytes("Courriel;Équipe\r\ndora@example.org;gnocchi\r\n".encode(encoding))
    client.force_login(carl)
    with path.open("rb") as file:
        post(client, contest, people="", file=file)
    assert Invitation.objects.get().team.name == "gnocchi"


def test_a_file_that_is_no_text_is_refused(client, contest, carl, tmp_path):
    path = tmp_path / "liste.csv"
    path.write_bytes(b"\x81\x8d\x8f\x90\x9d")
    client.force_login(carl)
    with path.open("rb") as file:
        page = post(client, contest, file=file).content.decode()
    assert "The file is not a text." in page
    assert not Invitation.objects.exists()


def test_strangers_and_annotators_invite_nobody(client, contest, ana, eve, ana_in_contest):
    for person in (ana, eve):
        client.force_login(person)
        assert post(client, contest, people="dora@example.org").status_code == 404
