"""Runs and agreement for programs of a contest's managers."""

import pytest
from django.test import Client

from agreement.runs.services.run import start_run
from tests.agreement.running import give
from tests.gold.freezing import PATIENT, annotate
from tests.programs import program_of

pytestmark = pytest.mark.django_db
PATHS = ["runs/", "runs/1/", "agreement/", "agreement/inputs/"]


@pytest.fixture
def answered(contest):
    annotate(contest)
    return contest


@pytest.fixture
def carls(carl):
    return program_of(carl)


def at(contest, path):
    return f"/api/contests/{contest.pk}/{path}"


def test_runs_are_listed_with_the_latest_first(carls, answered):
    (run,) = carls.get(at(answered, "runs/")).json()["results"]
    assert (run["number"], run["state"], run["is_latest"]) == (1, "published", True)
    assert run["gamma"] is not None


def test_a_run_tells_its_steps_and_counts(carls, answered):
    told = carls.get(at(answered, "runs/1/")).json()
    assert told["counts"]["answers"] == told["counts"]["accepted"] == 9
    assert (told["counts"]["empty"], told["counts"]["single"]) == (1, 1)
    assert told["progress"] is None
    assert carls.get(at(answered, "runs/2/")).status_code == 404


def test_a_run_at_work_tells_how_far_it_is(carls, answered):
    give(answered.memberships.get(alias="mia"), PATIENT, minute=9)
    start_run(contest=answered)
    told = carls.get(at(answered, "runs/2/")).json()
    assert (told["state"], told["counts"], told["agreement"]) == ("running", None, None)
    assert told["progress"]["phase"] == "compare"


def test_agreement_with_and_without_empty_inputs_and_by_category(carls, answered):
    told = carls.get(at(answered, "agreement/")).json()
    figures = told["agreement"]
    assert told["run"] == 1
    assert figures["gamma"] <= figures["gamma_with_empty"] <= 1
    rows = {row["label"]: row for row in figures["categories"]}
    assert rows["TEMPORAL:TEMPS"] == {
        "label": "TEMPORAL:TEMPS",
        "gamma_k": pytest.approx(1),
        "gold_units": 1,
    }


def test_agreement_before_the_first_run_is_nothing(carls, contest):
    told = carls.get(at(contest, "agreement/")).json()
    assert told == {"run": None, "finished_at": None, "agreement": None}
    assert carls.get(at(contest, "agreement/inputs/")).json()["results"] == []


def test_agreement_of_each_input_comes_in_pages_and_without_text(carls, answered):
    first = carls.get(at(answered, "agreement/inputs/?size=3")).json()
    rest = carls.get(first["next"]).json()
    rows = first["results"] + rest["results"]
    assert len(rows) == first["count"] == 4
    assert {row["kind"] for row in rows} == {"compared", "empty", "single"}
    whole = answered.inputs.get(text__startswith="Vu par")
    assert {row["input"]: row["gamma"] for row in rows}[whole.pk] == pytest.approx(1)
    assert "text" not in rows[0]


def test_nobody_but_managers_reads_them(answered, eve):
    ida = answered.memberships.get(alias="ida").user
    for path in PATHS:
        for person in (eve, ida):
            assert program_of(person).get(at(answered, path)).status_code == 404
        assert Client().get(at(answered, path)).status_code == 403
