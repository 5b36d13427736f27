"""Pages about the detector on a release: figures, errors, history, differences, files."""

import csv
import json
from html import unescape
from io import StringIO
from urllib.parse import quote

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.runs.models import InputResult
from gold.evaluations.selectors import contest_places
from gold.releases.services.releases import add_reader
from jobs.models import Job
from jobs.services import cancel_job
from tests.agreement.running import drain
from tests.gold.evaluations.evaluating import COMPLETE, UNIT, evaluate, start, teach
from tests.jobs.following import followed

pytestmark = pytest.mark.django_db
PLACE = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def page(manager, release) -> str:
    return f"/releases/{release.pk}/detector/"


@pytest.fixture
def versions(release, contest):
    """Two versions, of which the second makes one error more."""
    before = evaluate(release)
    teach(contest, "allergie")
    return before, evaluate(release)


def test_the_page_leads_from_nothing_to_figures_and_errors(manager, page, release):
    assert page in manager.get(f"/releases/{release.pk}/").text
    assert "has not been evaluated" in manager.get(page).text
    manager.post(f"{page}run/", {"on": "all"})
    address = followed(manager, page)
    drain()
    assert manager.get(address)["HX-Refresh"] == "true"
    # Pages of earlier versions ask there.
    assert manager.get(f"{page}progress/")["HX-Refresh"] == "true"
    response = manager.get(page)
    assert "Version 1: the detector as it is now" in response.text
    assert [each.name for each in response.context["table"].supercategories] == [
        "DÉMOGRAPHIE", "EMPLACEMENT", "NOM", "TEMPORAL",
    ]  # fmt: skip
    assert "Macro average" in response.text
    labels = response.context["matrix"].labels
    assert labels[-1] == "0"
    assert "1 error" in response.text


def test_asking_for_what_is_known_says_when_it_was_computed(manager, page, release):
    made = evaluate(release)
    response = manager.post(f"{page}run/", {"on": "all"}, follow=True)
    assert response.redirect_chain[-1][0] == f"{page}{made.pk}/"
    assert "This detector was evaluated on these texts on" in response.text
    assert release.evaluations.count() == 1


def test_no_such_texts_is_said(manager, page, release):
    assert "Choose the texts" in manager.post(f"{page}run/", {"on": "9-x"}, follow=True).text
    assert not Job.objects.live().exists()


def test_what_did_not_come_to_its_end_is_said_and_can_be_asked_again(manager, page, release, carl):
    cancel_job(job=start(release), actor=Actor(carl))
    text = manager.get(page).text
    assert "did not come to its end" in text
    assert "has not been evaluated" in text
    evaluate(release)
    assert "did not come to its end" not in manager.get(page).text


def test_spans_and_tokens_can_be_switched(manager, page, release):
    evaluate(release)
    exact, tokens = manager.get(page), manager.get(page, {"level": "tokens"})
    assert exact.context["table"].scores.labels["DÉMOGRAPHIE:ÂGE"].support == 1
    assert tokens.context["table"].scores.labels["DÉMOGRAPHIE:ÂGE"].support == 2
    assert 'name="level" value="tokens"' in tokens.text


def test_errors_are_narrowed_and_lead_to_text_and_review(manager, page, versions, release, contest):
    rows = manager.get(page).context["rows"]
    assert [row.error.found_label for row in rows] == [PLACE, UNIT]
    (row,) = manager.get(page, {"gold": "0", "found": UNIT}).context["rows"]
    text, review = [address for _words, address in row.around.links]
    assert text == f"/releases/{release.pk}/?page=1#text-4"
    assert review == f"/contests/{contest.pk}/review/{row.error.release_input.input_id}/"
    assert manager.get(review).status_code == 200
    assert 'id="text-4"' in manager.get(text).text
    assert manager.get(page, {"kind": "missed"}).context["rows"] == []


def test_an_input_without_a_result_is_shown_among_the_inputs(manager, page, versions, contest):
    InputResult.objects.update(is_current=False)
    row = manager.get(page).context["rows"][0]
    _text, (_words, address) = row.around.links
    assert address == f"/contests/{contest.pk}/inputs/{row.error.release_input.input_id}/"


def test_an_input_that_is_gone_is_no_link(versions, carl):
    error = versions[1].errors.select_related("release_input").first()
    assert list(contest_places([error], carl)) == [error.release_input.input_id]
    error.release_input.input_id = 0
    assert contest_places([error], carl) == {}


def test_readers_see_everything_but_the_contest(client, page, versions, release, carl, eve):
    client.force_login(eve)
    paths = ("", "progress/", "history/", f"{versions[0].pk}/", f"{versions[0].pk}/errors.csv")
    assert {client.get(f"{page}{path}").status_code for path in paths} == {404}
    assert client.post(f"{page}run/", {"on": "all"}).status_code == 404
    add_reader(release=release, email=eve.email, actor=Actor(carl))
    assert {client.get(f"{page}{path}").status_code for path in paths} == {200}
    assert {len(row.around.links) for row in client.get(page).context["rows"]} == {1}


def test_reading_errors_is_written_down(manager, page, versions):
    manager.get(page, {"label": UNIT})
    event = AuditEvent.objects.filter(action="read", object_type="release").latest("pk")
    assert event.details["inputs"] == [4]


