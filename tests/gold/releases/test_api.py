"""Releases, splits and exports for programs: the same rights and the same traces as on the pages."""

import hashlib
import json
import zipfile
from io import BytesIO
from itertools import chain

import pytest
from django.test import Client

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.downloads.services import start_answer_file
from gold.exports.models import Export
from gold.releases.models import Release
from gold.releases.services import releases as exporting
from gold.releases.services.releases import add_reader, start_freezing
from gold.splits.models import Split
from tests.agreement.running import drain, give, join, run_now
from tests.api_description import JSONL, description, unfit
from tests.gold.freezing import PATIENT, freeze
from tests.programs import program_of

pytestmark = pytest.mark.django_db
THIRDS = {"ratios": [1, 1, 1], "min_count": 1, "group_by": ""}


@pytest.fixture
def carls(carl):
    return program_of(carl)


def at(release, path=""):
    return f"/api/releases/{release.pk}/{path}"


def post(program, path, **wish):
    return program.post(path, wish, content_type="application/json")


@pytest.fixture
def split(carls, release) -> Split:
    post(carls, at(release, "splits/"), **THIRDS)
    drain()
    return Split.objects.get()


@pytest.fixture
def export(carls, release, split) -> Export:
    post(carls, at(release, "exports/"), format="docbin", split=split.pk)
    drain()
    return Export.objects.get()


def records(program, release):
    response = program.get(at(release, "records.jsonl"))
    assert response["Content-Type"] == f"{JSONL}; charset=utf-8"
    return [json.loads(line) for line in response.getvalue().decode().splitlines()]


def test_documents_have_pseudonyms_unless_their_ids_are_asked_for(carls, release):
    (document,) = {each["document"] for each in release.inputs.first().sources}
    told = {source["document"] for each in records(carls, release) for source in each["sources"]}
    assert len(told) == 1
    assert document not in told
    asked = carls.get(at(release, "records.jsonl"), {"keeps_document_ids": "true"})
    assert document in asked.getvalue().decode()
    ids = [
        each.details.get("document_ids") for each in AuditEvent.objects.filter(action="exported")
    ]
    assert sorted(map(bool, ids)) == [False, True]


def test_releases_are_listed_in_pages(carls, answered, release):
    later = freeze(answered)
    first = carls.get("/api/releases/?size=1").json()
    assert (first["count"], first["results"][0]["id"]) == (2, later.pk)
    second = carls.get(first["next"]).json()
    assert (second["results"][0]["id"], second["next"]) == (release.pk, None)
    beyond = carls.get("/api/releases/?page=9")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")


def test_a_release_tells_where_it_comes_from(carls, release, answered):
    told = carls.get(at(release)).json()
    assert (told["state"], told["checksum"]) == ("frozen", release.checksum)
    assert told["summary"]["texts"] == 4
    assert [part["contest"] for part in told["contests"]] == [answered.pk]
    assert told["contests"][0]["run"] == 1
    assert {each["code"] for each in told["weaknesses"]} >= {"rare", "no_guidelines"}
    assert told["progress"] is None


def test_a_release_that_is_not_frozen_yet_says_how_far_it_is(carls, carl, answered):
    begun, _job = start_freezing(name="x", description="", contests=[answered], actor=Actor(carl))
    told = carls.get(at(begun)).json()
    assert (told["state"], told["summary"]) == ("freezing", None)
    assert told["progress"] == {"step": "", "done": 0, "total": None}
    assert carls.get(at(begun, "records.jsonl")).status_code == 404


@pytest.mark.parametrize(
    ("query", "heading"), [("", "## Known weaknesses"), ("?lang=fr", "## Faiblesses connues")]
)
def test_the_data_card_is_markdown(carls, release, query, heading):
    response = carls.get(at(release, f"card.md{query}"), headers={"Accept": "text/markdown"})
    assert response["Content-Type"].startswith("text/markdown")
    assert heading in response.text


def test_a_card_in_no_language_of_ours_is_refused(carls, release):
    assert carls.get(at(release, "card.md?lang=xx")).status_code == 400


def test_records_are_one_text_a_line_and_as_described(carls, release, monkeypatch):
    monkeypatch.setattr(exporting, "LINES_AT_ONCE", 3)
    found = records(carls, release)
    assert [record["id"] for record in found] == ["1", "2", "3", "4"]
    path = "/api/releases/{release_id}/records.jsonl"
    answer = description()["paths"][path]["get"]["responses"]["200"]
    schema = answer["content"][JSONL]["schema"]
    assert [unfit(record, schema) for record in found] == [[], [], [], []]
    doctor = next(record for record in found if "Durand" in record["text"])
    (name, _hour) = doctor["spans"]
    assert doctor["text"][name["start"] : name["end"]] == "Durand"


