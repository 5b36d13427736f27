"""Corrections as a list and as files, runs, weighed votes, proposed pairs: pages for managers."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.models import Correction
from agreement.references.services import correct
from agreement.runs.models import ProcessingRun
from contests.contest.models import Contest
from jobs.models import Job
from tests.agreement.running import answer, drain, join, run_now
from tests.factories import add_marked_inputs

TEXT = "Revu le 3 mai à Nyon."
DATE = (8, 13, "TEMPORAL:DATE")


@pytest.fixture
def item(contest):
    add_marked_inputs(contest, TEXT)
    return contest.inputs.get(text=TEXT)


@pytest.fixture
def carls(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def correction(contest, item, carl):
    correction = PlaceCorrection((8, 13), True, (8, 13), True, "TEMPORAL:DATE", "a date")
    return correct(contest=contest, input_id=item.pk, correction=correction, actor=Actor(carl))


def url(contest, name, *args):
    return reverse(f"agreement:{name}", args=[contest.pk, *args])


def test_a_correction_is_taken_back_and_counts_again_in_versions(carls, contest, correction):
    for name, expected in (("revoke_correction", 0), ("restore_correction", 1)):
        carls.post(url(contest, name, correction.thread))
        assert Correction.objects.in_force().count() == expected
    page = carls.get(url(contest, "corrections")).content.decode()
    assert "3 versions" in page
    assert "a date" in page


def test_an_unknown_correction_is_said_to_be_unknown(carls, contest):
    page = carls.post(url(contest, "revoke_correction", uuid4()), follow=True)
    assert "No input of the contest has this text." in page.content.decode()


def test_what_is_saved_as_a_file_is_taken_again(carls, contest, correction):
    saved = b"".join(carls.get(url(contest, "export_corrections")).streaming_content)
    assert AuditEvent.objects.filter(action="exported", object_type="correction").exists()
    Correction.objects.all().delete()
    file = SimpleUploadedFile("corrections.jsonl", saved)
    assert carls.post(url(contest, "corrections"), {"file": file}).status_code == 302
    again = Correction.objects.in_force().get()
    assert (again.start, again.end, again.note) == (8, 13, "a date")


def test_a_wrong_file_is_refused_line_by_line(carls, contest, item):
    lines = [
        json.dumps({"text": TEXT, "segment": [8, 13], "category": "TEMPORAL:DATE"}),
        "no json",
        json.dumps({"text": "Nobody wrote this.", "segment": [0, 6], "category": None}),
    ]
    file = SimpleUploadedFile("corrections.jsonl", "\n".join(lines).encode())
    page = carls.post(url(contest, "corrections"), {"file": file}).content.decode()
    assert "Line 2:" in page
    assert "This is not a JSON object." in page
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"text": ' + '{"a":' * 5000 + "1" + "}" * 5001,
        r'{"text": "\ud800", "segment": [0, 1]}',
        r'{"text": "a", "segment": [0, 1], "note": "\u0000"}',
        '{"text": "a", "segment": [0, ' + "9" * 5000 + "]}",
    ],
    ids=["deep list", "deep object", "half a character", "character zero", "endless number"],
)
def test_what_nobody_can_read_or_store_is_refused_in_its_line(carls, contest, line):
    file = SimpleUploadedFile("corrections.jsonl", line.encode())
    page = carls.post(url(contest, "corrections"), {"file": file})
    assert page.status_code == 200
    assert "Line 1:" in page.content.decode()


def test_a_file_that_is_no_text_is_refused(carls, contest):
    file = SimpleUploadedFile("corrections.jsonl", b"\xff\xfe\x00")
    page = carls.post(url(contest, "corrections"), {"file": file}).content.decode()
    assert "The file is not UTF-8 text." in page


def test_a_run_is_begun_joined_and_published(carls, contest, item):
    member, other = join(contest, "fusilli", "penne")
    answer(member, item, DATE)
    answer(other, item, DATE)
    begun = carls.post(url(contest, "start_run"), follow=True).content.decode()
    assert "Run 1 started." in begun
    assert "Run 1 is running" in begun
    joined = carls.post(url(contest, "start_run"), follow=True).content.decode()
    assert "Run 1 is already running" in joined
    assert carls.get(url(contest, "run_progress")).status_code == 200
    drain()
    ended = carls.get(url(contest, "run_progress"))
    assert ended["HX-Refresh"] == "true"
    page = carls.get(url(contest, "runs")).content.decode()
    assert "Published results: run 1" in page
    again = carls.post(url(contest, "start_run"), follow=True).content.decode()
    assert "Nothing has changed since the last run" in again


def test_a_run_is_stopped_after_a_question(carls, contest, item):
    (member,) = join(contest, "fusilli")
    answer(member, item, DATE)
    carls.post(url(contest, "start_run"))
    assert "Stop run 1?" in carls.post(url(contest, "cancel_run", 1)).content.decode()
    carls.post(url(contest, "cancel_run", 1), {"confirmed": "1"})
    assert ProcessingRun.objects.get().state == "cancelled"


def test_a_failed_run_says_why(carls, contest, item):
    (member,) = join(contest, "fusilli")
    answer(member, item, DATE)
    carls.post(url(contest, "start_run"))
    Job.objects.update(state="failed", last_error="OutOfPaper", finished_at="2026-03-02T09:00Z")
    carls.post(url(contest, "start_run"))
    ProcessingRun.objects.running().delete()
    assert "OutOfPaper" in carls.get(url(contest, "runs")).content.decode()


def test_a_draft_is_not_processed(carls, contest):
    Contest.objects.filter(pk=contest.pk).update(state="draft")
    page = carls.post(url(contest, "start_run"), follow=True).content.decode()
    assert "No runs in this state of the contest." in page


def test_weighed_votes_differ_where_the_better_person_is_outvoted(carls, contest, item):
    good, fair, poor = join(contest, "fusilli", "penne", "ziti")
    learnt = [f"Ligne {number} du 3 mai." for number in range(4)]
    add_marked_inputs(contest, *learnt)
    for number, text in enumerate(learnt):
        line = contest.inputs.get(text=text)
        date = (11, 16, "TEMPORAL:DATE")
        for who in (good, fair, poor):
            # Each of the two worse ones errs where the other is right.
            errs = who is not good and (number % 2 == (who is fair))
            answer(who, line, *([] if errs else [date]))
    answer(good, item, DATE)
    answer(fair, item, (8, 9, "TEMPORAL:DATE"))
    answer(poor, item, (8, 9, "TEMPORAL:DATE"))
    run_now(contest)
    page = carls.get(url(contest, "differing"))
    assert page.status_code == 200
    weights = {str(member): weight for member, weight in page.context["weights"]}
    assert weights["fusilli"] > weights["ziti"]


def test_pairs_that_were_mixed_up_are_proposed_for_the_next_contest(carls, contest, item):
    people = join(contest, "fusilli", "penne", "ziti")
    answer(people[0], item, DATE)
    answer(people[1], item, DATE)
    answer(people[2], item, (8, 13, "EMPLACEMENT:RUE"))
    run_now(contest)
    # Teams and pairs are arranged before a contest opens.
    Contest.objects.filter(pk=contest.pk).update(state="training", confusable_pairs=[])
    page = carls.get(url(contest, "proposed_pairs")).content.decode()
    assert "EMPLACEMENT:RUE" in page
    assert "TEMPORAL:DATE" in page
    Contest.objects.filter(pk=contest.pk).update(
        confusable_pairs=[["TEMPORAL:DATE", "EMPLACEMENT:RUE"]]
    )
    assert "EMPLACEMENT:RUE" not in carls.get(url(contest, "proposed_pairs")).content.decode()
