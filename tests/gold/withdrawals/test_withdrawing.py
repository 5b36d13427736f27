"""Releases that are taken back: the stub stays, the texts and all that was made of them go."""

import pytest
from django.db import DatabaseError, transaction

from accounts.models import AuditEvent, User
from gold.releases.models import Release, ReleaseContest, ReleaseInput
from gold.splits.models import Split
from tests.agreement.running import drain
from tests.pages import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ASKED = {"reason": "A patient objected.", "is_meant": "on"}


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def withdrawn(manager, release) -> Release:
    manager.post(f"/releases/{release.pk}/withdraw/", ASKED)
    drain()
    release.refresh_from_db()
    return release


def test_a_withdrawn_release_keeps_its_name_and_checksum_alone(release, manager, carl):
    before = (release.checksum, str(release), release.frozen_at)
    Split.objects.create(release=release, number=1, created_by=carl)
    page = squeezed(manager.get(f"/releases/{release.pk}/withdraw/").text)
    assert "4 texts with their gold units." in page
    assert "1 split." in page
    manager.post(f"/releases/{release.pk}/withdraw/", ASKED)
    release.refresh_from_db()
    assert release.is_withdrawn
    drain()
    assert (release.checksum, str(release), release.frozen_at) == before
    assert (release.withdrawn_by, release.description) == (carl, "")
    assert not ReleaseInput.objects.exists()
    assert not Split.objects.exists()
    event = AuditEvent.objects.get(object_type="release", details__change="withdrawn")
    assert event.details["reason"] == ASKED["reason"]


def test_readers_learn_that_it_is_withdrawn_and_get_nothing(withdrawn, client, eve):
    withdrawn.readers.add(eve)
    client.force_login(eve)
    page = squeezed(client.get(f"/releases/{withdrawn.pk}/").text)
    assert "This release is withdrawn" in page
    assert withdrawn.checksum in page
    assert ASKED["reason"] in page
    for part in ("exports/", "splits/", "card/"):
        assert client.get(f"/releases/{withdrawn.pk}/{part}").status_code == 404
    assert client.get(f"/api/releases/{withdrawn.pk}/records.jsonl").status_code == 404
    assert "withdrawn" in client.get("/releases/").text


@pytest.mark.parametrize("left_out", ["reason", "is_meant"])
def test_without_a_reason_and_a_yes_nothing_happens(release, manager, left_out):
    asked = {name: value for name, value in ASKED.items() if name != left_out}
    assert manager.post(f"/releases/{release.pk}/withdraw/", asked).status_code == 200
    release.refresh_from_db()
    assert release.is_frozen


def test_only_managers_of_all_its_contests_withdraw(release, client, ana_in_contest, eve):
    for person in (ana_in_contest.user, eve):
        client.force_login(person)
        assert client.post(f"/releases/{release.pk}/withdraw/", ASKED).status_code == 404
    release.readers.add(eve)
    assert client.post(f"/releases/{release.pk}/withdraw/", ASKED).status_code == 404


def test_a_release_is_withdrawn_once(withdrawn, manager):
    assert manager.get(f"/releases/{withdrawn.pk}/withdraw/").status_code == 404
    assert manager.post(f"/releases/{withdrawn.pk}/delete/").status_code == 302
    assert Release.objects.filter(pk=withdrawn.pk).exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda pk: Release.objects.filter(pk=pk).update(state="frozen"),
        lambda pk: Release.objects.filter(pk=pk).update(checksum="0" * 64),
        lambda pk: Release.objects.filter(pk=pk).delete(),
    ],
    ids=["frozen again", "another checksum", "deleted"],
)
def test_the_database_keeps_the_stub(withdrawn, change):
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        change(withdrawn.pk)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "withdrawn", "checksum": "0" * 64},
        {"state": "withdrawn", "name": "other"},
        {"description": "other"},
    ],
    ids=["checksum", "name", "no withdrawal"],
)
def test_the_database_lets_a_frozen_release_only_be_withdrawn(release, change):
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Release.objects.filter(pk=release.pk).update(**change)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        ReleaseInput.objects.filter(release=release)[:1].get().delete()


def test_the_database_gives_a_withdrawn_release_no_texts(withdrawn):
    part = ReleaseContest.objects.get(release=withdrawn)
    text = ReleaseInput(
        release=withdrawn, contest=part, position=1, input_id=1, text="x", digest=b"0" * 32,
        tokens=[], kind="single", annotators=1, is_complete=True,
    )  # fmt: skip
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        text.save()


def test_an_administrator_may_withdraw(release, client):
    admin = User.objects.create_superuser("root@example.org", "x")
    client.force_login(admin)
    client.post(f"/releases/{release.pk}/withdraw/", ASKED)
    release.refresh_from_db()
    assert (release.is_withdrawn, release.withdrawn_by) == (True, admin)
