"""A contest pre-annotated by a detector of the house: by a package or a service, alone or with the rules."""

import json

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.contest.models import Contest
from contests.proposals import services as detecting
from contests.proposals import tasks
from contests.proposals.selectors import standing
from contests.setup.services import copy_contest
from detection import remote
from detection.base import Choice
from detection.errors import DetectorUnusable
from jobs.models import Job
from tests.contests.drawing.drawing import create_corpus, draw, finish
from tests.contests.proposals.detecting import (
    EMAIL,
    UNIT,
    found,
    make_draft,
    manager_of,
    pre_annotate,
    start,
)
from tests.detection.houses import House, installed, service

pytestmark = pytest.mark.django_db
WORD = ("Zirconie", UNIT)


@pytest.fixture
def draft(carl):
    return make_draft(carl)


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(remote, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(remote, "KEPT_SECONDS", 0)
    monkeypatch.setattr(remote, "FORGIVEN_SECONDS", 0)
    house = House()
    with service(house):
        yield house


@pytest.fixture
def page(client, draft, carl):
    client.force_login(carl)
    return f"/contests/{draft.pk}/pre-annotation/"


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def choose(contest, key, *rule_labels):
    return detecting.choose(
        contest=contest, choice=Choice.of(key, rule_labels), actor=manager_of(contest)
    )


def test_a_package_can_be_chosen_on_the_page_and_proposes(client, page, draft, tmp_path):
    assert "wards" not in shown(client, page)
    with installed(tmp_path):
        text = shown(client, page)
        assert "wards, with the rules; of two that overlap the longer one" in text
        client.post(f"{page}detector/", {"detector": "wards"})
        event = AuditEvent.objects.filter(object_type="pre-annotation").latest("pk")
        assert event.details["detector"] == "wards"
        preview = shown(client, f"{page}preview/?seed=1")
        assert "Detector: wards · version 1 · score 0.90" in preview
        assert "a ward of ours" in preview
        pre_annotate(draft)
        assert found(draft) == [WORD]
        assert standing(draft).is_current
        assert "Detector: wards · version 1" in shown(client, f"/contests/{draft.pk}/inputs/")
    # The package is gone: what it proposed stays, and the page says what is wrong.
    assert found(draft) == [WORD]
    assert "The detector “wards” is not installed here." in shown(client, page)
    assert "is not installed here" in shown(client, f"{page}preview/?seed=1")
    with pytest.raises(DetectorUnusable):
        pre_annotate(draft)


def test_a_service_proposes_and_detector_version_and_score_are_stored(draft, house):
    choose(draft, "house")
    pre_annotate(draft)
    item = draft.inputs.order_by("pk")[1]
    assert item.proposals == [[26, 34, UNIT]]
    assert item.reasons == [["seen in training", 26, 34, "house", 0.75]]
    assert item.read_by == {"house": "2024-11"}


@pytest.mark.parametrize(
    ("key", "rule_labels", "words"),
    [
        ("house+union", (), {EMAIL: 2, UNIT: 1, "TEMPORAL:DATE": 1}),
        ("house+best-per-label", (EMAIL,), {EMAIL: 2, UNIT: 1}),
        ("house", (), {UNIT: 1}),
    ],
)
def test_the_rules_and_a_service_propose_together(draft, house, key, rule_labels, words):
    choose(draft, key, *rule_labels)
    pre_annotate(draft)
    assert draft.pre_annotation.found == words
    names = {reason[3] for item in draft.inputs.all() for reason in item.reasons}
    assert names == ({"house", "rules"} if "+" in key else {"house"})
    assert set(draft.inputs.first().read_by) == names


def test_another_version_makes_it_outdated(client, page, draft, house):
    choose(draft, "house")
    pre_annotate(draft)
    house.version = "2024-12"
    assert standing(draft).is_outdated
    assert "The detector has changed since" in shown(client, page)
    pre_annotate(draft)
    assert standing(draft).is_current
    assert draft.inputs.first().read_by == {"house": "2024-12"}


def test_labels_of_its_own_scheme_are_matched_like_those_of_the_rules(draft, house):
    house.labels = ["WARD", "CONTACT:URL"]
    choose(draft, "house")
    pre_annotate(draft)
    assert draft.pre_annotation.left_out == {"WARD": 1}
    labels = {"WARD": UNIT, EMAIL: "AUTRES"}
    detecting.choose(contest=draft, labels=labels, actor=manager_of(draft))
    pre_annotate(draft)
    assert found(draft) == [WORD]


def test_what_was_chosen_for_the_labels_of_another_detector_stays(draft, house):
    detecting.choose(contest=draft, labels={EMAIL: "AUTRES"}, actor=manager_of(draft))
    choose(draft, "house")
    detecting.choose(contest=draft, labels={UNIT: "AUTRES"}, actor=manager_of(draft))
    assert draft.pre_annotation.labels == {EMAIL: "AUTRES", UNIT: "AUTRES"}


@pytest.mark.parametrize("failure", [(500, b"Zirconie"), b"Zirconie", {"version": "2024-11"}])
def test_where_it_fails_the_job_goes_on_and_can_be_done_again(
    client, page, draft, house, monkeypatch, failure, caplog
):
    monkeypatch.setattr(tasks, "BATCH_SIZE", 1)
    choose(draft, "house")
    house.answers = [failure] * (3 if isinstance(failure, tuple) else 1)
    job = pre_annotate(draft)
    assert (job.state, job.result["failed"]) == ("succeeded", 1)
    assert [item.read_by for item in draft.inputs.order_by("pk")] == [
        None, {"house": "2024-11"}, {"house": "2024-11"},
    ]  # fmt: skip
    assert found(draft) == [WORD]
    text = shown(client, page)
    assert "1 input was left out because the detector failed" in text
    assert "The detector “house” " in text
    assert "Zirconie" not in caplog.text + str(Job.objects.values_list("result", "checkpoint"))
    pre_annotate(draft)
    assert standing(draft).is_current


def test_one_that_keeps_failing_is_asked_no_more(draft, carl, house, monkeypatch):
    monkeypatch.setattr(tasks, "BATCH_SIZE", 1)
    draw(draft, create_corpus(carl, lettre=[f"Ligne {number}" for number in range(7)]))
    choose(draft, "house")
    house.answers = [b"no"] * 20
    assert pre_annotate(draft).result["failed"] == 10
    assert len(house.asked) == tasks.MOST_FAILURES


def test_a_service_that_is_down_ends_the_job_with_words_and_no_page(client, page, draft, house):
    choose(draft, "house")
    house.describe = lambda: (503, b"")
    job = start(draft)
    with pytest.raises(DetectorUnusable):
        finish(job)
    job.refresh_from_db()
    assert "answered with the HTTP status 503" in job.last_error
    assert "answered with the HTTP status 503" in shown(client, page)
    assert "answered with the HTTP status 503" in shown(client, f"{page}preview/?seed=1")
    for path in ("rules/", "words/"):
        assert client.get(page + path).status_code == 200
    house.describe = House.describe.__get__(house)
    pre_annotate(draft)
    assert found(draft) == [WORD]


def test_a_detector_or_a_way_to_join_that_there_is_not_is_refused(client, page, draft, house):
    for key in ("nowhere", "rules+union", "house+magic"):
        with pytest.raises(DetectorUnusable):
            choose(draft, key)
        assert client.post(f"{page}detector/", {"detector": key}).context["detector_form"].errors
    assert not Contest.objects.filter(pre_annotation__isnull=False).exists()


def test_a_program_of_a_manager_chooses(client, page, draft, house):
    path = f"/api/contests/{draft.pk}/pre-annotation/"
    pre_annotate(draft)
    assert client.get(path).json()["is_current"]
    wish = {"detector": "house+best-per-label", "rule_labels": [EMAIL]}
    answer = client.put(path, wish, content_type="application/json").json()
    assert (answer["detector"], answer["rule_labels"]) == (wish["detector"], [EMAIL])
    assert answer["detectors"][:3] == ["rules", "house", "house+rules-win"]
    # The contest is in preparation: the inputs are gone through again.
    finish(Job.objects.live().get())
    assert client.get(path).json()["is_current"]
    refused = client.put(path, {"detector": "nowhere"}, content_type="application/json")
    assert refused.status_code == 409
    assert "is not installed" in refused.content.decode()


@pytest.mark.parametrize("person", ["ana", "eve"])
def test_others_neither_see_nor_choose(client, contest, ana_in_contest, request, person):
    client.force_login(request.getfixturevalue(person))
    path = f"/api/contests/{contest.pk}/pre-annotation/"
    assert client.get(path).status_code == 404
    assert (
        client.put(path, {"detector": "rules"}, content_type="application/json").status_code == 404
    )


def test_a_copy_keeps_the_choice(draft, carl, house):
    choose(draft, "house+best-per-label", EMAIL)
    copied = copy_contest(
        source=draft, name="Copie", with_inputs=False, manager=carl, actor=Actor(carl)
    )
    assert copied.contest.pre_annotation.choice == Choice(
        "house", "best-per-label", frozenset({EMAIL})
    )


def test_annotators_see_no_detector_version_or_score(client, contest, ana_in_contest, house):
    label = contest.categories.order_by("pk").first().label
    house.labels, house.score = [label], 0.7312
    item = contest.inputs.order_by("pk").first()
    item.text = item.text.replace(item.text.split()[0], "Zirconie", 1)
    contest.inputs.update(proposals=[])
    contest.inputs.filter(pk=item.pk).update(text=item.text)
    choose(contest, "house")
    detecting.choose(contest=contest, keeps_imported=False, actor=manager_of(contest))
    pre_annotate(contest)
    contest.teams.update(retention=1, perturbation=0)
    client.force_login(ana_in_contest.user)
    answer = client.post(
        f"/api/contests/{contest.pk}/tasks/", {"count": 4}, content_type="application/json"
    ).content.decode()
    pages = [
        client.get(f"/contests/{contest.pk}/{path}").content.decode() for path in ("", "annotate/")
    ]
    pages.append(client.get(f"/api/contests/{contest.pk}/").content.decode())
    assert label in json.dumps(json.loads(answer), ensure_ascii=False)
    for text in (answer, *pages):
        for word in (
            "2024-11",
            "seen in training",
            "0.7312",
            '"score"',
            "house",
            "read_by",
            '"reasons"',
        ):
            assert word not in text


@pytest.mark.django_db(transaction=True)
def test_what_was_proposed_before_is_of_the_rules():
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate([("contests", "0025_agreement_engine")])
    old = executor.loader.project_state(("contests", "0025_agreement_engine")).apps
    contest = old.get_model("contests", "Contest").objects.create(name="Palio", language="fr")
    inputs = old.get_model("contests", "ContestInput").objects
    fields = {"contest": contest, "tokens": [], "proposals": [[0, 3, "A"]]}
    inputs.create(text="un", digest=b"1" * 32, reasons=[["contact.email", 0, 2]], **fields)
    inputs.create(text="de", digest=b"2" * 32, reasons=None, **fields)
    executor = MigrationExecutor(connection)
    executor.migrate(newest)
    first, second = Contest.objects.get(pk=contest.pk).inputs.order_by("pk")
    assert (first.reasons, first.read_by) == (
        [["contact.email", 0, 2, "rules", None]],
        {"rules": ""},
    )
    assert (second.reasons, second.read_by) == (None, None)