def test_taking_the_records_is_in_the_log(carls, release, answered):
    records(carls, release)
    event = AuditEvent.objects.get(action="exported")
    assert (event.object_type, event.object_id) == ("release", str(release.pk))
    assert event.details == {"format": "records", "change": "downloaded"}
    assert event.contest_id == answered.pk


def test_what_changed_since_another_release(carls, answered, release):
    give(answered.memberships.get(alias="leo"), PATIENT, minute=5)
    run_now(answered)
    later = freeze(answered)
    told = carls.get(at(later, f"since/{release.pk}/")).json()
    assert told["counts"] == {"added": 0, "removed": 0, "changed": 1}
    (change,) = told["results"]
    assert (change["kind"], len(change["before"]), len(change["after"])) == ("changed", 1, 2)
    read = AuditEvent.objects.filter(action="read", object_type="release")
    assert sorted(event.object_id for event in read) == sorted([str(release.pk), str(later.pk)])


def test_a_split_is_asked_for_and_read(carls, release):
    asked = post(carls, at(release, "splits/"), **THIRDS)
    assert (asked.status_code, asked.json()["state"]) == (201, "queued")
    address = at(release, f"splits/{asked.json()['id']}/")
    assert carls.get(address).json()["report"] is None
    drain()
    told = carls.get(address).json()
    assert (told["state"], told["report"]["samples"]) == ("succeeded", 3)
    assert sorted(chain(*told["parts"].values())) == [1, 3, 4]
    assert carls.get(at(release, "splits/")).json()["results"][0]["id"] == told["id"]


def test_a_split_that_cannot_be_made_is_refused_with_a_code(carls, release):
    response = post(carls, at(release, "splits/"), folds=9)
    assert (response.status_code, response.json()["code"]) == (409, "too-few-samples")
    assert post(carls, at(release, "splits/"), method="guess").status_code == 400


@pytest.mark.parametrize(
    "wish",
    [{"folds": 21}, {"folds": 6_000_000}, {"min_count": 10**7}, {"ratios": [10**9, 1, 1]}],
    ids=str,
)
def test_a_split_with_numbers_beyond_any_use_is_refused(carls, release, wish):
    response = post(carls, at(release, "splits/"), **wish)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not Split.objects.exists()


def test_why_a_split_could_not_be_made_is_told_by_its_code(carls, release):
    asked = post(carls, at(release, "splits/"), **THIRDS | {"group_by": "document"})
    assert (asked.status_code, asked.json()["refusal"]) == (201, None)
    drain()
    told = carls.get(at(release, f"splits/{asked.json()['id']}/")).json()
    assert (told["state"], told["refusal"]["code"]) == ("failed", "too-few-groups")
    assert told["report"] is None


def test_splits_are_numbered_in_their_release_and_may_be_named(carls, release, answered):
    later = freeze(answered)
    first = post(carls, at(release, "splits/"), **THIRDS)
    second = post(carls, at(release, "splits/"), **THIRDS, seed=2, name="by chance")
    other = post(carls, at(later, "splits/"), **THIRDS)
    assert [each.json()["number"] for each in (first, second, other)] == [1, 2, 1]
    assert [each.json()["name"] for each in (first, second)] == ["", "by chance"]


def test_an_export_is_asked_for_followed_and_downloaded(carls, release):
    asked = post(carls, at(release, "exports/"), format="jsonl").json()
    assert (asked["state"], asked["split"]) == ("queued", None)
    address = at(release, f"exports/{asked['id']}/")
    assert carls.get(f"{address}zip/").status_code == 404
    drain()
    told = carls.get(address).json()
    assert (told["state"], told["texts"], told["progress"]) == ("succeeded", 3, None)
    response = carls.get(f"{address}zip/", headers={"Accept": "application/zip"})
    archive = response.getvalue()
    assert response["Content-Length"] == str(told["size"]) == str(len(archive))
    assert hashlib.sha256(archive).hexdigest() == told["checksum"]
    assert "all.jsonl" in zipfile.ZipFile(BytesIO(archive)).namelist()


def test_an_export_leaves_the_same_traces_as_in_the_browser(carls, client, carl, release):
    asked = post(carls, at(release, "exports/"), format="jsonl").json()
    drain()
    carls.get(at(release, f"exports/{asked['id']}/zip/"))
    client.force_login(carl)
    client.post(f"/releases/{release.pk}/exports/", {"choice": "jsonl", "policy": "keep"})
    drain()
    client.get(f"/releases/{release.pk}/exports/{Export.objects.first().pk}/zip/")
    events = list(AuditEvent.objects.filter(action="exported").order_by("pk"))
    by_program, in_browser = events[:2], events[2:]
    assert [event.details for event in by_program] == [event.details for event in in_browser]
    assert [event.actor for event in by_program] == [carl, carl]


