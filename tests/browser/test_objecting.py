"""From a disagreement to a dispute and back, in a real browser."""

import pytest
from playwright.sync_api import expect

from agreement.disputes.models import Dispute
from tests.feedback.results import input_with, place, publish_run, tally

pytestmark = pytest.mark.browser
HOUR = (22, 27, "TEMPORAL:TEMPS")


def test_an_annotator_objects_by_keyboard_and_withdraws(visit, contest, ana, ana_in_contest):
    run = publish_run(contest)
    place(run, input_with(contest, "Durand"), {ana_in_contest: None}, reference=HOUR)
    tally(run, ana_in_contest)
    page = visit(ana).go(f"/contests/{contest.pk}/")
    page.get_by_role("link", name="Read your feedback").press("Enter")
    page.get_by_role("link", name="Dispute this reference").press("Enter")
    page.get_by_label("Comment").fill("It is printed on every letter.")
    page.get_by_role("button", name="Send dispute").press("Enter")
    expect(page.get_by_text("It is printed on every letter.")).to_be_visible()
    page.get_by_role("button", name="Withdraw dispute").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Your dispute was withdrawn.")).to_be_visible()
    assert Dispute.objects.get().state == "withdrawn"


def test_votes_stand_apart_from_their_words_however_many_digits_they_have(
    visit, contest, ana, ana_in_contest
):
    run = publish_run(contest)
    place(run, input_with(contest, "Durand"), {ana_in_contest: None}, reference=HOUR)
    tally(run, ana_in_contest)
    page = visit(ana).go(f"/contests/{contest.pk}/feedback/")
    gaps = page.locator(".ballot__count").evaluate_all("""(all) => all.map((count) => {
      count.textContent = "120/128";
      const range = document.createRange();
      range.selectNodeContents(count);
      return count.nextElementSibling.getBoundingClientRect().left - range.getBoundingClientRect().right;
    })""")
    assert gaps
    assert min(gaps) >= 8
