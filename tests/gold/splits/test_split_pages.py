"""Splitting a release: the form, the job, the report, and an export of the parts."""

import zipfile
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from contests.inputs.models import ContestInput, InputPlace
from corpus.documents.models import Chunk, Document
from gold.exports.models import Export
from gold.splits.models import Split
from tests.agreement.running import drain
from tests.gold.freezing import NOBODY, freeze
from tests.jobs.following import followed
from text.tokens import digest_of

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


def test_who_asks_again_while_it_is_made_gets_what_has_begun(manager, release):
    address = f"/releases/{release.pk}/splits/"
    first, second = (manager.post(address, WISHES).url for _ in range(2))
    assert first == second
    assert followed(manager, first)
    other = manager.post(address, WISHES | {"seed": 7}).url
    drain()
    assert other != first
    assert manager.post(address, WISHES).url not in (first, other)


def test_every_complete_text_is_in_one_part(split):
    assert sorted(split.parts) == ["test", "train", "validation"]
    assert sorted(place for places in split.parts.values() for place in places) == [1, 3, 4]


def test_the_report_is_a_page_and_json(manager, split):
    address = f"/releases/{split.release_id}/splits/{split.pk}/"
    page = manager.get(address).text
    assert f'data-chart="{address}charts/validation/"' in page
    assert "NOM:PERSONNEL_MÉDICAL" in page
    assert manager.get(f"{address}?format=json").json()["samples"] == 3


def test_the_chart_of_a_part_has_targets_and_what_was_got_of_each_category(manager, split):
    address = f"/releases/{split.release_id}/splits/{split.pk}/charts/"
    chart = manager.get(f"{address}test/").json()
    target, got = chart["data"]
    assert (target["mode"], got["mode"]) == ("lines", "markers")
    assert target["text"] == got["text"] == split.chart["categories"]
    assert got["y"] == split.chart["panels"]["test"]["got"]
    assert chart["layout"]["yaxis"]["type"] == "log"
    assert manager.get(f"{address}tests/").status_code == 404


def test_the_parts_of_a_split_share_an_axis(manager, split):
    split.chart["panels"]["train"]["got"] = [5000 for _ in split.chart["categories"]]
    split.save()
    address = f"/releases/{split.release_id}/splits/{split.pk}/charts/"
    axes = [manager.get(f"{address}{part}/").json()["layout"]["yaxis"] for part in split.parts]
    assert axes[0] == axes[1] == axes[2]
    assert axes[0]["range"][1] > 4


def test_texts_that_are_too_few_are_said_at_the_form(manager, release):
    page = manager.post(f"/releases/{release.pk}/splits/", WISHES | {"folds": 9}).text
    assert "fewer texts than parts" in page
    assert not Split.objects.exists()


def asked(manager, release, **wishes) -> str:
    """Return the page of a split that was asked for, once its job has ended."""
    page = manager.post(f"/releases/{release.pk}/splits/", WISHES | wishes).url
    drain()
    return manager.get(page).text


def test_documents_that_are_too_few_are_said_on_the_page_of_the_split(manager, release):
    page = asked(manager, release, group_by="document")
    assert "This split cannot be made." in page
    assert "fewer documents or patients than parts" in page
    assert "cannot be made" in manager.get(f"/releases/{release.pk}/splits/").text


def test_no_text_is_read_and_nothing_planned_while_someone_waits(manager, release):
    with CaptureQueriesContext(connection) as queries:
        manager.post(f"/releases/{release.pk}/splits/", WISHES | {"group_by": "document"})
    assert not [each for each in queries if '"sources"' in each["sql"]]


def test_splits_and_their_archives_have_names_that_tell_them_apart(manager, release):
    asked(manager, release, seed=1)
    page = asked(manager, release, seed=2, name="by chance")
    assert "<h1>Split 2: by chance</h1>" in page
    made = Split.objects.get(number=2)
    exports = f"/releases/{release.pk}/exports/"
    assert "Split 2: by chance · " in manager.get(exports).text
    for split in (made.pk, ""):
        manager.post(exports, {"choice": "docbin", "policy": "keep", "split": split})
    drain()
    names = [each.file_name for each in Export.objects.order_by("pk")]
    assert names == ["letters-1_split-2_docbin.zip", "letters-1_docbin.zip"]
    sent = manager.get(f"{exports}{Export.objects.last().pk}/zip/")
    assert 'filename="letters-1_split-2_docbin.zip"' in sent["Content-Disposition"]


