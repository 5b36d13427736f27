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
    expect(page.get_by_text("Nothing of this kind waits for you.")).to_be_visible()
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
    answer = page.get_by_label("Answer to who objects")
    expect(answer).to_be_focused()
    # Another choice accepts, and needs no words.
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.get_by_text("Saving this accepts the objection")).to_be_visible()
    expect(page.get_by_role("button", name="Save and next")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_text("saving it refuses the objection")).to_be_visible()
    answer.fill("The month belongs to it.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 objection is refused.")).to_be_visible()
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.REFUSED
