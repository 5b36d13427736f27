"""Runs with pygamma-agreement, and the check of one engine by the other."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.urls import reverse

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.checks.domain import CLOSE, Comparison, most_different
from agreement.checks.errors import NothingToCheck
from agreement.checks.models import EngineCheck
from agreement.checks.services import compare_engines, start_check
from agreement.runs.models import InputResult
from agreement.runs.services import measuring
from agreement.runs.services.run import has_changed
from contests.downloads.selectors import pseudonym_of
from gamma.continuum import Continuum
from gamma.engines import engine_version
from gamma.unit_files import read_units
from jobs.errors import JobAtWork, JobCancelled
from tests.agreement.running import drain, give, join, run_now, tables
from tests.factories import add_marked_inputs
from text.markup import parse
from text.spans import Span

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
SHORTER = "Contrôle le [18](TEMPORAL:DATE)#03#2022."
LESS = "Anna Rossi, vue à [14h30](TEMPORAL:TEMPS)."
NAMES = "[Anna Rossi](NOM:PATIENT_E), vue à [14h30](TEMPORAL:TEMPS)."
LONG = " ".join(f"[mot{number}](AUTRES)" for number in range(63))
ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.django_db


@pytest.fixture
def answered(contest):
    """Three inputs of three people: they agree on none, and one has more units than pygamma can list."""
    ana, bob, cleo = people = join(contest, "ana", "bob", "cleo")
    add_marked_inputs(contest, NAMES, LONG)
    for member, *marked in ((ana, DATE, NAMES), (bob, DATE, NAMES), (cleo, SHORTER, LESS)):
        for each in marked:
            give(member, each)
    for member in people:
        give(member, LONG)
    contest.refresh_from_db()
    return contest


def references(contest):
    """Return what the votes decided about the inputs that were compared."""
    compared = InputResult.objects.current().filter(input__contest=contest, kind="compared")
    return {one.input.text: (one.gold_units, one.kind, one.is_complete) for one in compared}


@pytest.mark.once
def test_a_whole_contest_by_pygamma_has_the_same_references(answered):
    exact = run_now(answered)
    by_exact, results = references(answered), tables(answered)["results"]
    assert (exact.method["engine"], exact.engine_version) == ("exact", "1")
    assert exact.counts["compared"] == 3

    answered.agreement_engine = "pygamma"
    answered.save()
    assert has_changed(answered)
    run = run_now(answered)
    assert (run.state, run.inputs_computed) == ("published", 3)
    assert (run.method["engine"], run.engine_version) == ("pygamma", engine_version("pygamma"))
    assert (run.counts["compared"], run.counts["failed"]) == (2, 1)
    too_large = InputResult.objects.current().get(kind="failed")
    assert (too_large.failure, too_large.input.text) == ("size", parse(LONG)[0])
    del by_exact[too_large.input.text]
    assert references(answered) == by_exact
    observed = {row["input_id"]: row["observed"] for row in results}
    for result in InputResult.objects.current().filter(kind="compared"):
        assert result.observed == pytest.approx(observed[result.input_id], abs=CLOSE)
    assert not has_changed(answered)

    # Back again, everything is computed as before.
    answered.agreement_engine = ""
    answered.save()
    assert run_now(answered).inputs_computed == 3
    assert references(answered)[too_large.input.text][0]

    # The check is a job that goes on after its worker died, and ends the process that it no longer needs.
    check, _job = start_check(contest=answered, number=10, seed=3, actor=Actor())
    assert check.engine == "pygamma"
    with pytest.raises(JobAtWork):
        start_check(contest=answered, number=1, seed=3, actor=Actor())
    drain()
    check = EngineCheck.objects.get()
    assert (check.compared, check.set_aside, check.agrees) == (2, 1, True)
    assert check.largest_observed <= CLOSE
    assert check.largest_gamma <= 1e-4
    assert check.listed[0][0].failure == "size"
    assert check.finished_at is not None
    assert measuring._process("pygamma")._process is None


def test_the_default_of_the_platform_counts_where_a_contest_has_not_chosen(answered, settings):
    before = run_now(answered)
    settings.AGREEMENT_ENGINE = "pygamma"
    assert answered.engine == "pygamma"
    assert has_changed(answered)
    answered.agreement_engine = "exact"
    answered.save()
    assert not has_changed(answered)
    assert run_now(answered) == before


def test_a_run_by_pygamma_is_checked_by_our_engine(answered, settings, client, carl):
    run = run_now(answered)
    run.method["engine"] = "pygamma"
    run.save()
    # As if pygamma had found a worse alignment.
    wrong = InputResult.objects.current().get(input__text__startswith="Anna")
    InputResult.objects.filter(pk=wrong.pk).update(observed=wrong.observed + 0.25)
    check, _job = start_check(contest=answered, number=2, seed=1, actor=Actor(carl))
    again = EngineCheck(inputs=sorted(check.inputs))
    drain()
    check.refresh_from_db()
    assert check.inputs == again.inputs
    assert (check.engine, check.has_same_samples, len(check.found)) == ("exact", False, 2)
    every, _job = start_check(contest=answered, number=500, seed=1, actor=Actor(carl))
    drain()
    every.refresh_from_db()
    assert every.largest_observed == pytest.approx(0.25)
    assert not every.agrees
    assert every.listed[0][0].input == wrong.input_id
    client.force_login(carl)
    client.cookies["django_language"] = "en"
    page = client.get(reverse("agreement:checks", args=[answered.pk])).content.decode()
    assert "The two programs disagree" in page
    assert "0.2500000" in page
    listed = client.get(f"/api/contests/{answered.pk}/agreement/checks/").json()["results"]
    assert [one["compared"] for one in listed] == [3, 2]


def test_a_check_that_is_stopped_keeps_what_it_found_and_computes_the_rest(answered):
    run = run_now(answered)
    run.method["engine"] = "pygamma"
    run.save()
    check, job = start_check(contest=answered, number=3, seed=0, actor=Actor())

    def heed():
        raise JobCancelled

    with pytest.raises(JobCancelled):
        compare_engines(check=check, inputs=check.inputs, heed=heed)
    # As after the death of a worker: the first input is stored.
    first = compare_engines(check=check, inputs=check.inputs[:1])
    EngineCheck.objects.update(found=[vars(one) for one in first])
    type(job).objects.update(checkpoint={"done": 1})
    drain()
    check.refresh_from_db()
    assert [one.input for one in EngineCheck.objects.get().comparisons] == check.inputs


def test_before_the_first_run_there_is_nothing_to_check(contest, carl, client):
    with pytest.raises(NothingToCheck):
        start_check(contest=contest, number=5, seed=0, actor=Actor(carl))
    client.force_login(carl)
    client.cookies["django_language"] = "en"
    page = client.get(reverse("agreement:checks", args=[contest.pk])).content.decode()
    assert "Nothing to check yet." in page
    assert "Download with pseudonyms" not in page


def test_the_sample_has_bounds_and_is_asked_for_by_page_and_program(answered, carl, eve, client):
    run_now(answered)
    client.force_login(carl)
    client.cookies["django_language"] = "en"
    page = reverse("agreement:checks", args=[answered.pk])
    refused = client.post(page, {"number": 501, "seed": 0}).content.decode()
    assert "less than or equal to 500" in refused
    assert not EngineCheck.objects.exists()
    assert client.post(page, {"number": 2, "seed": 9}).status_code == 302
    assert len(EngineCheck.objects.get().inputs) == 2
    api = f"/api/contests/{answered.pk}/agreement/checks/"
    assert client.post(api, {"number": 1}, content_type="application/json").status_code == 409
    client.force_login(eve)
    assert client.get(page).status_code == 404
    assert client.get(api).status_code == 404


def test_continua_are_downloaded_with_pseudonyms_and_read_again(answered, carl, client):
    client.force_login(carl)
    for address in (f"/contests/{answered.pk}/runs", f"/api/contests/{answered.pk}/agreement"):
        answer = client.get(f"{address}/continua/")
        archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
        item = answered.inputs.get(text__startswith="Anna")
        content = archive.read(f"input-{item.pk}.csv").decode()
        names = {one.alias: pseudonym_of(one) for one in answered.memberships.all()}
        both = [Span(0, 10, "NOM:PATIENT_E"), Span(18, 23, "TEMPORAL:TEMPS")]
        assert read_units(content.splitlines()) == Continuum.of(
            {names["ana"]: both, names["bob"]: both, names["cleo"]: both[1:]}
        )
        assert len(archive.namelist()) == 3
    named = client.get(f"/contests/{answered.pk}/runs/continua/?names=1")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(named.streaming_content)))
    assert "cleo,TEMPORAL:TEMPS,18,23" in archive.read(f"input-{item.pk}.csv").decode()
    events = AuditEvent.objects.filter(object_type="continua").order_by("pk")
    assert [event.details["names"] for event in events] == [False, False, True]


def test_what_could_not_be_computed_comes_before_what_differs():
    found = [
        Comparison(1, 0.5, 0.5, 0.9, 0.9),
        Comparison(2, 0.5, 0.75, 0.9, 0.8),
        Comparison(3, 0.5, failure="time"),
    ]
    assert [one.input for one in most_different(found)] == [3, 2, 1]


def test_the_form_refuses_what_pygamma_gets_wrong(contest, carl, client):
    client.force_login(carl)
    client.cookies["django_language"] = "en"
    address = reverse("contests:setup_scoring", args=[contest.pk])
    form = client.get(address).context["form"]
    values = {field.name: field.value() for field in form}
    values |= {"agreement_engine": "pygamma", "delta_empty": 2}
    refused = client.post(address, values).content.decode()
    assert "pygamma-agreement is right only where Δ∅ is 1" in refused
    assert client.post(address, values | {"delta_empty": 1}).status_code == 302
    contest.refresh_from_db()
    assert contest.agreement_engine == "pygamma"


def test_the_web_process_never_imports_pygamma():
    program = (
        "import sys, annotation_platform.asgi\n"
        "from django.urls import get_resolver\n"
        "get_resolver().url_patterns\n"
        "import agreement.checks.views, agreement.runs.views, agreement.tasks\n"
        "from gamma.engines import engine_version\n"
        "engine_version('pygamma')\n"
        "print(sorted({'pygamma_agreement', 'cvxpy'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip().splitlines()[-1] == "[]"