def test_files_hold_figures_and_places_but_no_text(manager, page, versions, release):
    there = f"{page}{versions[1].pk}/"
    rows = list(csv.DictReader(StringIO(manager.get(f"{there}scores.csv").text)))
    assert [row["label"] for row in rows][-3:] == ["micro", "macro", "weighted"]
    members = json.loads(manager.get(f"{there}scores.json").text)
    assert members["about"]["checksum"] == release.checksum
    assert members["about"]["rules_and_own_words"] == versions[1].digest
    assert [(error["id"], error["found_label"]) for error in members["errors"]] == [
        ("2", PLACE), ("4", UNIT),
    ]  # fmt: skip
    errors = manager.get(f"{there}errors.csv").text
    assert [row["id"] for row in csv.DictReader(StringIO(errors))] == ["2", "4"]
    assert "allergie" not in errors
    assert "allergie" not in json.dumps(members)
    events = AuditEvent.objects.filter(action="exported", object_type="evaluation")
    assert sorted(event.details["format"] for event in events) == ["csv", "errors.csv", "json"]


def test_the_history_shows_versions_as_lines_and_numbers(manager, page, versions):
    response = manager.get(f"{page}history/")
    assert [version.number for version, _ in response.context["versions"]] == [2, 1]
    assert "words, formats or categories" in response.text
    changes = {row["label"]: row["change"] for row in response.context["rows"]}
    assert changes["DÉMOGRAPHIE:ÂGE"] == 0
    assert f"{page}{versions[1].pk}/since/{versions[0].pk}/" in response.text
    one = manager.get(f"{page}history/", {"label": UNIT, "level": "tokens"})
    assert one.context["label"] == UNIT


def test_the_chart_has_a_line_a_measure_and_a_gap_where_a_version_lacks_the_category(
    manager, page, versions
):
    lines = manager.get(f"{page}history/chart/").json()["data"]
    assert [line["name"] for line in lines] == ["Precision", "Recall", "F1"]
    names = tuple(f"{at} · {each.short_digest}" for at, each in enumerate(versions, start=1))
    assert {tuple(line["x"]) for line in lines} == {names}
    asked = {"label": UNIT, "level": "tokens"}
    one = manager.get(f"{page}history/chart/", asked).json()["data"]
    assert [line["y"] for line in one] == [[None, 0.0]] * 3
    table = manager.get(f"{page}history/chart/", asked | {"format": "csv"}).text
    assert f"F1,{names[1]},0.0" in table
    # The page asks for the same.
    address = manager.get(f"{page}history/", asked).text.split('data-chart="')[1].split('"')[0]
    assert {f"label={quote(UNIT)}", "level=tokens", "on=all"} <= set(
        unescape(address).partition("?")[2].split("&")
    )


def test_other_texts_have_their_own_history(manager, page, versions, release):
    assert (
        "has not been evaluated on these texts" in manager.get(f"{page}history/?on=complete").text
    )
    evaluate(release, COMPLETE)
    assert len(manager.get(f"{page}history/?on=complete").context["versions"]) == 1


def test_the_difference_lists_new_and_gone_errors(manager, page, versions):
    before, after = versions
    there = f"{page}{after.pk}/since/{before.pk}/"
    response = manager.get(there)
    assert [row.error.found_label for row in response.context["rows"]] == [UNIT]
    assert [shift.label for shift in response.context["shifts"]] == [UNIT]
    assert manager.get(there, {"show": "gone"}).context["rows"] == []
    back = manager.get(f"{page}{before.pk}/since/{after.pk}/", {"show": "gone"})
    assert [row.error.found_label for row in back.context["rows"]] == [UNIT]


def test_only_evaluations_on_the_same_texts_are_compared(manager, page, versions, release):
    other = evaluate(release, COMPLETE)
    assert manager.get(f"{page}{other.pk}/since/{versions[0].pk}/").status_code == 404


def test_an_older_version_says_that_rules_have_changed(manager, page, versions):
    assert "has changed since" in manager.get(f"{page}{versions[0].pk}/").text
    assert "as it is now" in manager.get(page).text


def test_leakage_and_intervals_are_told_and_that_people_saw_proposals(manager, page, release):
    evaluate(release)
    response = manager.get(page)
    leak = response.context["leak"]
    assert (leak.identifying, leak.uncovered) == (5, 0)
    assert "of 5 tokens that identify someone" in response.text
    assert "95 % of 1,000 bootstrap draws" in response.text
    assert "flatter the rules" in response.text
    told = json.loads(manager.get(f"{page}{response.context['evaluation'].pk}/scores.json").content)
    assert told["leakage"]["uncovered"] == leak.uncovered


def test_an_evaluation_from_before_leakage_was_counted_can_be_made_anew(manager, page, release):
    made = evaluate(release)
    old = {name: value for name, value in made.tally.items() if name != "texts"}
    type(made).objects.filter(pk=made.pk).update(tally=old)
    assert manager.get(page).context["leak"] is None
    again = evaluate(release)
    assert again.pk == made.pk
    assert manager.get(page).context["leak"] is not None
