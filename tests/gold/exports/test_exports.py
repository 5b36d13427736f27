"""Exports on the page: packed by a job, downloaded in pieces, written into the log."""

import hashlib
import json
import zipfile
import zlib
from io import BytesIO

import pytest

from accounts.models import AuditEvent
from formats import EXPORTS
from gold.exports.models import Export
from jobs import files
from tests.agreement.running import drain
from tests.jobs.following import followed

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


def exported(client, release, **options) -> Export:
    asked = {"choice": "jsonl", "policy": "keep", **options}
    client.post(f"/releases/{release.pk}/exports/", asked)
    drain()
    return Export.objects.first()


def content(client, export) -> bytes:
    address = f"/releases/{export.release_id}/exports/{export.pk}/zip/"
    return b"".join(client.get(address).streaming_content)


def lines(archive: bytes) -> list[dict]:
    text = zipfile.ZipFile(BytesIO(archive)).read("all.jsonl").decode()
    return [json.loads(line) for line in text.splitlines()]


def test_complete_texts_are_exported_unless_asked(manager, release):
    assert len(lines(content(manager, exported(manager, release)))) == 3
    everything = exported(manager, release, takes_incomplete="on")
    records = lines(content(manager, everything))
    assert [record["complete"] for record in records].count(False) == 1


@pytest.mark.parametrize("choice", EXPORTS)
def test_the_hospitals_document_ids_leave_only_where_they_are_asked_for(manager, release, choice):
    document = release.inputs.first().sources[0]["document"].encode()
    # Old releases hold the ids: pseudonyms are made on the way out.
    archive = zipfile.ZipFile(BytesIO(content(manager, exported(manager, release, choice=choice))))
    held = [unpacked(archive.read(name)) for name in archive.namelist()]
    assert not any(document in each for each in held)
    kept = exported(manager, release, choice=choice, keeps_document_ids="on")
    archive = zipfile.ZipFile(BytesIO(content(manager, kept)))
    held = [unpacked(archive.read(name)) for name in archive.namelist()]
    layout = EXPORTS[choice][1]
    assert any(document in each for each in held) == (layout.has_facts and layout.has_sources)
    assert "with document ids" in manager.get(f"/releases/{release.pk}/exports/").text
    asked = AuditEvent.objects.filter(action="exported", object_id=str(kept.pk)).first()
    assert asked.details["document_ids"] is True


def unpacked(content: bytes) -> bytes:
    """Return the bytes of a file; a DocBin is compressed."""
    return zlib.decompress(content) if content[:1] == b"\x78" else content


def test_a_document_has_the_same_pseudonym_in_every_export(manager, release):
    first, second = (lines(content(manager, exported(manager, release))) for _ in range(2))
    assert [each["document"] for each in first] == [each["document"] for each in second]
    assert len({name for each in first for name in each["document"]}) == 1


def test_the_same_release_twice_is_the_same_to_the_byte(manager, release, monkeypatch):
    first = exported(manager, release, choice="docbin")
    monkeypatch.setattr(files, "PIECE_BYTES", 1000)
    second = exported(manager, release, choice="docbin")
    assert second.pieces.count() > 1
    assert content(manager, first) == content(manager, second)
    assert hashlib.sha256(content(manager, second)).hexdigest() == second.checksum


def test_the_page_follows_the_oldest_export_at_work(manager, release):
    page = f"/releases/{release.pk}/exports/"
    for choice in ("jsonl", "brat"):
        manager.post(page, {"choice": choice, "policy": "keep"})
    oldest = Export.objects.get(choice="jsonl")
    assert str(oldest.job_id) in followed(manager, page)
    drain()
    assert "at-work" not in manager.get(page).text


def test_exports_and_downloads_are_in_the_log(manager, release):
    content(manager, exported(manager, release))
    events = AuditEvent.objects.filter(action="exported").order_by("pk")
    assert [event.details["change"] for event in events] == ["asked", "downloaded"]
    assert events[0].contest_id == release.contests.get().contest_id


def test_strangers_download_nothing(manager, client, release, eve):
    export = exported(manager, release)
    client.force_login(eve)
    for path in ("", f"{export.pk}/zip/", "progress/"):
        assert client.get(f"/releases/{release.pk}/exports/{path}").status_code == 404


def test_the_page_lists_what_was_made(manager, release):
    exported(manager, release, choice="brat")
    page = manager.get(f"/releases/{release.pk}/exports/").text
    assert "brat" in page
    assert "/zip/" in page


def test_an_archive_in_a_format_that_is_no_longer_offered_can_still_be_had(manager, release):
    export = exported(manager, release)
    before = content(manager, export)
    Export.objects.update(choice="papyrus")
    export.refresh_from_db()
    page = manager.get(f"/releases/{release.pk}/exports/").text
    assert "papyrus" in page
    assert content(manager, export) == before
