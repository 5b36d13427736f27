"""Next tasks and answers over HTTP."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import AuditEvent, User
from contests.annotating.models import Answer
from contests.contest.models import Contest
from tests.programs import program_of


@pytest.fixture
def ana_client(client, ana, ana_in_contest):
    client.force_login(ana)
    return client


def post(client, path, data):
    return client.post(path, data, content_type="application/json")


def answer(task, **changes):
    return {
        "id": str(uuid4()),
        "task": task["id"],
        "verdict": "accept",
        "units": [{"start": 0, "end": 3, "label": "TEMPORAL:DATE"}],
        "answered_at": "2026-03-02T12:00:00Z",
        "duration_ms": 3000,
        **changes,
    }


def test_tasks_come_with_text_tokens_and_pre_annotation(ana_client, contest):
    tasks = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": 4}).json()["tasks"]
    (task,) = [task for task in tasks if "Durand" in task["text"]]
    assert [13, 19, "NOM:PERSONNEL_MÉDICAL"] in task["shown_units"]
    starts = task["tokens"][::2]
    assert "Durand" in [task["text"][start : start + 6] for start in starts]


def test_a_program_finds_the_contests_of_its_person(contest, ana, carl, eve, ana_in_contest):
    hidden = Contest.objects.create(name="In preparation", language="fr")
    hidden.memberships.create(user=ana, role="annotator")
    for person, role in ((ana, "annotator"), (carl, "manager")):
        page = program_of(person).get("/api/contests/").json()
        (found,) = page["results"]
        assert (found["id"], found["name"], found["role"]) == (contest.pk, contest.name, role)
    assert program_of(eve).get("/api/contests/").json()["results"] == []


@pytest.mark.parametrize("who", ["ana", "carl", "root"])
def test_whoever_sees_a_contest_can_ask_what_it_is(contest, ana, carl, ana_in_contest, who):
    people = {"ana": (ana, "annotator"), "carl": (carl, "manager")}
    root = User.objects.create_superuser("root@example.org", "a long enough password")
    person, role = people.get(who, (root, "administrator"))
    found = program_of(person).get(f"/api/contests/{contest.pk}/").json()
    assert (found["name"], found["role"]) == (contest.name, role)
    assert "TEMPORAL:DATE" in [category["label"] for category in found["categories"]]


def test_strangers_find_no_contest(contest, eve):
    assert program_of(eve).get(f"/api/contests/{contest.pk}/").status_code == 404


@pytest.mark.parametrize("path", ["", "tasks/", "history/", "training/tasks/"])
def test_no_cache_keeps_what_a_program_was_answered(contest, ana, ana_in_contest, path):
    program = program_of(ana)
    address = f"/api/contests/{contest.pk}/{path}"
    asked = post(program, address, {}) if "tasks" in path else program.get(address)
    assert asked.status_code in (200, 409)
    assert "no-store" in asked["Cache-Control"]


def test_the_good_answers_of_a_batch_are_taken_and_the_bad_ones_refused(ana_client, contest):
    first, second, third, fourth = post(
        ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": 4}
    ).json()["tasks"]
    batch = [
        answer(first),
        answer(second, units=[{"start": 0, "end": 9999, "label": "TEMPORAL:DATE"}]),
        answer(third, units=[{"start": 3, "end": 3, "label": "TEMPORAL:DATE"}]),
        answer(fourth, verdict="perhaps"),
        answer({"id": 999_999}),
        {"id": "nonsense"},
        answer(fourth, verdict="ignore", units=[]),
    ]
    response = post(ana_client, f"/api/contests/{contest.pk}/answers/", {"answers": batch})
    results = response.json()["results"]
    assert [result["status"] for result in results] == [
        "taken", "refused", "refused", "refused", "refused", "refused", "taken",
    ]  # fmt: skip
    assert results[1]["code"] == "unit-outside-text"
    assert results[1]["reason"]
    assert results[4]["code"] == "task-not-found"
    assert Answer.objects.count() == 2


def test_handing_out_and_taking_are_in_the_audit_log_by_ids_alone(ana_client, contest):
    (task,) = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": 1}).json()["tasks"]
    sent = answer(task)
    post(ana_client, f"/api/contests/{contest.pk}/answers/", {"answers": [sent]})
    read, created = AuditEvent.objects.filter(contest_id=contest.pk, actor__name="Ana").order_by(
        "id"
    )
    assert (read.action, created.action) == ("read", "created")
    assert created.details == {"answers": [sent["id"]]}
    assert task["text"] not in str([read.details, created.details])


@pytest.mark.parametrize("path", ["tasks", "answers"])
def test_strangers_and_managers_get_404_and_the_signed_out_403(
    client, contest, ana_in_contest, eve, carl, path
):
    url = f"/api/contests/{contest.pk}/{path}/"
    data = {"answers": [answer({"id": 1})]}
    assert post(client, url, data).status_code == 403
    for person in (eve, carl):
        client.force_login(person)
        assert post(client, url, data).status_code == 404


def test_a_forged_request_is_refused(ana, ana_in_contest, contest):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(ana)
    assert post(careful, f"/api/contests/{contest.pk}/tasks/", {}).status_code == 403


@pytest.mark.parametrize("count", [0, -1, 51, "many"])
def test_an_impossible_number_of_tasks_is_refused(ana_client, contest, count):
    response = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {"count": count})
    assert response.status_code == 400


def test_a_closed_contest_says_so(ana_client, contest):
    Contest.objects.filter(pk=contest.pk).update(state="closed")
    response = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {})
    assert response.status_code == 409
    assert response.json()["code"] == "contest-not-open"


@pytest.mark.parametrize("contest_id", [2**63, 10**30])
@pytest.mark.parametrize("call", ["tasks", "answers"])
def test_a_contest_with_an_impossible_number_is_not_found(ana_client, contest_id, call):
    path = f"/api/contests/{contest_id}/{call}/"
    assert post(ana_client, path, {"answers": [{}]}).status_code == 404


def test_a_contest_in_preparation_is_not_found(ana_client, contest):
    Contest.objects.update(state=Contest.State.DRAFT)
    assert post(ana_client, f"/api/contests/{contest.pk}/tasks/", {}).status_code == 404


@pytest.mark.parametrize("body", ["[" * 100_000, '{"count":' * 50_000])
def test_json_nested_too_deeply_is_a_bad_request(ana_client, contest, body):
    path = f"/api/contests/{contest.pk}/tasks/"
    assert ana_client.post(path, body, content_type="application/json").status_code == 400


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "\ud800"},
        {"verdict": "\ud800"},
        {"units": [{"start": 0, "end": 1, "label": "\ud800"}]},
        {"units": [{"start": 0, "end": 1, "label": "\x00"}]},
        {"answered_at": "9999-12-31T23:59:59-14:00"},
        {"task": 10**30},
    ],
)
def test_what_no_database_could_store_is_refused(ana_client, contest, changes):
    task = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {}).json()["tasks"][0]
    batch = {"answers": [answer(task) | changes]}
    response = post(ana_client, f"/api/contests/{contest.pk}/answers/", batch)
    assert response.json()["results"][0]["status"] == "refused"


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "9999-12-31"])
def test_a_browser_with_a_wrong_clock_loses_nothing(ana_client, contest, moment):
    task = post(ana_client, f"/api/contests/{contest.pk}/tasks/", {}).json()["tasks"][0]
    batch = {"answers": [answer(task, answered_at=moment)]}
    response = post(ana_client, f"/api/contests/{contest.pk}/answers/", batch)
    assert response.json()["results"][0]["status"] == "taken"
    assert ana_client.get(f"/contests/{contest.pk}/").status_code == 200