def test_an_export_of_a_split_has_its_parts(carls, release, export, split):
    assert carls.get(at(release, f"exports/{export.pk}/")).json()["split"] == split.pk
    archive = carls.get(at(release, f"exports/{export.pk}/zip/")).getvalue()
    names = zipfile.ZipFile(BytesIO(archive)).namelist()
    assert {"train.spacy", "validation.spacy", "test.spacy"} <= set(names)


@pytest.mark.parametrize("wish", [{"format": "docx"}, {}, {"format": "csv", "split": 999}])
def test_an_export_that_makes_no_sense_is_refused(carls, release, wish):
    response = post(carls, at(release, "exports/"), **wish)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not Export.objects.exists()


def test_a_release_without_complete_texts_exports_nothing_by_itself(carls, carl, contest):
    ida, leo = join(contest, "ida", "leo")
    give(ida, PATIENT)
    give(leo, "Patient de 63 ans, domicilié à Nyon.")
    run_now(contest)
    release = freeze(contest)
    response = post(carls, at(release, "exports/"), format="csv")
    assert (response.status_code, response.json()["code"]) == (409, "nothing-to-export")
    assert "incomplete" in response.json()["reason"]


PATHS = ["", "card.md", "records.jsonl", "since/{pk}/", "splits/", "exports/"]


def test_who_may_not_read_a_release_gets_404(release, split, export, eve):
    ida = release.contests.get().contest.memberships.get(alias="ida").user
    inner = [f"splits/{split.pk}/", f"exports/{export.pk}/", f"exports/{export.pk}/zip/"]
    for path in [*(each.format(pk=release.pk) for each in PATHS), *inner]:
        for stranger in (eve, ida):
            response = program_of(stranger).get(at(release, path))
            assert (response.status_code, response.json()["code"]) == (404, "not_found"), path
        assert Client().get(at(release, path)).status_code == 403, path
    assert program_of(eve).get("/api/releases/").json()["results"] == []
    for path in ("splits/", "exports/"):
        assert post(program_of(eve), at(release, path), format="csv").status_code == 404


def test_every_call_that_reads_answers_as_it_is_described(
    carls, carl, answered, release, split, export
):
    """A new call is asked here by itself; each client compares answers with the description."""
    options = {"choice": "jsonl", "all_versions": True, "with_names": True}
    file, _job = start_answer_file(contest=answered, **options, actor=Actor(carl))
    drain()
    ids = {
        "contest_id": answered.pk,
        "release_id": release.pk,
        "other_id": release.pk,
        "split_id": split.pk,
        "export_id": export.pk,
        "file_id": file.pk,
        "number": 1,
    }
    ida = program_of(answered.memberships.get(alias="ida").user)
    for path, operations in description()["paths"].items():
        if "get" in operations:
            address = path.format(**ids)
            # Some are for managers, some for annotators.
            statuses = {program.get(address).status_code for program in (carls, ida)}
            assert 200 in statuses <= {200, 404}, path


def test_a_data_scientist_who_was_named_a_reader_reads_all_of_it(release, export, carl, eve):
    add_reader(release=release, email=eve.email, actor=Actor(carl))
    program = program_of(eve)
    for path in PATHS:
        assert program.get(at(release, path.format(pk=release.pk))).status_code == 200
    assert post(program, at(release, "exports/"), format="csv").status_code == 201
    Release.objects.get().readers.remove(eve)
    assert program.get(at(release)).status_code == 404


def test_answers_are_kept_out_of_caches(carls, release):
    for path in ("", "records.jsonl"):
        assert "no-store" in carls.get(at(release, path))["Cache-Control"]


def test_a_program_freezes_with_what_has_changed_or_without(carls, answered):
    give(answered.memberships.get(alias="leo"), "Contrôle le [18#03#2022](TEMPORAL:DATE).")
    wish = {"name": "letters", "contests": [answered.pk]}
    for takes_in, run in ((False, 1), (True, 2)):
        begun = post(carls, "/api/releases/", **wish, takes_in_changes=takes_in)
        assert begun.status_code == 201
        assert begun.json()["state"] == "freezing"
        drain()
        (part,) = carls.get(f"/api/releases/{begun.json()['id']}/").json()["contests"]
        assert part["run"] == run


def test_programs_freeze_only_what_their_person_manages(answered, eve):
    ida = answered.memberships.get(alias="ida").user
    for stranger in (eve, ida):
        asked = post(program_of(stranger), "/api/releases/", name="x", contests=[answered.pk])
        assert asked.status_code == 400
    assert not Release.objects.exists()
