"""The training as the annotation page speaks it."""

from uuid import uuid4

import pytest
from django.utils import timezone

from contests.contest.models import Contest
from contests.training.models import TrainingAnswer

DATE, NAME = "TEMPORAL:DATE", "NOM:PERSONNEL_MÉDICAL"


@pytest.fixture
def api(client, linguine):
    client.force_login(linguine.user)

    def call(name, data=None):
        path = f"/api/contests/{linguine.contest_id}/training/{name}/"
        return client.post(path, data or {}, content_type="application/json")

    return call


def answer(task, *units, **more):
    spans = [{"start": start, "end": end, "label": label} for start, end, label in units]
    given = {"id": str(uuid4()), "task": task, "verdict": "accept", "units": spans}
    return given | {"answered_at": timezone.now().isoformat()} | more


def test_tasks_come_in_the_form_of_the_contests_own_and_without_their_answer(api):
    told = api("tasks").json()
    assert [set(task) for task in told["tasks"]] == [{"id", "text", "tokens", "shown_units"}] * 2
    assert all(task["shown_units"] == [] for task in told["tasks"])
    assert told["progress"] == {
        "done": 0,
        "total": 2,
        "score": None,
        "pass_mark": None,
        "is_done": False,
        "is_passed": False,
        "is_trained": False,
        "round": 1,
    }


def test_an_answer_comes_back_with_the_difference_and_the_guidelines_words(api):
    task = api("tasks").json()["tasks"][0]["id"]
    told = api("answers", {"answers": [answer(task, (3, 16, DATE))]}).json()
    (result,) = told["results"]
    difference = result["difference"]
    assert result["status"] == "taken"
    assert difference["score"] == pytest.approx(10 / 13 / 2, abs=1e-4)
    assert difference["note"] == "L'article et le titre restent dehors."
    bounds, missed = difference["places"]
    assert (bounds["outcome"], bounds["credit"]) == ("bounds", pytest.approx(10 / 13, abs=1e-4))
    assert bounds["given"] == {"start": 3, "end": 16, "label": DATE}
    assert bounds["known"] == {"start": 6, "end": 16, "label": DATE}
    assert (missed["outcome"], missed["given"]) == ("missed", None)
    guideline = missed["guideline"]
    assert guideline["anchor"] == "nom-personnel-medical"
    assert "physicians, nurses" in guideline["excerpt"]
    assert guideline["url"].endswith("/guidelines/#nom-personnel-medical")
    assert told["progress"]["done"] == 1


def test_what_is_right_needs_no_guideline(api):
    task = api("tasks").json()["tasks"][0]["id"]
    units = ((6, 16, DATE), (27, 33, NAME))
    (result,) = api("answers", {"answers": [answer(task, *units)]}).json()["results"]
    assert result["difference"]["is_right"]
    assert [place["guideline"] for place in result["difference"]["places"]] == [None, None]


def test_the_words_are_in_the_readers_language(api, linguine):
    linguine.user.language = "fr"
    linguine.user.save()
    task = api("tasks").json()["tasks"][0]["id"]
    (result,) = api("answers", {"answers": [answer(task)]}).json()["results"]
    assert result["difference"]["language"] == "fr"


def test_each_answer_of_a_batch_is_judged_on_its_own(api):
    first, second = (task["id"] for task in api("tasks").json()["tasks"])
    batch = [answer(first, (0, 9999, DATE)), {"id": "nonsense"}, answer(second)]
    results = api("answers", {"answers": batch}).json()["results"]
    assert [result.get("code", "") for result in results] == ["unit-outside-text", "invalid", ""]
    assert TrainingAnswer.objects.count() == 1


def test_as_many_tasks_come_as_are_asked_for(api):
    every = [task["id"] for task in api("tasks").json()["tasks"]]
    assert [task["id"] for task in api("tasks", {"count": 1}).json()["tasks"]] == every[:1]
    assert api("tasks", {"count": 0}).status_code == 400


def test_who_has_not_opened_the_guidelines_is_told_so(api, linguine):
    linguine.guideline_read = None
    linguine.save()
    response = api("tasks")
    assert (response.status_code, response.json()["code"]) == (409, "guidelines-unread")


def test_strangers_and_managers_get_404(client, training, carl, eve):
    for person in (carl, eve):
        client.force_login(person)
        for name in ("tasks", "answers"):
            path = f"/api/contests/{training.pk}/training/{name}/"
            body = {"answers": [answer(1)]}
            response = client.post(path, body, content_type="application/json")
            assert response.status_code == 404


def test_the_contests_own_tasks_wait_for_the_training(client, linguine):
    Contest.objects.update(state="open")
    client.force_login(linguine.user)
    path = f"/api/contests/{linguine.contest_id}/tasks/"
    response = client.post(path, {}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (409, "training-due")
