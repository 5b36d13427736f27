"""A manager decides by keys alone."""

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from agreement.disputes.models import Dispute
from agreement.disputes.services import object_to
from agreement.references.models import Correction
from agreement.runs.models import AlignedPlace
from tests.agreement.running import join
from tests.browser.waiting import arrived_at
from tests.factories import add_marked_inputs
from tests.feedback.results import contribute, input_with, place, publish_run, tally

pytestmark = pytest.mark.browser
LONG, SHORT = (10, 15, "TEMPORAL:DATE"), (10, 11, "TEMPORAL:DATE")


@pytest.fixture
def split(contest):
    """Two inputs on which two people differ, stored as by a run: to compute one may take a minute."""
    fusilli, penne = join(contest, "fusilli", "penne")
    run = publish_run(contest)
    for letter in ("lettre A", "lettre B"):
        add_marked_inputs(contest, f"Sortie le 3 mai, {letter}.")
        where = input_with(contest, letter)
        contribute(place(run, where, {fusilli: LONG, penne: SHORT}, reference=None))
    AlignedPlace.objects.update(state="undecided", segment_source="", category_source="")
    tally(run, fusilli, penne)


def test_two_items_are_decided_by_keys_alone(visit, contest, carl, split):
    visitor = visit(carl)
    # Who decides quickly leaves while it is still being asked whose scores change.
    for words in ("htmx:afterRequest", "htmx:sendAbort", "htmx:sendError"):
        visitor.expect_complaint(words)
    page = visitor.go(f"/contests/{contest.pk}/review/first/")
    for lane in ("fusilli", "penne"):
        expect(page.get_by_role("row", name=lane)).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("[data-effects]")).to_contain_text("→")
    page.keyboard.press("Enter")
    arrived_at(page.get_by_role("button", name="Undo the last decision"))
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing to review here.")).to_be_visible()
    assert sorted(Correction.objects.values_list("end", flat=True), key=str) == [15, None]


def test_the_tab_tells_how_many_wait(visit, contest, carl, split):
    page = visit(carl).go(f"/contests/{contest.pk}/runs/")
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("link", name="Review 2 to decide")).to_be_visible()


def test_enter_on_a_disputed_reference_asks_why_before_it_refuses(visit, contest, carl):
    fusilli, penne = join(contest, "fusilli", "penne")
    run = publish_run(contest)
    add_marked_inputs(contest, "Sortie le 3 mai, lettre C.")
    there = place(
        run, input_with(contest, "lettre C"), {fusilli: SHORT, penne: LONG}, reference=LONG
    )
    contribute(there)
    tally(run, fusilli, penne)
    dispute = object_to(place=there, member=fusilli, comment="Only the day.", actor=Actor())
    visitor = visit(carl)
    for words in ("htmx:afterRequest", "htmx:sendAbort", "htmx:sendError"):
        visitor.expect_complaint(words)
    page = visitor.go(f"/contests/{contest.pk}/review/first/")
    expect(page.get_by_role("button", name="Refuse and next")).to_be_visible()
    page.keyboard.press("Enter")
    answer = page.get_by_label("Answer to the annotator")
    expect(answer).to_be_focused()
    # Another choice accepts, and needs no words.
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.get_by_text("Saving this accepts the dispute")).to_be_visible()
    expect(page.get_by_role("button", name="Save and next")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_text("saving it refuses the dispute")).to_be_visible()
    answer.fill("The month belongs to it.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 dispute refused.")).to_be_visible()
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.REFUSED


@pytest.fixture
def wide(contest):
    """An input with ten places: wider than any screen."""
    fusilli, penne = join(contest, "fusilli", "penne")
    run = publish_run(contest)
    words = [f"mercredi{number}" for number in range(10)]
    add_marked_inputs(contest, " ".join(words))
    where = input_with(contest, "mercredi0")
    for number in range(10):
        unit = (10 * number, 10 * number + 9, "TEMPORAL:DATE")
        contribute(place(run, where, {fusilli: unit, penne: None}, reference=unit))
    tally(run, fusilli, penne)
    return where


@pytest.mark.parametrize("width", [1280, 1024, 390])
@pytest.mark.parametrize("number", [0, 5, 9])
def test_the_lanes_show_the_place_in_question_whole_beside_the_names(
    visit, contest, carl, wide, width, number
):
    visitor = visit(carl, width=width)
    start = 10 * number
    page = visitor.go(f"/contests/{contest.pk}/review/{wide.pk}/?at={start}-{start + 9}")
    lanes = page.locator(".lanes")
    place = page.locator(".lanes__place.is-focus")
    expect(place).to_contain_text(str(number + 1))
    names = lanes.locator("thead th").first.bounding_box()
    frame, box = lanes.bounding_box(), place.bounding_box()
    assert names["x"] == pytest.approx(frame["x"], abs=1)
    assert box["x"] >= names["x"] + names["width"] - 1
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    if number == 0:
        assert lanes.evaluate("lanes => lanes.scrollLeft") == 0
        lanes.focus()
        page.keyboard.press("ArrowRight")
        expect(lanes).not_to_have_js_property("scrollLeft", 0)


def test_the_lines_around_are_read_by_unfolding_them(visit, contest, carl, wide):
    page = visit(carl).go(f"/contests/{contest.pk}/review/{wide.pk}/")
    page.get_by_text("Surrounding lines").press("Enter")
    expect(page.locator(".around [aria-current=true]")).to_contain_text("mercredi0")
