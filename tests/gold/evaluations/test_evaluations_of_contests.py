"""The rules against what is right: on a contest's gold, and on a file that is forgotten."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from gold.evaluations import services as evaluating
from gold.evaluations import tasks
from gold.evaluations.errors import NothingToEvaluate
from gold.evaluations.models import Evaluation, EvaluationError, FileEvaluation
from gold.evaluations.selectors import ContestGold, history
from gold.evaluations.tasks import forget_file_evaluations
from jobs import services as jobs
from jobs.errors import JobAtWork
from jobs.models import Job
from jobs.runs import JobRun
from tests.agreement.running import drain
from tests.contests.drawing.drawing import finish
from tests.contests.proposals.detecting import EMAIL, add_words, make_draft, manager_of
from tests.jobs.following import followed

pytestmark = pytest.mark.django_db
LINES = (
    "Écrire à ana@example.org",
    "Écrire à bob@example.org demain",
    "Écrire à carl@example.org",
    "Noté : zbrunix!",
    "Rien ici, sauf eve@example.org",
)
URL = "CONTACT:URL"
GOLD = (
    [[9, 24, EMAIL]],
    [[9, 31, EMAIL]],
    [[9, 25, URL]],
    [[7, 14, EMAIL], [0, 4, "AUTRES"]],
    [],
)


@pytest.fixture
def draft(carl):
    contest = make_draft(carl, lines=LINES)
    for item, gold in zip(contest.inputs.order_by("pk"), GOLD, strict=True):
        item.gold = gold
        item.save(update_fields=["gold"])
    return contest


@pytest.fixture
def page(client, draft, carl):
    client.force_login(carl)
    return f"/contests/{draft.pk}/pre-annotation/evaluation/"


def start(contest):
    return evaluating.start_evaluation(gold=ContestGold(contest), actor=manager_of(contest))


def evaluate(contest):
    finish(start(contest))
    return contest.evaluations.first()


def kinds(evaluation):
    return [(error.kind, error.gold_label, error.found_label) for error in evaluation.errors.all()]


def test_scores_and_errors_are_counted(draft):
    evaluation = evaluate(draft)
    assert evaluation.texts == 5
    assert evaluation.tally["exact"][EMAIL] == [1, 3, 2]
    assert evaluation.tally["unsought"] == {"AUTRES": 1}
    assert kinds(evaluation) == [
        ("bounds", EMAIL, EMAIL),
        ("category", URL, EMAIL),
        ("missed", EMAIL, ""),
        ("spurious", "", EMAIL),
    ]
    assert {error.rule for error in evaluation.errors.exclude(kind="missed")} == {"contact.email"}


def test_batches_add_up_to_the_whole(draft, monkeypatch):
    whole = evaluate(draft)
    monkeypatch.setattr(tasks, "BATCH_SIZE", 2)
    evaluate(draft)
    in_parts = draft.evaluations.get()
    assert in_parts.finished_at > whole.finished_at
    assert in_parts.tally == whole.tally
    assert kinds(in_parts) == [
        ("bounds", EMAIL, EMAIL),
        ("category", URL, EMAIL),
        ("missed", EMAIL, ""),
        ("spurious", "", EMAIL),
    ]


def test_a_run_that_died_half_way_counts_nothing_twice(draft, monkeypatch):
    whole = evaluate(draft).tally
    monkeypatch.setattr(tasks, "BATCH_SIZE", 2)
    job, seen = start(draft), []
    assess_batch = evaluating.assess_batch

    def die_in_the_second(**options):
        if seen:
            raise MemoryError
        seen.append(assess_batch(**options))
        return seen[0]

    monkeypatch.setattr(evaluating, "assess_batch", die_in_the_second)
    with pytest.raises(MemoryError):
        tasks.evaluate(JobRun.of(jobs.claim_job(job_id=job.pk, worker="host:1")))
    monkeypatch.setattr(evaluating, "assess_batch", assess_batch)
    jobs.release_running_jobs(died=True)
    finish(job)
    latest = draft.evaluations.get()
    assert latest.tally == whole
    assert latest.errors.count() == 4


def test_it_needs_gold_and_runs_once_at_a_time(draft):
    start(draft)
    with pytest.raises(JobAtWork):
        start(draft)
    Job.objects.update(state="cancelled", finished_at="2026-03-02T12:00Z")
    draft.inputs.update(gold=None)
    with pytest.raises(NothingToEvaluate):
        start(draft)


def test_the_page_leads_from_gold_to_figures_and_errors(client, page, draft):
    assert "5 inputs have gold today" in client.get(page).content.decode()
    client.post(f"{page}run/")
    address = followed(client, page)
    finish(Job.objects.live().get())
    assert client.get(address)["HX-Refresh"] == "true"
    # Pages of earlier versions ask there.
    assert client.get(f"{page}progress/")["HX-Refresh"] == "true"
    response = client.get(page)
    text = response.content.decode()
    assert "5 texts: the inputs with gold." in text
    assert "4 errors" in text
    assert "Macro average" in text
    score = response.context["table"].scores.labels[EMAIL]
    assert (score.support, score.precision) == (3, 0.25)
    matrix = response.context["matrix"]
    assert matrix.labels == [EMAIL, URL, "0"]
    assert [[cell.count for cell in cells] for _, cells in matrix.rows] == [
        [2, 0, 1], [1, 0, 0], [1, 0, 0],
    ]  # fmt: skip
    assert "Other</span> (1)" in text


def test_errors_are_narrowed_by_category_kind_and_field_of_the_matrix(client, page, draft):
    evaluate(draft)

    def count(**choice):
        return len(client.get(page, choice).context["rows"])

    assert count(label=URL) == 1
    assert count(label=EMAIL, kind="missed") == 1
    assert count(gold="0", found=EMAIL) == 1
    assert count(gold=EMAIL, found=EMAIL) == 1
    assert count(label="NO:SUCH") == 4


def test_reading_errors_is_written_down(client, page, draft):
    evaluate(draft)
    client.get(page, {"kind": "missed"})
    event = AuditEvent.objects.get(action="read", object_type="input")
    assert event.details["inputs"] == [draft.inputs.get(text=LINES[3]).pk]


def test_an_error_leads_to_its_input(client, page, draft):
    evaluate(draft)
    error = EvaluationError.objects.first()
    response = client.get(f"/contests/{draft.pk}/inputs/{error.contest_input_id}/")
    assert (
        response["Location"]
        == f"/contests/{draft.pk}/inputs/?page=1#input-{error.contest_input_id}"
    )
    assert client.get(f"/contests/{draft.pk}/inputs/0/").status_code == 404


def test_changed_rules_are_noticed(client, page, draft):
    evaluate(draft)
    add_words(draft, "units", "Azur")
    assert "has changed since" in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("evaluation", ""),
        ("evaluate", "run/"),
        ("evaluation_progress", "progress/"),
        ("evaluate_file", "file/"),
        ("evaluation_csv", "scores.csv"),
        ("evaluation_json", "scores.json"),
    ],
)
def test_addresses_keep_their_names(name, end):
    there = f"/contests/7/pre-annotation/evaluation/{end}"
    assert reverse(f"contests:{name}", args=[7]) == there


def test_figures_are_downloaded(client, page, draft):
    assert client.get(f"{page}scores.csv").status_code == 404
    evaluate(draft)
    rows = list(
        csv.DictReader(StringIO(client.get(f"{page}scores.csv", follow=True).content.decode()))
    )
    assert [row["label"] for row in rows] == [EMAIL, URL, "micro", "macro", "weighted"]
    assert rows[0]["exact_support"] == "3"
    members = json.loads(client.get(f"{page}scores.json", follow=True).content)
    assert members["exact"]["labels"][EMAIL]["precision"] == 0.25
    assert members["confusion"]["labels"] == [EMAIL, URL, "0"]
    assert {error["input_id"] for error in members["errors"]} < set(
        draft.inputs.values_list("pk", flat=True)
    )
    assert len(members["errors"]) == 4
    assert "zbrunix" not in json.dumps(members)
    assert AuditEvent.objects.filter(action="exported", object_type="evaluation").count() == 2


def test_a_version_whose_gold_has_grown_is_evaluated_anew_and_counted_once(client, page, draft):
    draft.inputs.filter(text=LINES[3]).update(gold=None)
    before = evaluate(draft)
    draft.inputs.filter(text=LINES[3]).update(gold=[[7, 14, EMAIL]])
    assert "5 inputs have gold today" in client.get(page).text
    evaluate(draft)
    after = draft.evaluations.get()
    assert (before.texts, after.texts) == (4, 5)
    # Its address and its number stay.
    assert after.pk == before.pk
    assert after.finished_at > before.finished_at
    assert after.errors.exists()


def test_going_back_to_earlier_rules_leaves_the_numbers_of_versions_as_they_were(draft, versions):
    first, second = versions
    draft.lexicon_words.all().delete()
    evaluate(draft)
    assert [(each.number, each.evaluation) for each in history(ContestGold(draft))] == [
        (1, first),
        (2, second),
    ]


@pytest.fixture
def versions(draft):
    """Two versions, of which the second makes one error more."""
    before = evaluate(draft)
    add_words(draft, "units", "demain")
    return before, evaluate(draft)


def test_every_version_of_the_rules_stays_in_the_history(client, page, draft, versions):
    assert [each.change for each in history(ContestGold(draft))] == ["", "words"]
    response = client.get(f"{page}history/")
    assert [version.number for version, _ in response.context["versions"]] == [2, 1]
    assert f"{page}{versions[1].pk}/since/{versions[0].pk}/" in response.text
    assert len(client.get(f"{page}history/chart/").json()["data"][0]["x"]) == 2
    assert (
        "Version 1: the detector has changed since" in client.get(f"{page}{versions[0].pk}/").text
    )
    assert "Version 2: the detector as it is now" in client.get(page).text


def test_the_difference_shows_what_is_new_in_the_text_of_its_input(client, page, draft, versions):
    response = client.get(f"{page}{versions[1].pk}/since/{versions[0].pk}/")
    (row,) = response.context["rows"]
    assert (row.error.kind, row.around.text) == ("spurious", LINES[1])
    assert [shift.label for shift in response.context["shifts"]] == [row.error.found_label]
    event = AuditEvent.objects.filter(action="read", object_type="input").latest("pk")
    assert event.details["inputs"] == [row.error.contest_input_id]


def test_only_who_manages_the_contest_sees_its_evaluations(client, page, versions, eve):
    client.force_login(eve)
    after, before = versions[1].pk, versions[0].pk
    paths = ("", "history/", "history/chart/", f"{after}/", f"{after}/errors.csv", "scores.csv")
    paths += (f"{after}/scores.json", f"{after}/since/{before}/", "progress/")
    assert {client.get(f"{page}{path}").status_code for path in paths} == {404}
    assert client.post(f"{page}run/").status_code == 404


def test_the_evaluation_of_another_contest_is_not_found(client, page, versions, carl):
    other = evaluate_other(carl)
    assert client.get(f"{page}{other.pk}/").status_code == 404
    assert client.get(f"{page}{versions[0].pk}/since/{other.pk}/").status_code == 404


def evaluate_other(carl):
    contest = make_draft(carl, preset="hipaa", language="en", lines=LINES)
    contest.inputs.update(gold=[])
    return evaluate(contest)


def test_the_database_wants_one_gold_set_for_an_evaluation_and_one_text_for_an_error(draft):
    made = evaluate(draft)
    with pytest.raises(IntegrityError), transaction.atomic():
        Evaluation.objects.filter(pk=made.pk).update(contest=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Evaluation.objects.filter(pk=made.pk).update(part="all")
    with pytest.raises(IntegrityError), transaction.atomic():
        made.errors.update(contest_input=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Evaluation.objects.create(contest=draft, digest=made.digest, finished_at=made.finished_at)


def gold_file(*lines, name="gold.jsonl"):
    text = "\n".join(json.dumps(line) if isinstance(line, dict) else line for line in lines)
    return SimpleUploadedFile(name, text.encode())


RECORD = {"text": LINES[1], "spans": [{"start": 9, "end": 24, "label": EMAIL}]}
WRONG = {"text": "Noté : zbrunix.", "spans": [{"start": 7, "end": 14, "label": EMAIL}]}


def send(client, page, file):
    """Send a file, let its job end, and return the page that shows what came of it."""
    there = client.post(f"{page}file/", {"gold": file}).url
    drain()
    return client.get(there)


def test_a_file_is_read_by_a_job_and_forgotten(client, page, monkeypatch):
    with monkeypatch.context() as patch:
        # Nothing of it is looked at while someone waits.
        patch.setattr(evaluating, "read_file", None)
        there = client.post(f"{page}file/", {"gold": gold_file(RECORD, WRONG)}).url
    assert followed(client, there)
    assert "is already running" in client.post(f"{page}file/", {"gold": gold_file(RECORD)}).text
    drain()
    assert FileEvaluation.objects.get().content is None
    response = client.get(there)
    exact, tokens = response.context["tables"]
    assert (exact.scores.labels[EMAIL].right, tokens.scores.labels[EMAIL].spurious) == (1, 0)
    text = response.content.decode()
    assert "2 texts were read" in text
    assert "zbrunix" in text
    assert not Evaluation.objects.exists()
    send(client, page, gold_file(RECORD))
    as_csv = client.get(f"{there}?format=csv")
    assert as_csv["Content-Type"].startswith("text/csv")
    as_json = client.get(f"{there}?format=json")
    assert json.loads(as_json.content)["exact"]["micro"]["f1"] == 1
    assert there in client.get(page).text


def test_what_came_of_a_file_is_for_who_sent_it_and_for_a_day(client, page, draft, eve):
    send(client, page, gold_file(RECORD, WRONG))
    draft.memberships.create(user=eve, role="manager")
    client.force_login(eve)
    assert client.get(f"{page}file/").url == page
    forget_file_evaluations()
    assert FileEvaluation.objects.exists()
    FileEvaluation.objects.update(created_at=timezone.now() - timedelta(hours=25))
    forget_file_evaluations()
    assert not FileEvaluation.objects.exists()


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (gold_file(RECORD, "{not json"), "Line 2"),
        (gold_file({"text": "abc", "spans": [{"start": 0, "end": 9, "label": "X"}]}), "Line 1"),
        (gold_file({"text": "abc"}), "No record of the file has spans"),
        (gold_file(*[RECORD] * 5001), "more than 5000 records"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_words(client, page, file, words):
    assert words in send(client, page, file).text


def test_a_file_that_is_too_large_is_refused_at_once(client, page):
    file = SimpleUploadedFile("gold.jsonl", b"x" * (5 * 2**20 + 1))
    assert "larger than 5 MB" in client.post(f"{page}file/", {"gold": file}).text
    assert not FileEvaluation.objects.exists()


def test_without_a_file_the_form_says_so(client, page):
    assert client.post(f"{page}file/").context["file_form"].errors