def name_patients(*patients: str) -> None:
    """Let the documents, each with one line, be about these people in turn."""
    for chunk, patient in zip(Chunk.objects.order_by("pk"), patients, strict=False):
        first = chunk.document
        own = Document.objects.create(
            corpus=first.corpus,
            external_id=f"doc-{chunk.line}",
            kind="text",
            source=chunk.text,
            digest=digest_of(chunk.text),
            patient=patient,
        )
        Chunk.objects.filter(pk=chunk.pk).update(document=own, line=1)


def test_all_texts_of_a_patient_are_in_one_part(manager, answered):
    name_patients("8001", "8002", "8002", "8003")
    release = freeze(answered)
    wishes = WISHES | {"group_by": "patient", "takes_incomplete": "on"}
    manager.post(f"/releases/{release.pk}/splits/", wishes)
    drain()
    made = Split.objects.get()
    assert made.report["groups"] == 3
    sources = {item.position: item.sources for item in release.inputs.all()}
    patients = [
        {source["patient"] for place in places for source in sources[place]}
        for places in made.parts.values()
    ]
    assert sum(map(len, patients)) == len(set().union(*patients)) == 3
    # The number itself stays in the corpus.
    assert "8002" not in str(sources)


def test_a_text_without_a_patient_is_named_by_its_number(manager, answered):
    name_patients("8001", "8002", "", "8003")
    release = freeze(answered)
    wishes = WISHES | {"group_by": "patient", "takes_incomplete": "on"}
    page = asked(manager, release, **wishes)
    assert "Text 3 stands in a document that names no patient." in page
    assert "doc-3" not in page


def test_a_standard_sentence_links_no_documents_where_a_limit_says_so(manager, answered):
    name_patients("8001", "8002", "8003", "8004")
    everywhere = Chunk.objects.get(text=NOBODY)
    item = ContestInput.objects.get(text=NOBODY)
    for document in Document.objects.filter(external_id__in=["doc-1", "doc-2", "doc-3"]):
        line = Chunk.objects.create(
            document=document, line=2, text=NOBODY, digest=everywhere.digest
        )
        InputPlace.objects.create(input=item, chunk=line)
    release = freeze(answered)
    wishes = WISHES | {"group_by": "document"}
    assert "fewer documents or patients than parts" in asked(manager, release, **wishes)
    asked(manager, release, **wishes, link_limit=2)
    assert Split.objects.get(number=2).report["groups"] == 3


def test_a_split_is_exported_part_by_part(manager, split):
    asked = {"choice": "jsonl", "policy": "keep", "split": split.pk}
    manager.post(f"/releases/{split.release_id}/exports/", asked)
    drain()
    export = Export.objects.get()
    address = f"/releases/{split.release_id}/exports/{export.pk}/zip/"
    archive = b"".join(manager.get(address).streaming_content)
    names = zipfile.ZipFile(BytesIO(archive)).namelist()
    assert {"train.jsonl", "validation.jsonl", "test.jsonl"} <= set(names)


def test_the_report_says_that_test_is_easier_and_offers_a_second_part(manager, release):
    page = asked(manager, release, takes_incomplete="on")
    assert "easier than the corpus" in page
    assert "splits/?like=1" in page
    form = manager.get(f"/releases/{release.pk}/splits/?like=1").context["form"]
    assert (form["second_test"].value(), form["train"].value()) == (True, 1)
    page = asked(manager, release, takes_incomplete="on", second_test="on")
    assert "second test, at random" in page
    assert "like=2" not in page
    made = Split.objects.get(number=2)
    assert [len(made.parts[name]) for name in ("test", "test-random")] == [1, 1]
    manager.post(
        f"/releases/{release.pk}/exports/",
        {"choice": "huggingface", "policy": "keep", "split": made.pk, "takes_incomplete": "on"},
    )
    drain()
    assert Export.objects.get().texts == 4


def test_strangers_get_nothing(client, split, eve):
    client.force_login(eve)
    for path in ("", f"{split.pk}/", f"{split.pk}/progress/", f"{split.pk}/charts/test/"):
        assert client.get(f"/releases/{split.release_id}/splits/{path}").status_code == 404
