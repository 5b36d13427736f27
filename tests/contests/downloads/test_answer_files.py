"""Individual answers as a file: who may have it, what is in it, and how it is made and downloaded."""

import csv
import hashlib
import io
import json
from datetime import UTC, datetime

import pytest
from pyarrow import parquet

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.models import Answer
from contests.annotating.services.answers import hand_out, take_answer, withdraw_answer
from contests.downloads import services as downloading
from contests.downloads.domain import COLUMNS
from contests.downloads.domain import FORMATS as ANSWER_FORMATS
from contests.downloads.models import AnswerFile
from contests.downloads.selectors import pseudonym_of
from formats import FORMATS
from jobs import files as made_files
from tests.agreement.running import drain
from tests.factories import publish_guidelines, submission
from tests.programs import program_of

pytestmark = pytest.mark.django_db

DATE = "TEMPORAL:DATE"


@pytest.fixture
def answered(contest, ana_in_contest, bob_in_contest):
    """Ana has answered one input twice, Bob has rejected one and taken one answer back."""
    publish_guidelines(contest)
    first = hand_out(annotator=ana_in_contest, count=1)[0]
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=submission((0, 4, DATE)))
    again = submission((0, 3, DATE), (4, 6, DATE))
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=again)
    rejected, withdrawn = hand_out(annotator=bob_in_contest, count=2)
    for task in (rejected, withdrawn):
        last = take_answer(
            annotator=bob_in_contest, task_id=task.pk, submission=submission(verdict="reject")
        )
    withdraw_answer(annotator=bob_in_contest, answer_id=last.pk, actor=Actor())
    Answer.objects.update(duration_ms=4200)
    return contest


@pytest.fixture
def carls(client, carl):
    client.force_login(carl)
    return client


def page_of(contest):
    return f"/contests/{contest.pk}/answer-files/"


def made(client, contest, **options) -> AnswerFile:
    response = client.post(page_of(contest), {"choice": "jsonl", **options})
    assert response.status_code == 302
    drain()
    return AnswerFile.objects.first()


def content(client, file) -> bytes:
    return b"".join(client.get(f"{page_of(file.contest)}{file.pk}/").streaming_content)


def records(client, contest, **options) -> list[dict]:
    lines = content(client, made(client, contest, **options)).decode().splitlines()
    return [json.loads(line) for line in lines]


def test_what_counts_is_in_the_file_with_all_that_is_known_of_it(carls, answered, ana_in_contest):
    (mine,) = [each for each in records(carls, answered) if each["answer"] == "accept"]
    live = Answer.objects.get(is_live=True, task__annotator=ana_in_contest)
    task = live.task
    assert list(mine) == list(COLUMNS)
    assert (mine["id"], mine["text"]) == (str(task.input_id), task.input.text)
    assert mine["spans"] == [
        {"start": 0, "end": 3, "label": DATE},
        {"start": 4, "end": 6, "label": DATE},
    ]
    assert [(each["start"], each["end"], each["label"]) for each in mine["shown"]] == [
        tuple(unit) for unit in task.shown_units
    ]
    assert (mine["version"], mine["counts"], mine["duration_ms"]) == (2, True, 4200)
    assert mine["guidelines"] == live.guideline.version
    assert datetime.fromisoformat(mine["answered_at"]) == live.answered_at
    assert mine["team"] == ana_in_contest.team.name


def test_earlier_versions_and_what_was_taken_back_come_when_asked_for(carls, answered):
    assert len(records(carls, answered)) == 2
    every = records(carls, answered, all_versions="on")
    assert sorted((each["version"], each["counts"]) for each in every) == [
        (1, False), (1, False), (1, True), (2, True),
    ]  # fmt: skip
    assert sum(each["withdrawn_at"] is not None for each in every) == 1


def test_people_are_pseudonyms_unless_asked_for(carls, answered, ana, ana_in_contest):
    ana.name = "Ana Keller"
    ana.save()
    hidden = content(carls, made(carls, answered)).decode()
    known = (ana.name, ana.email, ana_in_contest.alias)
    assert not [word for word in known if word and word in hidden]
    assert pseudonym_of(ana_in_contest) in hidden
    named = {each["annotator"]: each for each in records(carls, answered, with_names="on")}
    mine = named[pseudonym_of(ana_in_contest)]
    assert (mine["alias"], mine["name"]) == (ana_in_contest.alias, "Ana Keller")


def test_a_pseudonym_says_nothing_in_another_contest(ana_in_contest):
    here = pseudonym_of(ana_in_contest)
    ana_in_contest.contest_id += 1
    assert pseudonym_of(ana_in_contest) != here


