"""Any detector on a gold set: chosen on the page, compared with itself, named where its errors are."""

import json

import pytest

from contests.proposals import services as detecting
from detection import remote
from detection.base import Choice
from detection.errors import DetectorUnusable
from gold.evaluations.models import Evaluation, FileEvaluation
from gold.evaluations.selectors import ContestGold, history
from gold.evaluations.services import start_evaluation
from jobs.models import Job
from tests.contests.drawing.drawing import finish
from tests.contests.proposals.detecting import UNIT, make_draft, manager_of
from tests.detection.houses import House, service

pytestmark = pytest.mark.django_db
LINES = ("Séjour en Zirconie", "Vu en Zirconie le 18.03.2022", "Retour à Azur")
GOLD = ([[10, 18, UNIT]], [[18, 28, "TEMPORAL:DATE"]], [[9, 13, UNIT]])


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(remote, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(remote, "KEPT_SECONDS", 0)
    monkeypatch.setattr(remote, "FORGIVEN_SECONDS", 0)
    house = House()
    house.labels = [UNIT, "TEMPORAL:DATE"]
    with service(house):
        yield house


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


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def evaluate(contest, detector):
    gold = ContestGold(contest)
    finish(start_evaluation(gold=gold, detector=detector, actor=manager_of(contest)))
    return contest.evaluations.filter(detector=detector).first()


def test_a_service_is_evaluated_from_the_page(client, page, draft, house):
    client.post(f"{page}run/", {"on": "", "detector": "house"})
    finish(Job.objects.live().get())
    made = draft.evaluations.get()
    assert (made.detector, made.version) == ("house", "2024-11")
    assert made.tally["exact"] == {UNIT: [1, 1, 1], "TEMPORAL:DATE": [0, 0, 1]}
    text = shown(client, f"{page}?detector=house")
    assert "Detector: house" in text
    assert "Version 1: the detector as it is now" in text
    assert "Detector: house · score 0.75" in text
    error = made.errors.get(kind="spurious")
    assert (error.detector, error.score, error.rule) == ("house", 0.75, "seen in training")
    figures = json.loads(client.get(f"{page}{made.pk}/scores.json").content)
    assert (figures["about"]["detector"], figures["about"]["detector_version"]) == (
        "house",
        "2024-11",
    )
    assert "0.75" in client.get(f"{page}{made.pk}/errors.csv").content.decode()


def test_the_history_compares_a_detector_with_itself_alone(client, page, draft, house):
    evaluate(draft, "rules")
    first = evaluate(draft, "house")
    house.version = "2024-12"
    second = evaluate(draft, "house")
    both = evaluate(draft, "house+union")
    versions = history(ContestGold(draft), "house")
    assert [(each.number, each.evaluation, each.change) for each in versions] == [
        (2, first, ""), (3, second, "version"),
    ]  # fmt: skip
    assert [each.change for each in history(ContestGold(draft))] == [""]
    assert both.version.endswith("+2024-12")
    text = shown(client, f"{page}history/?detector=house")
    assert "the detector itself" in text
    assert "house, with the rules; of two that overlap the longer one" in text
    rules = draft.evaluations.get(detector="rules")
    assert "Two detectors: the rules, then house." in shown(
        client, f"{page}{first.pk}/since/{rules.pk}/"
    )
    assert client.get(f"{page}history/chart/?detector=house").status_code == 200


def test_another_version_is_said_to_be_another(client, page, draft, house):
    evaluate(draft, "house")
    house.version = "2024-12"
    assert "Version 1: the detector has changed since" in shown(client, f"{page}?detector=house")


def test_the_detector_of_the_contest_is_asked_for_first(client, page, draft, house):
    detecting.choose(contest=draft, choice=Choice("house"), actor=manager_of(draft))
    assert '<option value="house" selected>' in shown(client, page)


def test_a_failing_service_ends_the_job_and_no_page(client, page, draft, house):
    evaluate(draft, "house")
    house.answers = [b"Zirconie"]
    with pytest.raises(DetectorUnusable):
        evaluate(draft, "house")
    house.describe = lambda: (404, b"")
    text = shown(client, f"{page}?detector=house")
    assert "did not come to its end" in text
    assert "Version 1" in text
    client.post(f"{page}run/", {"on": "", "detector": "house"})
    assert "HTTP status 404" in shown(client, page)
    assert Evaluation.objects.finished().count() == 1


def test_a_file_is_evaluated_with_the_detector_that_was_chosen(client, page, draft, house):
    from django.core.files.uploadedfile import SimpleUploadedFile

    spans = [{"start": 0, "end": 8, "label": UNIT}]
    gold = SimpleUploadedFile("g.jsonl", json.dumps({"text": "Zirconie", "spans": spans}).encode())
    client.post(f"{page}file/", {"gold": gold, "detector": "house"})
    finish(Job.objects.live().get())
    made = FileEvaluation.objects.get()
    assert (made.detector, made.tally["exact"][UNIT]) == ("house", [1, 0, 0])
