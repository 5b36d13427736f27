"""Splitting a release: the form, the job, the report, and an export of the parts."""

import zipfile
from io import BytesIO

import pytest

from gold.models import Export, Split
from tests.agreement.running import drain

pytestmark = pytest.mark.django_db
WISHES = {"method": "default", "train": 1, "validation": 1, "test": 1, "min_count": 1, "seed": 0}


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def split(manager, release) -> Split:
    manager.post(f"/releases/{release.pk}/splits/", WISHES)
    drain()
    return Split.objects.get()


def test_every_complete_text_is_in_one_part(split):
    assert sorted(split.parts) == ["test", "train", "validation"]
    assert sorted(place for places in split.parts.values() for place in places) == [1, 3, 4]


def test_the_report_is_a_page_and_json(manager, split):
    address = f"/releases/{split.release_id}/splits/{split.pk}/"
    page = manager.get(address).text
    assert '<polyline class="plot__curve"' in page
    assert "NOM:PERSONNEL_MÉDICAL" in page
    assert manager.get(f"{address}?format=json").json()["samples"] == 3


def test_documents_that_are_too_few_are_said_at_the_form(manager, release):
    wishes = WISHES | {"keeps_groups": "on"}
    page = manager.post(f"/releases/{release.pk}/splits/", wishes).text
    assert "fewer documents than parts" in page
    assert not Split.objects.exists()


def test_a_split_is_exported_part_by_part(manager, split):
    asked = {"choice": "jsonl", "policy": "keep", "split": split.pk}
    manager.post(f"/releases/{split.release_id}/exports/", asked)
    drain()
    export = Export.objects.get()
    address = f"/releases/{split.release_id}/exports/{export.pk}/zip/"
    archive = b"".join(manager.get(address).streaming_content)
    names = zipfile.ZipFile(BytesIO(archive)).namelist()
    assert {"train.jsonl", "validation.jsonl", "test.jsonl"} <= set(names)


def test_strangers_get_nothing(client, split, eve):
    client.force_login(eve)
    for path in ("", f"{split.pk}/", f"{split.pk}/progress/"):
        assert client.get(f"/releases/{split.release_id}/splits/{path}").status_code == 404