def test_each_format_says_the_same(carls, answered):
    jsonl, sheet, columns = (
        content(carls, made(carls, answered, choice=choice, all_versions="on"))
        for choice in ("jsonl", "csv", "parquet")
    )
    said = [json.loads(line) for line in jsonl.splitlines()]
    rows = list(csv.DictReader(io.StringIO(sheet.decode())))
    assert list(rows[0]) == list(COLUMNS)
    assert [json.loads(row["spans"]) for row in rows] == [each["spans"] for each in said]
    assert [row["counts"] for row in rows] == [json.dumps(each["counts"]) for each in said]
    table = parquet.read_table(io.BytesIO(columns)).to_pylist()
    for row, each in zip(table, said, strict=True):
        assert row | {"answered_at": 0, "received_at": 0, "withdrawn_at": 0} == each | {
            "answered_at": 0, "received_at": 0, "withdrawn_at": 0,
        }  # fmt: skip
        assert row["answered_at"].astimezone(UTC) == datetime.fromisoformat(each["answered_at"])


@pytest.mark.parametrize("choice", ["jsonl", "csv"])
def test_the_platform_reads_its_own_file(carls, answered, choice):
    raw = content(carls, made(carls, answered, choice=choice))
    read = list(FORMATS[choice].read(io.BytesIO(raw)))
    assert {record.verdict for record in read} == {"accept", "reject"}
    assert all(record.annotator and record.answered_at for record in read)
    assert sorted(len(record.spans) for record in read) == [0, 2]


def test_a_formula_in_a_text_is_guarded_in_csv(carls, answered):
    answer = Answer.objects.filter(is_live=True).first()
    item = answer.task.input
    type(item).objects.filter(pk=item.pk).update(text=f"={item.text}"[: len(item.text)])
    sheet = content(carls, made(carls, answered, choice="csv")).decode()
    assert "'=" in sheet


@pytest.mark.parametrize("choice", ANSWER_FORMATS)
def test_a_file_is_kept_in_pieces_and_has_its_checksum(carls, answered, choice, monkeypatch):
    monkeypatch.setattr(made_files, "PIECE_BYTES", 300)
    file = made(carls, answered, choice=choice)
    assert file.pieces.count() > 1
    raw = content(carls, file)
    assert (len(raw), hashlib.sha256(raw).hexdigest()) == (file.size, file.checksum)
    assert file.answers == 2


def test_asking_and_downloading_are_in_the_audit_log(carls, answered):
    content(carls, made(carls, answered, with_names="on"))
    events = AuditEvent.objects.filter(action="exported", object_type="answers").order_by("id")
    assert [event.details["change"] for event in events] == ["asked", "downloaded"]
    assert all(event.details["names"] and event.contest_id == answered.pk for event in events)


def test_only_the_latest_files_are_kept(carls, answered, monkeypatch):
    monkeypatch.setattr(downloading, "KEPT", 2)
    files = [made(carls, answered) for _ in range(3)]
    assert list(AnswerFile.objects.all()) == files[:0:-1]


def test_where_nobody_has_answered_there_is_no_file(carls, contest):
    assert "No answers in this contest yet" in carls.get(page_of(contest)).content.decode()
    refused = carls.post(page_of(contest), {"choice": "csv"}, follow=True)
    assert "No answers in this contest yet" in refused.content.decode()
    assert not AnswerFile.objects.exists()


def test_the_page_follows_a_file_at_work_and_offers_it_then(carls, answered):
    carls.post(page_of(answered), {"choice": "parquet"})
    assert "File of individual answers" in carls.get(page_of(answered)).content.decode()
    drain()
    page = carls.get(page_of(answered)).content.decode()
    assert f"{page_of(answered)}{AnswerFile.objects.get().pk}/" in page


def test_annotators_and_strangers_find_nothing(client, carl, answered, ana, eve):
    client.force_login(carl)
    file = made(client, answered)
    inner = ["", f"{file.pk}/"]
    for person in (ana, eve):
        client.force_login(person)
        for path in inner:
            assert client.get(page_of(answered) + path).status_code == 404
            api = f"/api/contests/{answered.pk}/answer-files/{path}"
            assert program_of(person).get(api).status_code == 404


def test_a_program_asks_waits_and_downloads(answered, carl):
    program, api = program_of(carl), f"/api/contests/{answered.pk}/answer-files/"
    asked = program.post(api, {"format": "parquet"}, content_type="application/json")
    assert (asked.status_code, asked.json()["state"]) == (201, "queued")
    here = f"{api}{asked.json()['id']}/"
    assert program.get(f"{here}content/").status_code == 404
    drain()
    known = program.get(here).json()
    assert (known["state"], known["answers"]) == ("succeeded", 2)
    answer = program.get(f"{here}content/")
    raw = b"".join(answer.streaming_content)
    assert hashlib.sha256(raw).hexdigest() == known["checksum"]
    assert "no-store" in answer["Cache-Control"]
    assert [each["id"] for each in program.get(api).json()["results"]] == [known["id"]]


def test_a_program_that_may_only_read_makes_no_file(answered, carl):
    program, api = program_of(carl, "read"), f"/api/contests/{answered.pk}/answer-files/"
    wish = {"format": "csv"}
    assert program.post(api, wish, content_type="application/json").status_code == 403
    assert program.get(api).status_code == 200


def test_answers_are_read_many_at_a_time(carls, answered, django_assert_max_num_queries):
    file = made(carls, answered)
    with django_assert_max_num_queries(6):
        downloading.write_answer_file(file, io.BytesIO(), lambda done, total: None)
